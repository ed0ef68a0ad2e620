import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { inAnswer } from "#calls/checks";
import type { Api, Operation, Schema } from "#openapi/api";
import { successSchema } from "#openapi/media-type";
import { membersOf, typesOf } from "#openapi/schema-shape";
import { tokenHeader } from "#semantics/access/token-header";
import { tokenWeight } from "#semantics/access/token-in";
import { as } from "./access-calls.js";

/** How a call is made as whoever logged in by an earlier one; undefined where a login answers with no token. */
export function withTokenOf(api: Api, login: Operation, entry: string): ((call: Call) => Call) | undefined {
  const token = tokenPlace(api, login);
  if (token === undefined) return undefined;
  const { name, prefix } = tokenHeader(api);
  const reference = { ...inAnswer(entry, token), ...(prefix === "" ? {} : { prefix }) };
  return (call) => as(null, { ...call, header: { ...call.header, [name]: reference } });
}

/** Where the token stands in the answer of a login, as the document tells it. */
function tokenPlace(api: Api, login: Operation): JsonPointer | undefined {
  const schema = successSchema(login);
  if (schema !== undefined && typesOf(schema, api.schemas).has("string")) return "";
  return best(tokensIn(api, schema, ""));
}

interface Candidate {
  readonly pointer: JsonPointer;
  readonly weight: number;
}

function tokensIn(
  api: Api,
  schema: Schema | undefined,
  pointer: JsonPointer,
  depth = 0,
): readonly Candidate[] {
  if (depth > 2) return [];
  return [...membersOf(schema, api.schemas)].flatMap(([name, member]) => {
    const at = appendToPointer(pointer, name);
    const weight = typesOf(member.schema, api.schemas).has("string") ? tokenWeight(name) : 0;
    return weight > 0 ? [{ pointer: at, weight }] : tokensIn(api, member.schema, at, depth + 1);
  });
}

function best(candidates: readonly Candidate[]): JsonPointer | undefined {
  return candidates.toSorted((a, b) => b.weight - a.weight)[0]?.pointer;
}
