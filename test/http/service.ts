import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createNetServer, type Socket } from "node:net";
import { afterEach } from "vitest";
import type { Json } from "#base/json";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { value } from "#calls/template";
import { type CallContext, executeCall } from "#http/execute-call";
import { openTarget, type Target } from "#http/target";
import type { TargetOptions } from "#http/target-options";
import type { Operation, Parameter, Schemas } from "#openapi/api";

/** Real servers and real targets for the tests of this folder; everything opened is closed after each test. */
const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

export function closeAfterwards(close: () => Promise<void>): void {
  opened.push(close);
}

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

export interface Service {
  readonly url: string;
  readonly received: Received[];
}

/** An HTTP service that records what it gets. */
export async function service(
  answer: (request: Received, response: Parameters<RequestListener>[1], number: number) => void,
): Promise<Service> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => undefined);
    request.on("end", () => {
      const { method = "", url = "", headers, rawHeaders } = request;
      const entry = { method, url, headers, rawHeaders, body: Buffer.concat(chunks).toString() };
      received.push(entry);
      answer(entry, response, received.length);
    });
  });
  return { url: await listen(server), received };
}

/** A TCP server that answers every request with whatever bytes the test wants. */
export async function rawService(answer: (socket: Socket, request: string) => void): Promise<string> {
  const server = createNetServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => answer(socket, chunk.toString("latin1")));
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  closeAfterwards(async () => {
    for (const socket of sockets) socket.destroy();
  });
  return await listen(server as unknown as Server);
}

export async function listen(server: Server, scheme = "http"): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeAfterwards(async () => {
    server.closeAllConnections?.();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function target(url: string, options: Partial<TargetOptions> = {}): Target {
  const result = openTarget({ url, version: "0.0.0", requestTimeout: 5_000, ...options });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  closeAfterwards(() => result.value.close());
  return result.value;
}

export const noSchemas: Schemas = { resolve: () => undefined, problems: () => [] };

export function operation(key: string, more: Partial<Operation> = {}): Operation {
  const [method = "", path = ""] = key.split(" ");
  const empty = { tags: [], deprecated: false, parameters: [], responses: [], security: [], servers: [] };
  return { key, method, path, ...empty, extensions: {}, pointer: "", ...more };
}

export function parameter(name: string, place: Parameter["in"], more: Partial<Parameter> = {}): Parameter {
  const inPath = place === "path" || place === "header";
  return {
    name,
    in: place,
    required: true,
    schema: true,
    style: inPath ? "simple" : "form",
    explode: !inPath,
    allowReserved: false,
    examples: [],
    declared: true,
    pointer: "",
    ...more,
  };
}

type Values = Readonly<Record<string, Json>>;

interface Inputs {
  readonly id?: string;
  readonly path?: Values;
  readonly query?: Values;
  readonly header?: Values;
  readonly cookie?: Values;
  readonly json?: Json;
}

export function call(key: string, inputs: Inputs = {}): Call {
  const wrap = (values: Values = {}) =>
    Object.fromEntries(Object.entries(values).map(([name, json]) => [name, value(json)]));
  return {
    id: inputs.id ?? "c1",
    operation: key,
    path: wrap(inputs.path),
    query: wrap(inputs.query),
    header: wrap(inputs.header),
    cookie: wrap(inputs.cookie),
    ...(inputs.json === undefined
      ? {}
      : { body: { contentType: "application/json", content: value(inputs.json) } }),
  };
}

export function context(target: Target, more: Partial<CallContext> = {}): CallContext {
  return {
    target,
    operations: new Map(),
    schemas: noSchemas,
    fresh: (fresh) => fresh.sample,
    runId: "run-1",
    caseId: "case-1",
    exchanges: [],
    ...more,
  };
}

/** Makes one call and gives what came of it in a few words: `200 {"id":1}`, `timeout`. */
export async function outcomeOf(
  target: Target,
  key: string,
  more: Partial<CallContext> = {},
): Promise<string> {
  return describe(await executeCall(call(key), context(target, more)));
}

export function describe({ outcome }: Exchange): string {
  if (outcome.kind === "none") return outcome.reason;
  const { body } = outcome;
  switch (body.kind) {
    case "empty":
      return String(outcome.status);
    case "binary":
      return `${outcome.status} binary ${body.bytes}`;
    case "json":
      return `${outcome.status} json ${JSON.stringify(body.value)}`;
    case "text":
      return `${outcome.status} ${body.invalidJson ? "invalid json" : "text"} ${body.text}`;
  }
}
