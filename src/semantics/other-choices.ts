import { isArray } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { formatPointer } from "#base/json-pointer";
import type { CallInputs } from "#calls/call";
import { templateAt } from "#calls/place-template";
import { replaceInBody } from "#calls/replace-in-body";
import type { Api, Operation } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { payloadOf } from "#openapi/payload";
import { keywordOf } from "#openapi/schema-shape";

/** More choices than that are not steps that somebody takes one after the other. */
const MOST_CHOICES = 8;

/**
 * The same call with each other choice of a member that has a few: an open ticket cannot become `resolved`, but it can
 * become `pending`. Only where there is one such member: then it is what the call is about.
 */
export function otherChoices(inputs: CallInputs, operation: Operation, api: Api): CallInputs[] {
  const { path, members } = payloadOf(requestSchema(operation), api.schemas);
  const chosen = [...members].flatMap(([name, { schema }]) => {
    const choices = keywordOf(schema, "enum", api.schemas);
    const pointer = formatPointer([...path, name]);
    const sent = inputs.body === undefined ? undefined : templateAt(inputs.body.content, pointer);
    if (!isArray(choices) || choices.length > MOST_CHOICES || sent?.kind !== "value") return [];
    return [{ pointer, others: choices.filter((choice) => !jsonEqual(choice, sent.value)) }];
  });
  const [only, ...more] = chosen;
  if (only === undefined || more.length > 0) return [];
  return only.others.map((value) => replaceInBody(inputs, only.pointer, { kind: "value", value }));
}
