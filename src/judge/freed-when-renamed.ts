import { aNoun } from "#base/a-noun";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import { ACCEPTED, answers, inRequest } from "#calls/checks";
import { referencesOf } from "#calls/references";
import { hasPlace, replaceInBody } from "#calls/replace-in-body";
import { isSuccess, succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { wholeSpans } from "#semantics/short-spans";
import { earlier, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { sentMembers } from "./sent-members.js";
import { idFieldOf, type Kind, kindsOf, Situation } from "./situation.js";
import { seenAt, sentBy } from "./written-changes.js";

const CALLS = {
  make: "make it",
  update: "update it",
  look: "look",
  control: `${PROVOKE}make another`,
  again: `${PROVOKE}make one with what it had`,
} as const;

/**
 * What is unique is so among what is there now. A weak norm, as with what was deleted: some services keep old names for
 * those who had them.
 */
export const freedWhenRenamed: Oracle = {
  id: "freed-when-renamed",
  title: "What a thing no longer has since an update, another one can have.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "a field that was seen to be unique, and an update that sets it",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const { create, update, resource } = kind;
      const content = update?.inputs.body?.content;
      if (update === undefined || content === undefined) return [];
      return ground.rules.flatMap((rule) => {
        if (rule.kind !== "unique" || rule.resource !== resource.name) return [];
        const named = rule.fields.filter((field) => !isInPath(kind, field));
        // A begin is not free without its end: with another one it may be no stretch at all.
        const own = [...wholeSpans(create.inputs.body?.content, new Set(named))];
        const [field] = own;
        const isId = field !== undefined && parsePointer(field).at(-1) === idFieldOf(kind);
        if (own.length !== 1 || field === undefined || isId || !isDrawn(ground, kind, field)) return [];
        if (!hasPlace(content, field)) return [];
        const situation = new Situation(ground, kind);
        const things = situation.make(CALLS.make);
        situation.add(situation.working(CALLS.update, update, things));
        situation.look(CALLS.look, things);
        // That there is room for one more is seen first.
        situation.makeBeside(CALLS.control, things);
        situation.makeBeside(CALLS.again, things, (call) => ({
          ...call,
          ...replaceInBody(call, field, inRequest(CALLS.make, field)),
        }));
        return [situation.build(freedWhenRenamed.id, `take the ${field} that a thing had before`, field)];
      });
    }),
  judge: (step) => {
    const { call } = step.exchange;
    if (step.plannedBy !== freedWhenRenamed.id || call.id !== CALLS.again) return [];
    if (isSuccess(step.response) || ![400, 409, 412, 422].includes(step.response.status)) return [];
    const [update, control] = [earlier(step, CALLS.update), earlier(step, CALLS.control)];
    const sent = sentBy(update);
    const field = referencesOf(call)
      .filter(({ reference }) => reference.call === CALLS.make && reference.source.in === "request body")
      .map(({ input }) => input.slice("/body".length))[0];
    if (!succeeded(update) || !succeeded(control) || sent === undefined || field === undefined) return [];
    const now = getAtPointer(unwrap(seenAt(step, CALLS.look), sent), field);
    const had = getAtPointer(sentBy(earlier(step, CALLS.make)), field);
    if (now === undefined || !jsonEqual(now, getAtPointer(sent, field)) || jsonEqual(now, had)) return [];
    return [
      finding(freedWhenRenamed.id, step, {
        evidence: [CALLS.make, CALLS.update, CALLS.look, CALLS.control],
        verdict: "WARN",
        clause: "what was renamed no longer takes its old name",
        shape: field,
        check: answers(CALLS.again, ACCEPTED),
        message: `${step.operation.key} still refuses the ${field} that ${aNoun(noun(step))} had before an update gave it another`,
        expected: "success: nothing has it now",
        got: String(step.response.status),
        why: "Reading the thing shows another value there, and one with values of its own is accepted.",
      }),
    ];
  },
};

function isInPath({ create }: Kind, field: JsonPointer): boolean {
  return Object.hasOwn(create.inputs.path, parsePointer(field)[0] ?? "");
}

/** Drawn for each thing: what is referred to is not a name. */
function isDrawn({ known }: Ground, { create }: Kind, field: JsonPointer): boolean {
  return sentMembers(known.api, create).some(
    ({ pointer, template }) => pointer === field && template.kind === "fresh",
  );
}
