import type { Exchange } from "#calls/exchange";
import { refusedFor } from "#calls/refusal-kind";
import { succeeded } from "#calls/succeeded";
import { operationOf } from "#openapi/operation-of";
import type { Accepted } from "./find-accepted.js";
import { acceptWith, type CreateTrial, type FoundCreate, recipeFrom } from "./find-create.js";
import type { RefusedCreate } from "./find-recipes.js";
import { isTaken } from "./is-taken.js";
import { type Move, stepsOf } from "./known-moves.js";
import type { ParentMaker } from "./make-parents.js";
import type { Probe } from "./probe.js";
import { whyRefused } from "./read-refusal.js";
import { type CreateRecipe, callFromRecipe, type Made, type Preparation } from "./recipe.js";
import { type Refused, sayingOf } from "./refused-call.js";
import { kindOfRole, type Need, roleIn } from "./role.js";
import { type Heard, type Option, searchSteps } from "./search-steps.js";
import type { ParentLink } from "./semantics.js";
import { type Step, stepName } from "./step.js";

/** Knows what moves things of a kind on. */
export type MovesOf = (kind: string) => readonly Move[];

export interface MovedOptions {
  readonly movesOf: MovesOf;
  readonly refused: RefusedCreate;
  /** The reference that must lead to another thing, where refusals say so. */
  readonly another: (refused: readonly Refused[]) => ParentLink | undefined;
}

export interface FoundMoved extends FoundCreate {
  /** What it needed, moved on. */
  readonly parents: Made;
}

/**
 * A create that is refused below new things may be accepted below one that was moved on: seats of an event are sold once
 * it is published. Nothing is tried where it was all tried in vain before.
 */
export async function findMoved(
  probe: Probe,
  trial: CreateTrial,
  maker: ParentMaker,
  creates: ReadonlyMap<string, CreateRecipe>,
  { movesOf, refused, another }: MovedOptions,
): Promise<{
  readonly moved?: FoundMoved;
  /** Why what was accepted at last is of no use. */
  readonly reason?: string;
  readonly inVain: ReadonlySet<string>;
  /** What only shows once it was moved on: what a member refers to, or that it must be another thing. */
  readonly link?: ParentLink;
}> {
  const { resource, key, exchanges } = trial;
  const operation = operationOf(probe.api, key);
  let { made } = trial;
  let accepted: Accepted | undefined;
  let asked = 0;
  let link: ParentLink | undefined;
  const before = sayingOf(refused.exchange);
  const begin = async (way: readonly Preparation[]): Promise<boolean> => {
    const parents = await maker.make();
    if (typeof parents === "string") return false;
    made = parents;
    for (const { on, step } of way) if (!(await maker.moveOn(on, [step], made))) return false;
    return true;
  };
  const ask = async (): Promise<Heard> => {
    const name = `${key} after ${++asked}`;
    const call = callFromRecipe(name, { operation: key, inputs: refused.inputs }, made);
    if (await isTaken(probe, resource, operation, call, made, exchanges))
      return { accepted: false, said: "", isNew: false };
    const exchange = await probe.send(call, exchanges);
    exchanges.push(exchange);
    if (succeeded(exchange)) {
      accepted = { call, inputs: refused.inputs, exchange };
      return { accepted: true };
    }
    const isNew = sayingOf(exchange) !== before;
    link = isNew ? another([{ inputs: refused.inputs, exchange }]) : undefined;
    if (isNew && link === undefined && isAboutInput(exchange)) {
      // Where it stands is no longer what is objected to: now other inputs may do.
      const found = await acceptWith(probe, { ...trial, made }, operation, "fresh", {
        turn: `after ${asked}, `,
        isInVain: (again) => sayingOf(again) === before,
      });
      if (!("reason" in found)) {
        accepted = found;
        return { accepted: true };
      }
      link = found.link ?? another(found.refused ?? []);
    }
    return { accepted: false, said: whyRefused(exchange), isNew };
  };
  const options = optionsOn(trial.made, creates, resource.name, movesOf);
  const inVain = new Set(options.map(({ on, step }) => `${on} ${stepName(step)}`));
  if ([...inVain].every((name) => refused.inVain.has(name))) return { inVain };
  const way = await searchSteps({
    options,
    said: whyRefused(refused.exchange),
    begin,
    take: (option) => maker.moveOn(option.on, stepsOf(option), made),
    ask,
    isOver: () => link !== undefined || exchanges.at(-1)?.outcome.kind === "none",
  });
  if (way === undefined || accepted === undefined) return { inVain, ...(link === undefined ? {} : { link }) };
  const remake = async () => ((await begin(way)) ? made : undefined);
  const parents = made;
  const needs = withMoves(trial.needs, way);
  const found = await recipeFrom(probe, { ...trial, made: parents, needs, remake }, accepted);
  return "reason" in found ? { reason: found.reason, inVain } : { moved: { ...found, parents }, inVain };
}

/** What may be done to the things around a create: what stands nearest first. */
function optionsOn(
  made: Made,
  creates: ReadonlyMap<string, CreateRecipe>,
  own: string,
  movesOf: MovesOf,
): readonly Option[] {
  return [...made.keys()].toReversed().flatMap((on) => {
    const kind = kindOfRole(on);
    const isOurs = creates.get(kind)?.found !== true;
    const moves = isOurs ? movesOf(kind).filter(({ step }) => step.resource !== own) : [];
    return moves.map((move) => ({ ...move, on }));
  });
}

/** The needs with what each of the things is to be moved on by; what is only needed by others among them, too. */
function withMoves(needs: readonly Need[], way: readonly Preparation[]): readonly Need[] {
  const moved = new Map<string, Step[]>();
  for (const { on, step } of way) moved.set(on, [...(moved.get(on) ?? []), step]);
  const known = needs.map((need): Need => {
    const steps = moved.get(roleIn(need));
    moved.delete(roleIn(need));
    return steps === undefined ? need : { ...need, moved: steps };
  });
  const others = [...moved].map(([role, steps]): Need => {
    const kind = kindOfRole(role);
    return { resource: kind, byPath: false, ...(kind === role ? {} : { as: role }), moved: steps };
  });
  return [...known, ...others];
}

function isAboutInput(exchange: Exchange): boolean {
  return refusedFor(exchange, "invalid");
}
