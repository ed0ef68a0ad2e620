import { closest, didYouMean, editDistance } from "#base/did-you-mean";
import { isArray, isObject, type Json, type JsonObject } from "#base/json";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import { type Problem, problem } from "#base/problem";
import type { Api } from "#openapi/api";
import { parseFormula } from "./parse-formula.js";

const OF_OPERATION = ["x-requires", "x-ensures"];
const OF_API = ["x-invariants"];

/** What operations do, as other tools write it too. */
const TAGS = ["x-crudOperationSemantics", "x-crudResourceType", "x-crudResourceIdentifier"];

/**
 * Members that hold clauses or tags and that nobody reads: `x-ensure`, or `x-invariants` of an operation. A document has many
 * other members with `x-`, so only what is nearly such a name and holds what a list of clauses does is told.
 */
export function misspeltMembers(api: Api): readonly Problem[] {
  return [
    ...misspeltIn(api.extensions, "", OF_API, OF_OPERATION),
    ...api.operations.flatMap(({ extensions, pointer }) =>
      misspeltIn(extensions, pointer, OF_OPERATION, OF_API),
    ),
  ];
}

function misspeltIn(
  members: JsonObject,
  owner: JsonPointer,
  read: readonly string[],
  elsewhere: readonly string[],
): readonly Problem[] {
  return Object.entries(members).flatMap(([name, value]) => {
    const where = { pointer: appendToPointer(owner, name) };
    if (isNearlyTag(name)) return [noSuchMember(name, "a tag", TAGS, where)];
    if (!/^x-/i.test(name) || read.includes(name) || !holdsClauses(value)) return [];
    if (elsewhere.includes(name)) {
      const [right, here] =
        owner === "" ? ["an operation", "the document's root"] : ["the document's root", "an operation"];
      const message = `${name} belongs to ${right}, and is not read of ${here}.`;
      return [problem("contract-member-unknown", message, `Move it, or use ${read.join(" or ")}.`, where)];
    }
    const known = [...read, ...elsewhere];
    const isMisspelt = closest(name.toLowerCase(), known) !== undefined;
    return isMisspelt ? [noSuchMember(name, "a list of clauses", known, where)] : [];
  });
}

/** Other tools may have other tags: only a letter or two may be wrong. */
function isNearlyTag(name: string): boolean {
  return !TAGS.includes(name) && TAGS.some((tag) => editDistance(name, tag) <= 2);
}

function noSuchMember(
  name: string,
  kind: string,
  known: readonly string[],
  where: Pick<Problem, "pointer">,
): Problem {
  const message = `${name} looks like ${kind}, and nothing reads a member of that name.`;
  return problem("contract-member-unknown", message, didYouMean(name, known), where);
}

/** One formula or entry, or a list of them. A bare word is the name of something, and no statement. */
function holdsClauses(value: Json): boolean {
  const entries = isArray(value) ? value : [value];
  return entries.length > 0 && entries.every(isClause);
}

function isClause(entry: Json): boolean {
  if (isObject(entry)) return ["use", "clause", "generated"].some((member) => Object.hasOwn(entry, member));
  if (typeof entry !== "string") return false;
  const parsed = parseFormula(entry);
  return parsed.ok && parsed.value.kind !== "name" && parsed.value.kind !== "literal";
}
