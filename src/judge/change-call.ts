import { aloneAt } from "#calls/alone-at";
import type { Call } from "#calls/call";
import { mapTemplate } from "#calls/map-inputs";
import { type OwnValue, ownLists, ownValues } from "#calls/own-values";
import type { Api, OperationKey, Schema } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { memberSchemaAt } from "#openapi/schema-shape";
import type { Made } from "#semantics/recipe";
import { idFieldOf, type Situation } from "./situation.js";

/**
 * A call that changes a thing: by the inputs that were seen to work, or, for a PATCH that nobody has tried, by one
 * value that a create takes as well. `pick` chooses among several. Undefined where nothing is known to send.
 */
export function changeCall(
  situation: Situation,
  api: Api,
  operation: OperationKey,
  id: string,
  things: Made,
  pick = 0,
): Call | undefined {
  const { update } = situation.kind;
  if (operation.startsWith("PATCH ")) return patchCall(situation, api, operation, id, things, pick);
  return update?.operation === operation ? situation.working(id, update, things) : undefined;
}

/** A call that sends one member of a thing alone. */
export function patchCall(
  situation: Situation,
  api: Api,
  operation: OperationKey,
  id: string,
  things: Made,
  pick = 0,
): Call | undefined {
  const plain = situation.plain(id, operation, things);
  // A JSON Patch is a list of commands, not a part of the thing.
  if (plain.body === undefined || /json-patch/i.test(plain.body.contentType)) return undefined;
  const schema = requestSchema(operationOf(api, operation));
  const own = patchable(situation, api, schema)[pick];
  if (own === undefined) return undefined;
  const value = mapTemplate(own.template, { fresh: (fresh) => ({ ...fresh, name: `${id}: ${fresh.name}` }) });
  const envelope = payloadOf(schema, api.schemas).path;
  const content = aloneAt(plain.body.content, envelope, own.path, value);
  return { ...plain, body: { ...plain.body, content } };
}

/** So many single values come before the lists. */
const FIRST = 2;

/** What both a create and the patch have, but for the id. */
function patchable(situation: Situation, api: Api, schema: Schema | undefined): readonly OwnValue[] {
  const { kind } = situation;
  const content = kind.create.inputs.body?.content;
  const own = ownValues(content);
  return [...own.slice(0, FIRST), ...ownLists(content), ...own.slice(FIRST)].filter(
    ({ path }) => memberSchemaAt(schema, path, api.schemas) !== undefined && path.at(-1) !== idFieldOf(kind),
  );
}
