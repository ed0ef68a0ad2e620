import type { JsonPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { replaceInBody } from "#calls/replace-in-body";
import { type Template, value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import { PROVOKE } from "#semantics/life";
import type { CallRecipe, Made } from "#semantics/recipe";
import { wayTo } from "#semantics/way-to";
import { amountIn, isAmountField } from "./amount-changes.js";
import type { Ground } from "./oracle.js";
import { actionsOf, type Kind, Situation } from "./situation.js";
import { type NumberAt, numbersIn } from "./vary-template.js";

/** None of the acts is sure to be taken: a price is paid in full or not at all. */
export const AMOUNTS = {
  make: "make it",
  look: "look",
  act: `${PROVOKE}act`,
  lookAct: "look at the effect",
  more: `${PROVOKE}ask for more than is left`,
  lookMore: "look after asking for more",
  all: `${PROVOKE}ask for all that is left`,
  lookAll: "look after asking for all",
  other: "make another",
  lookOther: "look at the other",
  actOther: `${PROVOKE}act with another amount`,
  lookOtherAct: "look at the other effect",
} as const;

export const BEFOREHAND = "bring it there:";

/** So many actions of a kind are tried. */
const MOST = 3;

/** A change by one or two may be anything. */
const LEAST = 3;

/**
 * An action that names one number and was seen to change one: on one thing with an amount, on another with about half of
 * it. Where the number goes down, the first is then asked for as much as there was at first, which is more than is left,
 * and for just what is left. No amount is larger than what was there.
 */
export function planAmounts(ground: Ground, kind: Kind, oracle: string): readonly PlannedSequence[] {
  const { resource } = kind;
  if (resource.read[0] === undefined) return [];
  const movers = actionsOf(ground, resource).flatMap((action) => {
    const [amount, ...others] = numbersIn(action.inputs.body?.content);
    const moved = movedBy(ground, action);
    return amount === undefined || others.length > 0 || moved === undefined
      ? []
      : [{ action, amount, moved }];
  });
  return movers.slice(0, MOST).map(({ action, amount, moved }) => {
    const situation = new Situation(ground, kind);
    // A new thing may have nothing that could be taken.
    const filler = movers.find((other) => moved.goesDown && isOpposite(moved, other.moved));
    const acting = (id: string, things: Made, by: Template) => {
      const call = situation.working(id, action, things);
      situation.add(withAmount(call, amount, by));
    };
    const bring = (which: string, things: Made) => {
      for (const step of wayTo(ground.rules, resource.name, action.operation) ?? [])
        situation.add(situation.acting(`${BEFOREHAND} ${which} ${step}`, step, things));
      if (filler === undefined) return;
      const call = situation.working(`${BEFOREHAND} fill ${which}`, filler.action, things);
      situation.add(withAmount(call, filler.amount, value(2 * first)));
    };
    const first = Math.max(amount.sample, LEAST);
    const things = situation.make(AMOUNTS.make);
    bring("the first", things);
    situation.look(AMOUNTS.look, things);
    acting(AMOUNTS.act, things, value(first));
    situation.look(AMOUNTS.lookAct, things);
    if (moved.goesDown) {
      acting(AMOUNTS.more, things, shown(AMOUNTS.look, moved.field));
      situation.look(AMOUNTS.lookMore, things);
      acting(AMOUNTS.all, things, shown(AMOUNTS.lookMore, moved.field));
      situation.look(AMOUNTS.lookAll, things);
    }
    const another = situation.makeBeside(AMOUNTS.other, things);
    bring("the other", another);
    situation.look(AMOUNTS.lookOther, another);
    acting(AMOUNTS.actOther, another, value(Math.ceil(first / 2)));
    situation.look(AMOUNTS.lookOtherAct, another);
    const purpose = `call ${action.operation} with two amounts`;
    return situation.build(oracle, purpose, action.operation);
  });
}

interface Moved {
  readonly field: JsonPointer;
  readonly goesDown: boolean;
}

function isOpposite(one: Moved, other: Moved): boolean {
  return one.field === other.field && one.goesDown !== other.goesDown;
}

function movedBy({ known }: Ground, { operation }: CallRecipe): Moved | undefined {
  const changes = known.semantics.operations[operation]?.proof?.changes ?? [];
  const found = changes.flatMap(({ field, before, after }) => {
    const [was, is] = [amountIn(before), amountIn(after)];
    return was === undefined || is === undefined || !isAmountField(field)
      ? []
      : [{ field, goesDown: is < was }];
  });
  return found[0];
}

function withAmount(call: Call, { pointer }: NumberAt, by: Template): Call {
  return { ...call, ...replaceInBody(call, pointer, by) };
}

function shown(call: string, pointer: JsonPointer): Template {
  return { kind: "reference", call, source: { in: "response body", pointer } };
}
