import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Json } from "#base/json";
import { createRandom } from "#base/random";
import type { Api, Operation, Schema } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { typesOf } from "#openapi/schema-shape";
import { arbitraryForSchema } from "#values/arbitrary-for-schema";
import { compileValidator } from "#values/compile-validator";
import { sampleArbitrary } from "#values/sample-arbitrary";
import type { Served } from "./serve-json.js";

export interface MockStyle {
  /** Each call of an operation is answered with one and the same body, or with another one each time. */
  readonly answers: "same" | "random";
  /** Applied to each body before it is sent: a fault of the mock. */
  readonly spoil?: (operation: string, body: Json) => Json;
}

/** A mock server as those that are run from a document: valid requests get a valid body, and nothing is stored. */
export async function startMock(api: Api, { answers, spoil }: MockStyle): Promise<Served> {
  let drawn = 0;
  const server = createServer(async (request, response) => {
    const send = (status: number, body?: Json) => {
      response.writeHead(status, body === undefined ? {} : { "content-type": "application/json" });
      response.end(body === undefined ? "" : JSON.stringify(body));
    };
    const sent = await bodyOf(request);
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const alike = api.operations.filter(({ path }) => isBelow(path, pathname));
    const operation = alike.find(({ method }) => method === request.method);
    if (alike.length === 0) return send(404, { message: "no such path" });
    if (operation === undefined) {
      response.setHeader("allow", alike.map(({ method }) => method).join(", "));
      return send(405, { message: "no such method" });
    }
    if (!isValid(operation, sent, api) || !hasValidIds(operation, pathname, api))
      return send(422, { message: "not as the document says" });
    const draw = (schema: Schema) => {
      const arbitrary = arbitraryForSchema(schema, { schemas: api.schemas, direction: "response" });
      if (!arbitrary.ok) throw new Error(operation.key);
      return sampleArbitrary(arbitrary.value, createRandom(answers === "same" ? 1 : ++drawn));
    };
    const success = operation.responses.find(({ status }) => /^2\d\d$/.test(status));
    const status = Number(success?.status ?? 200);
    for (const { name, schema } of success?.headers ?? []) response.setHeader(name, String(draw(schema)));
    const schema = success?.content.find(({ contentType }) => /json/.test(contentType))?.schema;
    if (schema === undefined) return send(status);
    const body = draw(schema);
    send(status, spoil?.(operation.key, body) ?? body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function isBelow(template: string, path: string): boolean {
  const [wanted, given] = [template.split("/"), path.split("/")];
  return (
    wanted.length === given.length && wanted.every((part, at) => part.includes("{") || part === given[at])
  );
}

/** Numbers in the path are numbers; other types take any text. */
function hasValidIds({ path, parameters }: Operation, given: string, { schemas }: Api): boolean {
  const segments = given.split("/");
  return path.split("/").every((part, at) => {
    const own = parameters.find(({ in: place, name }) => place === "path" && part === `{${name}}`);
    const types = own === undefined ? new Set() : typesOf(own.schema, schemas);
    return types.has("string") || !types.has("integer") || /^-?\d+$/.test(segments[at] ?? "");
  });
}

function isValid(operation: Operation, sent: Json | undefined, { schemas }: Api): boolean {
  const schema = requestSchema(operation);
  if (schema === undefined) return true;
  if (sent === undefined) return operation.body?.required !== true;
  const validator = compileValidator(schema, { schemas, direction: "request" });
  return validator.ok && validator.value(sent).length === 0;
}

/** Undefined where nothing was sent; text that is no JSON stays text, which no schema here allows. */
async function bodyOf(request: IncomingMessage): Promise<Json | undefined> {
  let text = "";
  for await (const chunk of request) text += chunk;
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
