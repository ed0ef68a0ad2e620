import { isArray, isObject, type Json } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import { ownLists } from "#calls/own-values";
import { replaceInBody } from "#calls/replace-in-body";
import { type Template, value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import { PROVOKE } from "#semantics/life";
import type { CallRecipe } from "#semantics/recipe";
import type { Ground } from "./oracle.js";
import { actionsOf, type Kind, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  look: "look",
  provoke: `${PROVOKE}send several, the last of them broken`,
  lookAfter: "look after the refusal",
} as const;

/**
 * Actions that take several things at once, of which the last cannot be right: where that is refused, none of the others
 * may have been taken. On a thing that was moved on as far as the action needs it.
 */
export function brokenBatches(oracle: string, ground: Ground, kind: Kind): readonly PlannedSequence[] {
  return actionsOf(ground, kind.resource).flatMap((action) => {
    const batch = brokenBatch(action);
    if (batch === undefined) return [];
    const situation = new Situation(ground, kind);
    const things = situation.make(CALLS.make);
    situation.moveOn(action.after ?? [], things);
    situation.look(CALLS.look, things);
    const call = situation.working(CALLS.provoke, action, things);
    situation.add({ ...call, ...replaceInBody(call, batch.pointer, value([...batch.items])) });
    situation.look(CALLS.lookAfter, things);
    const { operation } = action;
    return [situation.build(oracle, `let several be refused by ${operation}`, `several by ${operation}`)];
  });
}

interface Batch {
  readonly pointer: JsonPointer;
  readonly items: readonly Json[];
}

/** The first list of objects in a body, with one more at its end that has something else in place of its last member. */
function brokenBatch({ inputs }: CallRecipe): Batch | undefined {
  for (const { pointer, template } of ownLists(inputs.body?.content)) {
    const items = itemsOf(template);
    const last = items.at(-1);
    const member = last === undefined ? undefined : Object.keys(last).at(-1);
    if (member === undefined) continue;
    return { pointer, items: [...items, { ...last, [member]: { not: ["what", "is", "asked"] } }] };
  }
  return undefined;
}

/** What is referred to or drawn for each call cannot be told apart here: only plain values count. */
function itemsOf(template: Template) {
  const items = template.kind === "value" && isArray(template.value) ? template.value : [];
  return items.every(isObject) ? items : [];
}
