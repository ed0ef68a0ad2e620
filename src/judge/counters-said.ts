import { isArray } from "#base/json";
import { formatPointer, type JsonPointer } from "#base/json-pointer";
import type { Api, Operation } from "#openapi/api";
import { successSchema } from "#openapi/media-type";
import { payloadOf } from "#openapi/payload";
import { keywordOf, typesOf } from "#openapi/schema-shape";
import { StatusWords } from "#semantics/status-words";

/** A member of a thing that has one of a few words. */
export interface StatusMember {
  readonly name: string;
  readonly statuses: readonly string[];
}

/** A number of a thing that counts others in certain statuses, as the document says. */
export interface CounterSaid {
  readonly pointer: JsonPointer;
  readonly counted: readonly string[];
}

/** The words of a sentence that leave open which ones count. */
const UNSURE =
  /\b(?:not|no|non|never|except|excluding|without|unless|other than|but|e\.g|such as|like|including|ever|so far|until)\b/i;

/** The member of what `read` shows that says whether numbers which `shown` shows count it, with these numbers. */
export function countedBy(
  read: Operation,
  shown: Operation,
  api: Api,
): { readonly member: StatusMember; readonly counters: readonly CounterSaid[] } | undefined {
  return statusMembers(read, api)
    .map((member) => ({ member, counters: countersSaid(shown, api, member.statuses) }))
    .find(({ counters }) => counters.length > 0);
}

function statusMembers(read: Operation, { schemas }: Api): readonly StatusMember[] {
  return [...payloadOf(successSchema(read), schemas).members].flatMap(([name, { schema }]) => {
    const choices = keywordOf(schema, "enum", schemas);
    const statuses = isArray(choices) ? choices.filter((one) => typeof one === "string") : [];
    return statuses.length > 1 ? [{ name, statuses }] : [];
  });
}

/** `Bookings that are booked or checked in`: some of the statuses are named, others are not, and nothing is excepted. */
function countersSaid(
  read: Operation,
  { schemas }: Api,
  statuses: readonly string[],
): readonly CounterSaid[] {
  const { path, members } = payloadOf(successSchema(read), schemas);
  return [...members].flatMap(([name, { schema }]) => {
    const said = keywordOf(schema, "description", schemas);
    if (typeof said !== "string" || UNSURE.test(said) || !typesOf(schema, schemas).has("integer")) return [];
    const counted = new StatusWords(statuses).named(said.replaceAll(/[`"']/g, ""));
    if (counted.length === 0 || counted.length === statuses.length) return [];
    return [{ pointer: formatPointer([...path, name]), counted }];
  });
}
