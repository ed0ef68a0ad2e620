import { jsonEqual } from "#base/json-equal";
import { getAtPointer, parsePointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import { unwrap } from "#base/unwrap";
import type { Call } from "#calls/call";
import { answers, inRequest, REFUSED } from "#calls/checks";
import { hasPlace, replaceInBody } from "#calls/replace-in-body";
import { succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import { type TemplateLeaf, templateLeaves } from "#calls/template-leaves";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { keywordOf, memberSchemaAt } from "#openapi/schema-shape";
import { PROVOKE } from "#semantics/life";
import { at, whenIn } from "#semantics/when";
import { kindsByUpdate } from "./kinds-by-update.js";
import { leavesOf } from "./leaves.js";
import { earlier } from "./lifecycle.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { sentMembers } from "./sent-members.js";
import { refusedAs } from "./sent-span.js";
import { show } from "./show.js";
import { idFieldOf, type Kind, Situation } from "./situation.js";
import { numbersIn } from "./vary-template.js";
import { seenNow, sentBy } from "./written-changes.js";

const CALLS = {
  make: "make it",
  create: `${PROVOKE}make one that is refused`,
  control: `${PROVOKE}make another`,
  update: `${PROVOKE}make the first one so`,
  look: "look",
} as const;

/** So many members of a kind of thing are tried. */
const MOST = 2;

/**
 * A number as large as the document allows, where a thing refers to others: more than there are seats, or units, or money.
 * And a stretch of time that ends before it begins. What the create refuses beside one that it takes, an update must not
 * bring about. Only numbers are a weak norm: an update may be for what a create has to wait for.
 */
export const refusedOnUpdateToo: Oracle = {
  id: "refused-on-update-too",
  title: "What a create refuses to make, an update does not make of a thing.",
  verdict: "ERR",
  source: "a service's agreement with itself",
  needs: "an update that sets what a create sets: a number beside a reference, or a begin and an end",
  sequences: (ground) =>
    kindsByUpdate(ground).flatMap((kind) => {
      if (kind.resource.read[0] === undefined || kind.update === undefined) return [];
      return trialsOf(ground, kind)
        .slice(0, MOST)
        .flatMap(([part, change]) => {
          const situation = new Situation(ground, kind);
          const things = situation.make(CALLS.make);
          situation.makeBeside(CALLS.create, things, change);
          situation.makeBeside(CALLS.control, things);
          const update = situation.updating(CALLS.update, things);
          if (update === undefined) return [];
          situation.add(change(withOwnNumbers(kind, update)));
          situation.look(CALLS.look, things);
          return [situation.build(refusedOnUpdateToo.id, `update a thing to ${part}`, part)];
        });
    }),
  judge: (step) => {
    if (step.plannedBy !== refusedOnUpdateToo.id || step.exchange.call.id !== CALLS.look) return [];
    const [create, control, update] = [CALLS.create, CALLS.control, CALLS.update].map((id) =>
      earlier(step, id),
    );
    const status = refusedAs(create);
    if (status === undefined || !succeeded(control) || !succeeded(update)) return [];
    const made = isOtherwiseAlike(step) ? broughtAbout(step) : [];
    const [first] = made;
    if (create === undefined || first === undefined) return [];
    const operation = update?.call.operation ?? step.operation.key;
    const names = made.map(({ pointer }) => pointer).join(" and ");
    const values = made.map((leaf) => show(leaf.value)).join(" and ");
    return [
      finding(refusedOnUpdateToo.id, step, {
        operation,
        evidence: [CALLS.make, CALLS.create, CALLS.control, CALLS.update],
        verdict: looksLikeDate(first.value) ? "ERR" : "WARN",
        clause: "an update does what a create may",
        shape: names,
        check: answers(CALLS.update, REFUSED),
        message: `${operation} accepts for ${names} what ${create.call.operation} refuses`,
        expected: `${status}, as for a new one with ${values}`,
        got: `success, and ${values} there`,
        why: "The same value in a new thing is refused, and one with a usual value is taken.",
      }),
    ];
  },
};

/** What the refused create and the update have in common, and the thing did not have: all of it is there now. */
function broughtAbout(step: Step) {
  const [make, create, update] = [CALLS.make, CALLS.create, CALLS.update].map((id) =>
    sentBy(earlier(step, id)),
  );
  const tried = leavesOf(update).filter(
    ({ pointer, value: sent }) =>
      jsonEqual(getAtPointer(create, pointer), sent) && !jsonEqual(getAtPointer(make, pointer), sent),
  );
  const now = update === undefined ? undefined : unwrap(seenNow(step), update);
  return tried.every(({ pointer, value: sent }) => jsonEqual(getAtPointer(now, pointer), sent)) ? tried : [];
}

/**
 * The update leaves the other numbers, and what was chosen of a few, as the thing has them: a price may be what the number
 * is held to, and a short talk may be no longer than a quarter of an hour.
 */
function withOwnNumbers({ create }: Kind, update: Call): Call {
  let call = update;
  const { content } = create.inputs.body ?? {};
  const chosen = content === undefined ? [] : templateLeaves(content).filter(isChosen);
  for (const { pointer } of [...numbersIn(content), ...chosen]) {
    const { body } = call;
    if (body !== undefined && hasPlace(body.content, pointer))
      call = { ...call, ...replaceInBody(call, pointer, inRequest(CALLS.make, pointer)) };
  }
  return call;
}

function isChosen({ template }: TemplateLeaf): boolean {
  return template.kind === "value";
}

/** Of the numbers that both send only one may differ from what the thing had, and nothing that both creates chose alike. */
function isOtherwiseAlike(step: Step): boolean {
  const [make, create, update] = [CALLS.make, CALLS.create, CALLS.update].map((id) =>
    sentBy(earlier(step, id)),
  );
  const moved = leavesOf(update).filter(({ pointer, value: sent }) => {
    const [had, refused] = [getAtPointer(make, pointer), getAtPointer(create, pointer)];
    const isFixed = typeof sent === "number" || jsonEqual(had, refused);
    return isFixed && had !== undefined && !jsonEqual(sent, had) && !jsonEqual(sent, refused);
  });
  return moved.length === 0;
}

type Trial = readonly [part: string, change: (call: Call) => Call];

function trialsOf({ known: { api } }: Ground, kind: Kind): readonly Trial[] {
  const { create, update } = kind;
  const sets = update && requestSchema(operationOf(api, update.operation));
  const isSet = (pointer: string) => memberSchemaAt(sets, parsePointer(pointer), api.schemas) !== undefined;
  const when = whenIn(create.inputs.body?.content);
  const turned: readonly Trial[] =
    when?.end !== undefined && isSet(when.begin.pointer) && isSet(when.end.pointer)
      ? [["end before it begins", (call) => at(call, when, [4, 0], CALLS.make)]]
      : [];
  const numbers = create.needs.length === 0 ? [] : sentMembers(api, create);
  return [
    ...turned,
    ...numbers.flatMap(({ name, pointer, schema }): readonly Trial[] => {
      const most = schema === undefined ? undefined : keywordOf(schema, "maximum", api.schemas);
      if (typeof most !== "number" || !isSet(pointer) || name === idFieldOf(kind)) return [];
      return [
        [
          `have the largest ${pointer}`,
          (call) => ({ ...call, ...replaceInBody(call, pointer, value(most)) }),
        ],
      ];
    }),
  ];
}
