import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import { answers, inRequest, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { saidNo } from "#calls/meaning";
import { referencesOf } from "#calls/references";
import { replaceInBody } from "#calls/replace-in-body";
import { succeeded } from "#calls/succeeded";
import { AFTERMATH, PROVOKE } from "#semantics/life";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { sentMembers } from "./sent-members.js";
import { show } from "./show.js";
import { idFieldOf, type Kind, kindsOf, Situation } from "./situation.js";
import { sentBy } from "./written-changes.js";

const CALLS = {
  make: "make it",
  small: "make one with a small letter",
  again: `${PROVOKE}make it again`,
  large: `${PROVOKE}make one with a capital`,
  lookSmall: "look at the one with a small letter",
  lookLarge: `${AFTERMATH}the capital`,
} as const;

/**
 * A service may tell `anna` from `Anna`. One that stores both as `anna`, and refuses a second `anna`, has compared what
 * was sent with what is stored: now there are two.
 */
export const uniqueAsStored: Oracle = {
  id: "unique-as-stored",
  title: "What is unique stays unique where it is stored in other letters than it was sent in.",
  verdict: "ERR",
  source: "a service's agreement with itself",
  needs: "a text that was seen to be unique, and a read of one thing",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      uniqueTexts(ground, kind).map((pointer) => {
        const situation = new Situation(ground, kind);
        const things = situation.make(CALLS.make);
        const makeWith = (id: string, prefix: string) =>
          situation.makeBeside(id, things, (call) => ({
            ...call,
            ...replaceInBody(call, pointer, { ...inRequest(CALLS.make, pointer), prefix }),
          }));
        const small = makeWith(CALLS.small, "q");
        makeWith(CALLS.again, "q");
        const large = makeWith(CALLS.large, "Q");
        situation.look(CALLS.lookSmall, small);
        situation.look(CALLS.lookLarge, large);
        return situation.build(
          uniqueAsStored.id,
          `give two things the same ${pointer} but for a capital`,
          pointer,
        );
      }),
    ),
  judge: (step) => {
    if (step.plannedBy !== uniqueAsStored.id || step.exchange.call.id !== CALLS.lookLarge) return [];
    const [small, again, large] = [CALLS.small, CALLS.again, CALLS.large].map((id) => earlier(step, id));
    if (!succeeded(small) || !succeeded(large) || !isRefused(again)) return [];
    const pointer = fieldOf(large);
    const [one, other] = [
      shownAt(earlier(step, CALLS.lookSmall), small, pointer),
      shownAt(step.exchange, large, pointer),
    ];
    if (typeof one !== "string" || one !== other) return [];
    return [
      finding(uniqueAsStored.id, step, {
        operation: large?.call.operation ?? step.operation.key,
        evidence: [CALLS.small, CALLS.again, CALLS.large, CALLS.lookSmall],
        comparisons: [CALLS.again],
        verdict: "ERR",
        clause: "what is unique stays unique",
        shape: pointer,
        check: answers(CALLS.large, REFUSED),
        message: `${large?.call.operation} takes ${aNoun(noun(step))} with the ${pointer} of another in other letters, and stores it in the same`,
        expected: "a refusal, 409 or another 4xx, as for the same letters",
        got: `two with ${show(one)}`,
        why: "Sent in the same letters it is refused: no two may have the same, and now two have.",
      }),
    ];
  },
};

function isRefused(exchange: Exchange | undefined): boolean {
  return saidNo(exchange);
}

function shownAt(
  look: Exchange | undefined,
  made: Exchange | undefined,
  pointer: JsonPointer,
): Json | undefined {
  const sent = sentBy(made);
  return succeeded(look) && sent !== undefined
    ? getAtPointer(unwrap(bodyOf(look), sent), pointer)
    : undefined;
}

function fieldOf(large: Exchange | undefined): JsonPointer {
  const placed = large === undefined ? [] : referencesOf(large.call);
  return placed.find(({ reference }) => reference.prefix !== undefined)?.input.slice("/body".length) ?? "";
}

/** Members that a create draws anew, and of which each alone was seen to be unique. */
function uniqueTexts({ known: { api }, rules }: Ground, kind: Kind): readonly JsonPointer[] {
  if (kind.resource.read[0] === undefined) return [];
  return sentMembers(api, kind.create)
    .filter(({ template }) => template.kind === "fresh" && typeof template.sample === "string")
    .map(({ pointer }) => pointer)
    .filter((pointer) => parsePointer(pointer).at(-1) !== idFieldOf(kind))
    .filter((pointer) =>
      rules.some(
        (rule) =>
          rule.kind === "unique" &&
          rule.resource === kind.resource.name &&
          rule.fields.length === 1 &&
          rule.fields[0] === pointer,
      ),
    );
}
