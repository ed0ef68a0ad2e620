import { isObject, type Json } from "#base/json";
import type { HttpResponse, Outcome, SaidMeaning } from "#calls/exchange";
import { meaningOfStatus } from "#calls/meaning";
import { FAILURES, holdsSign, type RefusalSign, type Signs } from "#calls/refusal-sign";
import type { Api, Schema } from "#openapi/api";
import { successSchema } from "#openapi/media-type";
import { keywordOf, membersOf, typesOf } from "#openapi/schema-shape";
import { sayingIn, saysItMisses } from "./read-refusal.js";

/** `{"ok": false}`, `{"error": "…"}`, `{"status": "error"}`, `{"code": 404}`. */
export function signsIn(body: Json | undefined): readonly RefusalSign[] {
  return CANDIDATES.filter((sign) => holdsSign(sign, body));
}

const FLAGS = ["ok", "success", "succeeded", "successful"];
const STATES = ["status", "result", "state"];

const CANDIDATES: readonly RefusalSign[] = [
  ...FLAGS.map((member) => ({ member, says: "false" }) as const),
  ...["error", "errors"].map((member) => ({ member, says: "something" }) as const),
  ...STATES.map((member) => ({ member, says: "a word of failure" }) as const),
  ...["code", "status", "statusCode", "errorCode"].map(
    (member) => ({ member, says: "an error's number" }) as const,
  ),
];

/**
 * The signs that a document declares: a member of successes that is one of two words, of which one says that it failed, or
 * a flag of success that several operations have. What one operation has may be what a job came to.
 */
export function signsDeclared({
  operations,
  schemas,
}: Pick<Api, "operations" | "schemas">): readonly RefusalSign[] {
  const found = operations.flatMap((operation) =>
    [...membersOf(successSchema(operation), schemas)].flatMap(([member, { schema }]) => {
      const sign = signOf(member, schema, schemas);
      return sign === undefined ? [] : [sign];
    }),
  );
  const texts = found.map((sign) => JSON.stringify(sign));
  return found.filter((_, at) => {
    const first = texts.indexOf(texts[at] ?? "");
    return first === at && texts.indexOf(texts[at] ?? "", at + 1) >= 0;
  });
}

function signOf(member: string, schema: Schema, schemas: Api["schemas"]): RefusalSign | undefined {
  if (FLAGS.includes(member) && typesOf(schema, schemas).has("boolean")) return { member, says: "false" };
  const choices = keywordOf(schema, "enum", schemas);
  if (!STATES.includes(member) || !Array.isArray(choices) || choices.length !== 2) return undefined;
  const words = choices.map((choice) => String(choice).toLowerCase());
  const failure = words.find((word) => FAILURES.some((known) => known === word));
  return failure === undefined ? undefined : { member, says: "a word of failure", word: failure };
}

/** What an answer means by these signs, and by which of them; undefined where its status says it. */
export function meaningIn(
  signs: Signs,
  response: HttpResponse,
): { readonly means: SaidMeaning; readonly sign?: RefusalSign } | undefined {
  const byStatus = meaningOfStatus(response.status);
  const sign = byStatus === "done" ? signs.refusals.find((one) => isIn(one, response)) : undefined;
  if (byStatus === "done" && sign === undefined) return undefined;
  if (byStatus === "absent" || byStatus === "denied" || byStatus === "silent") return undefined;
  const told = sign === undefined ? {} : { sign };
  if (saysAbsent(signs, response)) return { means: "absent", ...told };
  return sign && { means: byNumber(sign, response), sign };
}

function isIn(sign: RefusalSign, { body }: HttpResponse): boolean {
  return body.kind === "json" && holdsSign(sign, body.value);
}

function saysAbsent({ absences }: Signs, response: HttpResponse): boolean {
  const own = absences.filter(({ status }) => status === response.status);
  if (own.length === 0) return false;
  const saying = sayingIn(response);
  return own.some((absence) => absence.saying === saying);
}

/** A number in the body means what it would mean as a status. */
function byNumber({ member, says }: RefusalSign, { body }: HttpResponse): SaidMeaning {
  const value = body.kind === "json" && isObject(body.value) ? body.value[member] : undefined;
  if (says !== "an error's number" || typeof value !== "number") return "refused";
  const meaning = meaningOfStatus(value);
  return meaning === "done" || meaning === "silent" ? "refused" : meaning;
}

/**
 * What an answer says to a call for a thing that there never was; undefined where its status says it, or it says nothing. Without
 * words for it, a 400 may be about the form of the id, and a 500 about anything.
 */
export function absenceIn(outcome: Outcome, isRefused: boolean): Signs["absences"][number] | undefined {
  if (outcome.kind === "none" || outcome.body.kind === "empty" || outcome.body.kind === "binary")
    return undefined;
  const meaning = meaningOfStatus(outcome.status);
  const mayBe = meaning === "refused" || meaning === "broken" || (meaning === "done" && isRefused);
  if (!mayBe || !saysItMisses(outcome.body.text.slice(0, 2_000))) return undefined;
  return { status: outcome.status, saying: sayingIn(outcome) };
}
