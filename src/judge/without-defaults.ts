import { isArray, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { formatPointer, type JsonPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { replaceInBody } from "#calls/replace-in-body";
import { value } from "#calls/template";
import type { Api, OperationKey } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { keywordOf } from "#openapi/schema-shape";
import { namesStatus } from "#semantics/status-name";

interface Choice {
  readonly pointer: JsonPointer;
  readonly byDefault: Json;
  readonly other: Json;
}

/** Members of a body with a few choices, of which one is the default. A status has its own ways. */
export function defaultsIn(api: Api, key: OperationKey): readonly Choice[] {
  const { path, members } = payloadOf(requestSchema(operationOf(api, key)), api.schemas);
  return [...members].flatMap(([name, { schema }]): Choice[] => {
    const [byDefault, choices] = ["default", "enum"].map((word) => keywordOf(schema, word, api.schemas));
    const others = typeof byDefault === "boolean" ? [!byDefault] : isArray(choices) ? choices : [];
    const other = others.findLast((one) => one !== null && !jsonEqual(one, byDefault));
    if (byDefault === undefined || other === undefined || namesStatus(name)) return [];
    return [{ pointer: formatPointer([...path, name]), byDefault, other }];
  });
}

/** The call with another choice than the default in each of these. */
export function withoutDefaults(call: Call, choices: readonly Choice[]): Call {
  let changed = call;
  for (const { pointer, other } of choices)
    changed = { ...changed, ...replaceInBody(changed, pointer, value(other)) };
  return changed;
}
