import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Call } from "#calls/call";
import { answers, REFUSED } from "#calls/checks";
import { referencesOf } from "#calls/references";
import { hasPlace, replaceInBody } from "#calls/replace-in-body";
import { succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { compareWritten } from "./compare-written.js";
import { kindsByUpdate } from "./kinds-by-update.js";
import { earlier, noun } from "./lifecycle.js";
import { finding, type Oracle } from "./oracle.js";
import { show } from "./show.js";
import { idFieldOf, type Kind, Situation } from "./situation.js";
import { seenNow, sentBy } from "./written-changes.js";

const CALLS = {
  make: "make it",
  other: "make another",
  look: "look",
  provoke: `${PROVOKE}take what the other has`,
  lookAfter: "look again",
} as const;

/** What a create refuses, an update must not bring about: the experiments have shown that the values are unique. */
export const uniqueOnUpdate: Oracle = {
  id: "unique-on-update",
  title: "What is unique when things are created stays unique when they are updated.",
  verdict: "ERR",
  source: "a service's agreement with itself",
  needs: "fields that were seen to be unique, and an update that sets them",
  sequences: (ground) =>
    kindsByUpdate(ground).flatMap((kind) => {
      const { resource } = kind;
      const { inputs } = kind.update ?? kind.create;
      const content = inputs.body?.content;
      if (content === undefined) return [];
      return ground.rules.flatMap((rule) => {
        if (rule.kind !== "unique" || rule.resource !== resource.name) return [];
        // What stands in the path is the parent in which the rest is unique: two things of one parent share it.
        const own = rule.fields.filter((field) => !isInPath(kind, field));
        const isUsable = own.every(
          (field) => hasPlace(content, field) && parsePointer(field).at(-1) !== idFieldOf(kind),
        );
        if (!isUsable) return [];
        const situation = new Situation(ground, kind);
        const things = situation.make(CALLS.make);
        if (own.length < rule.fields.length) situation.makeBeside(CALLS.other, things);
        else situation.make(CALLS.other);
        situation.look(CALLS.look, things);
        let taking = situation.updating(CALLS.provoke, things);
        if (taking === undefined) return [];
        for (const pointer of own) {
          const source = { in: "request body", pointer } as const;
          const taken = { kind: "reference", call: CALLS.other, source } as const;
          taking = { ...taking, ...replaceInBody(taking, pointer, taken) };
        }
        situation.add(taking);
        situation.look(CALLS.lookAfter, things);
        const fields = own.join(" and ");
        return [situation.build(uniqueOnUpdate.id, `give a thing the ${fields} of another`, fields)];
      });
    }),
  judge: (step) => {
    if (step.plannedBy !== uniqueOnUpdate.id || step.exchange.call.id !== CALLS.lookAfter) return [];
    const [update, other] = [earlier(step, CALLS.provoke), earlier(step, CALLS.other)];
    const sent = sentBy(update);
    const now = seenNow(step);
    if (!succeeded(update) || !succeeded(other) || sent === undefined || now === undefined) return [];
    const fields = fieldsTaken(update?.call);
    const same = fields.filter((pointer) =>
      isStoredAs(getAtPointer(sentBy(other), pointer), getAtPointer(unwrap(now, sent), pointer)),
    );
    const [first] = same;
    if (first === undefined || same.length < fields.length) return [];
    return [
      finding(uniqueOnUpdate.id, step, {
        operation: update?.call.operation ?? step.operation.key,
        evidence: [CALLS.other, CALLS.provoke],
        verdict: "ERR",
        clause: "what is unique stays unique",
        check: answers(CALLS.provoke, REFUSED),
        shape: fields.join(" "),
        message: `${update?.call.operation} gives ${aNoun(noun(step))} the ${fields.join(" and ")} of another, which is refused on creation`,
        expected: "a refusal, 409 or another 4xx",
        got: `two with ${show(getAtPointer(sentBy(other), first))}`,
        why: "Creating a second one with these values is refused; by an update there are now two.",
      }),
    ];
  },
};

/** As it was sent, or as the service writes such things: what is stored in upper case is the same for both. */
function isStoredAs(sent: Json | undefined, shown: Json | undefined): boolean {
  return (
    sent !== undefined &&
    shown !== undefined &&
    compareWritten(sent, shown).every(({ kind }) => kind === "normalised")
  );
}

function isInPath({ create }: Kind, field: JsonPointer): boolean {
  return Object.hasOwn(create.inputs.path, parsePointer(field)[0] ?? "");
}

/** The places where the update refers to the other thing. */
function fieldsTaken(call: Call | undefined): readonly string[] {
  if (call === undefined) return [];
  return referencesOf(call)
    .filter(({ reference }) => reference.call === CALLS.other)
    .map(({ input }) => input.slice("/body".length));
}
