import { aNoun } from "#base/a-noun";
import { isObject, type Json, property } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { Exchange } from "#calls/exchange";
import { referencesOf } from "#calls/references";
import { isSuccess, succeeded } from "#calls/succeeded";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Api, Operation } from "#openapi/api";
import { successSchema } from "#openapi/media-type";
import { payloadOf } from "#openapi/payload";
import { keywordOf } from "#openapi/schema-shape";
import { PROVOKE } from "#semantics/life";
import { speaksOf } from "#semantics/promises";
import { kindOfRole, roleIn } from "#semantics/role";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { moveElsewhere } from "./move-elsewhere.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { sentBy } from "./written-changes.js";

const CALLS = {
  make: "make it",
  look: "look",
  place: "make another place for it",
  move: `${PROVOKE}move it to `,
  lookAfter: "look at it there",
} as const;

/**
 * A thing shows members of what it belongs to: the begin of its slot, as their descriptions say. Moved to another one, it must
 * not go on showing those of the first. Words may be read wrongly; hence a warning.
 */
export const movedTakesWhatIsThere: Oracle = {
  id: "moved-takes-what-is-there",
  title: "What a thing shows of what it belongs to changes when it is moved to another.",
  verdict: "WARN",
  source: "the descriptions of members; a service's agreement with itself",
  needs:
    "a call that moves a thing, and a read that shows a member whose description names what it was moved to",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    const { exchange, plannedBy, operation, api, response } = step;
    if (plannedBy !== movedTakesWhatIsThere.id || exchange.call.id !== CALLS.lookAfter) return [];
    const move = step.before.find(({ call }) => call.id.startsWith(CALLS.move));
    const [look, place] = [CALLS.look, CALLS.place].map((id) => earlier(step, id));
    const first = placeBefore(step, place);
    if (move === undefined || ![move, look, place, first].every(succeeded) || !isSuccess(response)) return [];
    const kind = move.call.id.slice(CALLS.move.length);
    const [before, now] = [look, exchange].map((one) => thingShown(api, operation, one));
    const [there, here] = [place, first].map((one) => madeOf(step, one));
    const isMoved = Object.entries(membersIn(sentBy(move))).every(([name, sent]) =>
      jsonEqual(property(now, name), sent),
    );
    const stale = ownedBy(api, operation, kind).find((name) => {
      const [old, other] = [property(here, name), property(there, name)];
      const isCopied = typeof old === "string" && jsonEqual(property(before, name), old);
      return isCopied && other !== undefined && other !== old && jsonEqual(property(now, name), old);
    });
    if (!isMoved || stale === undefined) return [];
    return [
      finding(movedTakesWhatIsThere.id, step, {
        operation: move.call.operation,
        evidence: [CALLS.make, CALLS.look, CALLS.place, move.call.id],
        verdict: "WARN",
        clause: "what is shown of another thing is of the right one",
        shape: stale,
        message: `${move.call.operation} moves ${aNoun(noun(step))} to another ${kind}, and its ${stale} is still that of the first`,
        expected: `${show(property(there, stale) ?? null)}, as the ${kind} has that it was moved to`,
        got: show(property(now, stale) ?? null),
        why: `The document describes ${stale} as being of the ${kind}, and before it was.`,
      }),
    ];
  },
};

function planned(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { api } = ground.known;
  const [read] = kind.resource.read;
  const operation = api.operations.find(({ key }) => key === read);
  if (operation === undefined) return [];
  return kind.create.needs.flatMap((need) => {
    const parent = kindOfRole(roleIn(need));
    if (ownedBy(api, operation, parent).length === 0) return [];
    const situation = new Situation(ground, kind);
    const things = situation.make(CALLS.make);
    situation.look(CALLS.look, things);
    const ids = { place: CALLS.place, move: CALLS.move + parent };
    if (moveElsewhere(ground, situation, things, roleIn(need), ids) === undefined) return [];
    situation.look(CALLS.lookAfter, things);
    const purpose = `move ${aNoun(kind.resource.name)} to another ${parent}`;
    return [situation.build(movedTakesWhatIsThere.id, purpose, parent)];
  });
}

/** Members that are described as being of another kind of thing, and not as they were once. */
function ownedBy({ schemas }: Api, operation: Operation, kind: string): readonly string[] {
  return [...payloadOf(successSchema(operation), schemas).members].flatMap(([name, { schema }]) => {
    const said = keywordOf(schema, "description", schemas);
    return typeof said === "string" && speaksOf(said, kind) && /\bof\b/i.test(said) && !ONCE.test(said)
      ? [name]
      : [];
  });
}

const ONCE = /\b(when|at the time|originally?|initial(ly)?|first|was|were|snapshot|id|identifier)\b/i;

/** The one of the same kind that the thing was made for. */
function placeBefore({ before }: Step, place: Exchange | undefined): Exchange | undefined {
  const make = before.find(({ call }) => call.id === CALLS.make);
  const named = make === undefined ? [] : referencesOf(make.call).map(({ reference }) => reference.call);
  return before.find(({ call }) => named.includes(call.id) && call.operation === place?.call.operation);
}

function madeOf({ api }: Step, made: Exchange | undefined): Json | undefined {
  const operation = api.operations.find(({ key }) => key === made?.call.operation);
  return operation === undefined ? undefined : thingShown(api, operation, made);
}

/** Without its envelope. */
function thingShown(
  { schemas }: Api,
  operation: Operation,
  exchange: Exchange | undefined,
): Json | undefined {
  const { path } = payloadOf(successSchema(operation), schemas);
  return path.reduce<Json | undefined>((whole, name) => property(whole, name), bodyOf(exchange));
}

function membersIn(body: Json | undefined): Readonly<Record<string, Json>> {
  return body !== undefined && isObject(body) ? body : {};
}
