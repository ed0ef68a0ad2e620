import type { Json, JsonObject } from "#base/json";
import type { Diagnostic } from "#glacier/diagnostic";
import { loadApiFromJson } from "#openapi/load-api";
import { checkProtocol, type ProtocolCheckOptions } from "#protocol/check-protocol";
import { parseProtocol } from "#protocol/parse-protocol";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const answers = (...pairs: [status: string, schema?: JsonObject][]): JsonObject => ({
  responses: Object.fromEntries(
    pairs.map(([status, schema]) => [status, { description: "", ...(schema && json(schema)) }]),
  ),
});
const parameter = (name: string, place: string, type = "string"): JsonObject => ({
  name,
  in: place,
  required: place === "path",
  schema: { type },
});
const takes = (schema: JsonObject): JsonObject => ({ requestBody: { required: true, ...json(schema) } });

const document: Json = {
  openapi: "3.0.3",
  info: { title: "Shop", version: "1" },
  paths: {
    "/customers": {
      get: {
        operationId: "listCust",
        parameters: [parameter("limit", "query", "integer"), parameter("q", "query")],
        ...answers(["200", { type: "array", items: ref("Customer") }]),
      },
      post: {
        operationId: "addCust",
        ...takes(ref("Customer")),
        ...answers(["201", ref("Created")], ["400", ref("Fault")]),
      },
    },
    "/customers/{custId}": {
      parameters: [parameter("custId", "path")],
      get: { operationId: "getCust", ...answers(["200", ref("Customer")], ["404"]) },
      delete: { operationId: "deleteCust", security: [{ key: [] }], ...answers(["204"], ["404"]) },
    },
    "/customers/{custId}/cards": {
      parameters: [parameter("custId", "path")],
      post: {
        operationId: "addCard",
        tags: ["card"],
        ...takes(ref("Card")),
        ...answers(["201", ref("Created")]),
      },
    },
    "/transfers": {
      post: {
        operationId: "transfer",
        parameters: [
          { ...parameter("from", "query"), required: true },
          { ...parameter("to", "query"), required: true },
        ],
        ...answers(["200"], ["4XX"]),
      },
    },
    "/things/{id}": {
      parameters: [parameter("id", "path"), parameter("id", "query")],
      get: answers(["200"]),
    },
    "/ping": { get: { operationId: "system_ping", ...answers(["200"]) } },
  },
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
    schemas: {
      Customer: {
        type: "object",
        properties: {
          id: { type: "string" },
          name: { type: "string" },
          age: { type: "integer" },
          vip: { type: "boolean" },
        },
      },
      Card: { type: "object", properties: { number: { type: "string" }, limit: { type: "integer" } } },
      Created: { type: "object", properties: { id: { type: "string" } } },
      Fault: { type: "object", properties: { message: { type: "string" } } },
    },
  },
};

const loaded = loadApiFromJson(document);
if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));

/** A small shop, as in the paper's Fig. 1, with something of everything that a check looks at. */
export const shop = loaded.value;

export function checkShop(text: string, options?: ProtocolCheckOptions): readonly Diagnostic[] {
  const parsed = parseProtocol(text);
  if (!parsed.ok) throw new Error(`${text}: ${JSON.stringify(parsed.problems)}`);
  return checkProtocol(parsed.value, shop, options);
}
