import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Json, type JsonObject } from "#base/json";
import { parseJson } from "#base/parse-json";

/**
 * Members, tools, and loans of tools to members. A member or a tool with an open loan cannot be deleted; with returned ones
 * it can, and they go with it.
 */
export const LENDING_FAULTS = [
  "the loans of a member stay",
  "the loans of a member take those of the same tool along",
  "a member's loans are those of the same tools",
  "a returned tool stays taken",
] as const;

export type LendingFault = (typeof LENDING_FAULTS)[number];

/** As lawful: loans that are over stay, and no longer say whose they were; a tool is lent to one member at a time. */
export type LendingStyle = "loans forget their member" | "a tool is lent once at a time";

interface Loan extends JsonObject {
  readonly id: string;
  readonly memberId: string | null;
  readonly toolId: string;
  readonly status: "open" | "returned";
}

type Answer = readonly [status: number, body?: Json];

export async function startLending(how?: LendingFault | LendingStyle) {
  const named = { members: new Map<string, JsonObject>(), tools: new Map<string, JsonObject>() };
  const loans = new Map<string, Loan>();
  let last = 0;
  const isLentOnce = how === "a tool is lent once at a time" || how === "a returned tool stays taken";
  const missing: Answer = [404, { error: "not here" }];
  const refused: Answer = [422, { error: "not as it should be" }];
  const of = (kind: "members" | "tools", id: string) =>
    [...loans.values()].filter((loan) => (kind === "members" ? loan.memberId : loan.toolId) === id);

  const listFor = (member: string): Json => {
    const own = of("members", member);
    const tools = own.map(({ toolId }) => toolId);
    return how === "a member's loans are those of the same tools"
      ? [...loans.values()].filter(({ toolId }) => tools.includes(toolId))
      : own;
  };

  const remove = (kind: "members" | "tools", id: string): Answer => {
    const own = of(kind, id);
    if (own.some(({ status }) => status === "open")) return [409, { error: "there is an open loan" }];
    named[kind].delete(id);
    const tools = own.map(({ toolId }) => toolId);
    const others =
      how === "the loans of a member take those of the same tool along"
        ? [...loans.values()].filter(({ toolId, status }) => status === "returned" && tools.includes(toolId))
        : [];
    for (const loan of [...own, ...(kind === "members" ? others : [])]) {
      if (kind === "members" && how === "loans forget their member")
        loans.set(loan.id, { ...loan, memberId: null });
      else if (kind === "tools" || how !== "the loans of a member stay") loans.delete(loan.id);
    }
    return [204];
  };

  const onNamed = (
    kind: "members" | "tools",
    method: string,
    id: string,
    below: string,
    sent: JsonObject,
  ) => {
    if (id === "") {
      if (method === "GET") return [200, [...named[kind].values()]] as const;
      if (typeof sent.name !== "string" || sent.name === "") return refused;
      const one = {
        id: `${kind[0]}${++last}`,
        name: sent.name,
        ...(isLentOnce && kind === "tools" ? { available: true } : {}),
      };
      named[kind].set(one.id, one);
      return [201, one] as const;
    }
    const one = named[kind].get(id);
    if (one === undefined) return missing;
    if (below === "loans") return [200, listFor(id)] as const;
    return method === "DELETE" ? remove(kind, id) : ([200, one] as const);
  };

  const onLoans = (method: string, id: string, below: string, sent: JsonObject): Answer => {
    if (id === "") {
      if (method === "GET") return [200, [...loans.values()]];
      const { memberId, toolId } = sent;
      if (typeof memberId !== "string" || typeof toolId !== "string") return refused;
      if (!named.members.has(memberId) || !named.tools.has(toolId)) return refused;
      const tool = named.tools.get(toolId);
      if (tool?.available === false) return [409, { error: "the tool is lent" }];
      if (isLentOnce) named.tools.set(toolId, { ...tool, available: false });
      const loan: Loan = { id: `l${++last}`, memberId, toolId, status: "open" };
      loans.set(loan.id, loan);
      return [201, loan];
    }
    const loan = loans.get(id);
    if (loan === undefined) return missing;
    if (below !== "return") return [200, loan];
    if (loan.status !== "open") return [409, { error: "it was returned before" }];
    const returned: Loan = { ...loan, status: "returned" };
    loans.set(id, returned);
    const tool = named.tools.get(loan.toolId);
    if (tool !== undefined && how === "a tool is lent once at a time")
      named.tools.set(loan.toolId, { ...tool, available: true });
    return [200, returned];
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const parsed = parseJson(body === "" ? "{}" : body);
    const [kind = "", id = "", below = ""] = (request.url ?? "/").split("?")[0]?.split("/").slice(1) ?? [];
    const method = request.method ?? "GET";
    const sent = parsed.ok && isObject(parsed.value) ? parsed.value : {};
    const [status, json] =
      kind === "members" || kind === "tools"
        ? onNamed(kind, method, id, below, sent)
        : onLoans(method, id, below, sent);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(json === undefined ? undefined : JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const text = { type: "string", minLength: 1 };
const object = (properties: JsonObject) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});
const json = (schema: Json) => ({ content: { "application/json": { schema } } });
const answers = (status: string, schema: Json | undefined, ...refusals: readonly string[]) => ({
  responses: Object.fromEntries([
    [status, { description: "", ...(schema === undefined ? {} : json(schema)) }],
    ...refusals.map((refusal) => [refusal, { description: "" }]),
  ]),
});
const takes = (schema: Json) => ({ requestBody: { required: true, ...json(schema) } });
const at = (name: string) => ({ parameters: [{ name, in: "path", required: true, schema: text }] });
const shown = object({ id: text, name: text });
const loan = object({
  id: text,
  memberId: { ...text, nullable: true },
  toolId: text,
  status: { type: "string", enum: ["open", "returned"] },
});
const namedPaths = (kind: string, id: string, takesAlong: boolean) => ({
  [`/${kind}`]: {
    get: answers("200", { type: "array", items: shown }),
    post: { ...takes(object({ name: text })), ...answers("201", shown, "422") },
  },
  [`/${kind}/{${id}}`]: {
    ...at(id),
    get: answers("200", shown, "404"),
    delete: {
      ...(takesAlong ? { description: "Loans that were returned are deleted as well." } : {}),
      ...answers("204", undefined, "404", "409"),
    },
  },
});

export const lendingDocument = (takesAlong: boolean): Json => ({
  openapi: "3.0.3",
  info: { title: "Lending", version: "1" },
  paths: {
    ...namedPaths("members", "memberId", takesAlong),
    ...namedPaths("tools", "toolId", takesAlong),
    "/members/{memberId}/loans": {
      ...at("memberId"),
      get: answers("200", { type: "array", items: loan }, "404"),
    },
    "/loans": {
      get: answers("200", { type: "array", items: loan }),
      post: { ...takes(object({ memberId: text, toolId: text })), ...answers("201", loan, "422") },
    },
    "/loans/{loanId}": { ...at("loanId"), get: answers("200", loan, "404") },
    "/loans/{loanId}/return": { ...at("loanId"), post: answers("200", loan, "404", "409") },
  },
});
