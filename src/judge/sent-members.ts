import { isObject, type Json } from "#base/json";
import { formatPointer, getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { CallInputs } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Template } from "#calls/template";
import type { Api, OperationKey, Schema } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { anyOperation } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { sentBy } from "./written-changes.js";

/** What a call sends of a thing, by name, wherever in the body that stands. */
export interface SentMember {
  readonly name: string;
  readonly pointer: JsonPointer;
  readonly template: Template;
  readonly schema?: Schema;
}

/** A call, or how one is made. */
interface Sending {
  readonly operation: OperationKey;
  readonly inputs: Pick<CallInputs, "body">;
}

export function sentMembers(api: Api, { operation, inputs }: Sending): readonly SentMember[] {
  const { path, members } = payloadOf(requestSchema(anyOperation(api, operation)), api.schemas);
  const content = path.reduce<Template | undefined>(
    (whole, name) => (whole?.kind === "object" ? whole.members[name] : undefined),
    inputs.body?.content,
  );
  return Object.entries(content?.kind === "object" ? content.members : {}).map(([name, template]) => {
    const schema = members.get(name)?.schema;
    const pointer = formatPointer([...path, name]);
    return { name, pointer, template, ...(schema === undefined ? {} : { schema }) };
  });
}

/** What an exchange sent of a thing, without its envelope. */
export function saidBy(api: Api, exchange: Exchange | undefined): Json | undefined {
  if (exchange === undefined) return undefined;
  const { path } = payloadOf(requestSchema(anyOperation(api, exchange.call.operation)), api.schemas);
  return getAtPointer(sentBy(exchange), formatPointer(path));
}

/** How many members lead to what is said of a thing in a body. */
export function envelopeOf(api: Api, operation: OperationKey): number {
  return payloadOf(requestSchema(anyOperation(api, operation)), api.schemas).path.length;
}

/** What a look or an item of a list shows where a body sent something, also in less of an envelope than was sent. */
export function shownAt(
  shown: Json | undefined,
  sent: Json | undefined,
  pointer: JsonPointer,
  envelope: number,
): Json | undefined {
  const way = parsePointer(pointer);
  for (let depth = 0; depth <= envelope; depth++) {
    const like = getAtPointer(sent, formatPointer(way.slice(0, depth)));
    const found = isObject(like)
      ? getAtPointer(unwrap(shown, like), formatPointer(way.slice(depth)))
      : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
