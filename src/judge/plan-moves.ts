import { aNoun } from "#base/a-noun";
import { type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { mapInputs } from "#calls/map-inputs";
import { replaceInBody } from "#calls/replace-in-body";
import { value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import { SequenceBuilder } from "#cover/sequence-builder";
import type { OperationKey, Schema, Schemas } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { keywordOf, memberSchemaAt } from "#openapi/schema-shape";
import { idFieldsOf } from "#semantics/id-fields";
import { PROVOKE } from "#semantics/life";
import { partsOf } from "#semantics/parts-of";
import { plainRecipe } from "#semantics/plain-recipe";
import { type CreateRecipe, callFromRecipe, type Made, recipeFor, SELF } from "#semantics/recipe";
import { type Need, roleIn, secondRole } from "#semantics/role";
import { type Resource, resourceNamed } from "#semantics/semantics";
import type { Ground } from "./oracle.js";
import { actionsOf, type Kind } from "./situation.js";
import { type NumberAt, numbersIn } from "./vary-template.js";

export const MOVES = {
  /** More than anybody has, as far as the document lets one ask. */
  more: `${PROVOKE}move more than is there`,
  /** Of what was made as small as may be there is often more: fees and rounding show in larger amounts only. */
  deal: `${PROVOKE}move a good deal`,
  /** There may be no room for it, which is no fault. */
  move: `${PROVOKE}move some`,
  /** One thing on both sides. */
  itself: `${PROVOKE}move some to itself`,
  act: "then ",
  first: "at the first",
  second: "at the second",
} as const;

/** So many actions on what was made are tried: a transfer can be reversed. */
const MOST_ACTIONS = 2;

/** Nothing small, and not more than most have. */
const DEAL = 250;

/** What is asked for where the document sets no limit; it fits into 32 bits. */
const MUCH = 1_000_000_000;

export function lookAt(turn: number, which: number): string {
  return `look ${turn} ${which === 1 ? MOVES.first : MOVES.second}`;
}

/** Which turn ends with this look; undefined where none does. */
export function turnOf(call: string): number | undefined {
  const turn = call.endsWith(` ${MOVES.second}`) ? Number(call.split(" ")[1]) : 0;
  return turn > 0 ? turn : undefined;
}

export function isMove(call: string): boolean {
  return (
    [MOVES.more, MOVES.deal, MOVES.move, MOVES.itself].some((id) => id === call) || call.startsWith(MOVES.act)
  );
}

/**
 * Two things of one kind, and what names both: asked for too much, made, and acted on, with a look at the two before and
 * after each; and one of them on both sides, unless that is refused. The first look after the refusal is `refused-has-no-effect`'s to judge.
 */
export function planMoves(ground: Ground, kind: Kind, oracle: string): readonly PlannedSequence[] {
  return [...moversOf(ground, kind), ...moversNaming(ground, kind)].flatMap((mover) =>
    planMove(ground, mover, oracle),
  );
}

/** What moves an amount between two things that it names. */
interface Mover {
  readonly call: Pick<CreateRecipe, "operation" | "inputs" | "needs">;
  readonly holder: Resource;
  readonly second: Need;
  /** Where the amount is seen. */
  readonly shown: OperationKey;
  /** What is kept of it, where anything is. */
  readonly kept?: Kind;
}

function moversOf({ known }: Ground, kind: Kind): readonly Mover[] {
  const { create } = kind;
  const second = create.needs.find(
    (need) => need.as !== undefined && create.needs.some((first) => roleIn(first) === need.resource),
  );
  const holder = second && resourceNamed(known.semantics, second.resource);
  const shown = holder?.read[0] ?? holder?.list[0];
  if (second === undefined || holder === undefined || shown === undefined) return [];
  return [{ call: create, holder, second, shown, kept: kind }];
}

/** Actions that stand elsewhere and name two such things: a transfer of which nothing is kept. */
function moversNaming({ known, book }: Ground, { resource }: Kind): readonly Mover[] {
  return Object.entries(resource.named ?? {}).flatMap(([key, links]): Mover[] => {
    const action = book.actions?.get(key);
    const [, other] = links.filter((link) => link.resource === resource.name);
    const shown = partsOf(known.semantics, resource)[0] ?? resource.read[0];
    if (action === undefined || other?.via.kind !== "body" || shown === undefined) return [];
    const need = { resource: resource.name, byPath: false };
    const second = { ...need, as: secondRole(resource.name, other.via.pointer) };
    const inputs = mapInputs(action.inputs, {
      reference: (reference) => (reference.call === SELF ? { ...reference, call: resource.name } : reference),
    });
    return [{ call: { operation: key, inputs, needs: [need, second] }, holder: resource, second, shown }];
  });
}

function planMove(
  { known, book }: Ground,
  { call: create, holder, second, shown, kept }: Mover,
  oracle: string,
): readonly PlannedSequence[] {
  const first = create.needs.find((need) => roleIn(need) === second.resource);
  const recipe = first && recipeFor(first, book.creates);
  if (recipe === undefined || recipe.found === true) return [];

  const builder = new SequenceBuilder(known, book);
  const needs = builder.makeNeeds(create, "make");
  const sides = [holder.name, roleIn(second)].map((role) => needs.get(role));
  const perform = (id: string, things: Made, call: Call): Made => {
    if (kept !== undefined) return builder.create(id, kept.create, things, call);
    builder.add(call);
    return things;
  };
  let turn = 0;
  const look = () => {
    for (const [index, thing] of sides.entries()) {
      if (thing === undefined) continue;
      const reading = plainRecipe(known, operationOf(known.api, shown), holder);
      const id = lookAt(turn, index + 1);
      builder.add(callFromRecipe(id, reading, new Map([...needs, [SELF, thing]])));
    }
    turn += 1;
  };
  look();
  const schema = requestSchema(operationOf(known.api, create.operation));
  const amounts = numbersIn(create.inputs.body?.content);
  // Of several numbers nobody knows which is the one that moves.
  const amount = amounts.length === 1 ? amounts[0] : undefined;
  if (amount !== undefined) {
    const most = limitAt(schema, amount.pointer, known.api.schemas) ?? MUCH;
    const call = callFromRecipe(MOVES.more, create, needs);
    perform(MOVES.more, needs, {
      ...call,
      ...replaceInBody(call, amount.pointer, value(most)),
    });
    look();
    if (amount.sample === 1 && DEAL < most) {
      const deal = callFromRecipe(MOVES.deal, create, needs);
      perform(MOVES.deal, needs, {
        ...deal,
        ...replaceInBody(deal, amount.pointer, value(DEAL)),
      });
      look();
    }
  }
  const made = perform(MOVES.move, needs, moveOf(MOVES.move, create, needs, amount));
  look();
  const actions = kept === undefined ? [] : actionsOf({ book }, kept.resource);
  for (const action of actions.slice(0, MOST_ACTIONS)) {
    builder.add(callFromRecipe(MOVES.act + action.operation, action, made));
    look();
  }
  const [payer, payee] = sides;
  if (payer === undefined || payee === undefined) return [];
  if (second.distinct !== true) {
    const same = new Map([...needs, [roleIn(second), payer]]);
    perform(MOVES.itself, same, moveOf(MOVES.itself, create, same, amount));
    look();
  }
  const seen = { ...holder, idFields: idFieldsOf(holder, recipe.identity) };
  const subject = { resource: seen, create: payer.call, other: payee.call };
  const purpose = `look at both that ${create.operation} names, before and after`;
  return [
    {
      ...builder.build(
        `${oracle} of ${kept === undefined ? create.operation : aNoun(kept.resource.name)}`,
        purpose,
        subject,
      ),
      oracle,
    },
  ];
}

/** A number that was made as small as may be is told from a count when it is two. */
function moveOf(id: string, create: Mover["call"], needs: Made, amount: NumberAt | undefined): Call {
  const call = callFromRecipe(id, create, needs);
  return amount?.sample === 1 ? { ...call, ...replaceInBody(call, amount.pointer, value(2)) } : call;
}

function limitAt(schema: Schema | undefined, pointer: JsonPointer, schemas: Schemas): number | undefined {
  const limit = keywordOf(memberSchemaAt(schema, parsePointer(pointer), schemas), "maximum", schemas);
  return typeof limit === "number" ? limit : undefined;
}
