import { isArray } from "#base/json";
import { aloneAt } from "#calls/alone-at";
import type { Call } from "#calls/call";
import { value } from "#calls/template";
import type { OperationKey } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { keywordOf } from "#openapi/schema-shape";
import type { Made } from "#semantics/recipe";
import type { Ground } from "./oracle.js";
import type { Situation } from "./situation.js";

/** A member of which an operation sets one of several choices, and may do so without saying anything else. */
export interface SettableStatus {
  readonly operation: OperationKey;
  readonly name: string;
  readonly choices: readonly string[];
  readonly call: (id: string, choice: string, situation: Situation, things: Made) => Call;
}

/** A PATCH sets any of its members alone; another method only what it asks for and nothing else. */
export function settableStatuses(
  { known: { api } }: Ground,
  operation: OperationKey,
): readonly SettableStatus[] {
  const { path, members } = payloadOf(requestSchema(operationOf(api, operation)), api.schemas);
  if (!operation.startsWith("PATCH ") && members.size !== 1) return [];
  return [...members].flatMap(([name, { schema }]) => {
    const declared = keywordOf(schema, "enum", api.schemas);
    const choices = isArray(declared) ? declared.filter((one) => typeof one === "string") : [];
    if (choices.length === 0) return [];
    const call = (id: string, choice: string, situation: Situation, things: Made): Call => {
      const plain = situation.plain(id, operation, things);
      const content = aloneAt(plain.body?.content, path, [...path, name], value(choice));
      return { ...plain, body: { contentType: "application/json", ...plain.body, content } };
    };
    return [{ operation, name, choices, call }];
  });
}
