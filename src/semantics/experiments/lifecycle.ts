import type { Json } from "#base/json";
import { referencesOf } from "#calls/references";
import type { OperationKey } from "#openapi/api";
import { type CallRecipe, callFromRecipe, type Made, SELF } from "../recipe.js";
import { kindOfRole, roleIn } from "../role.js";
import type { Rule, Status } from "../rule.js";
import { answerOf } from "./answer.js";
import { undocumentedMoves } from "./documented-moves.js";
import { endedMoves } from "./ended-moves.js";
import { type Experiment, learned, NOTHING } from "./experiment.js";
import type { Lab } from "./lab.js";
import type { After, Move } from "./move.js";
import type { Hope } from "./recorder.js";
import { type Sight, showsTheSame } from "./sight.js";
import { statusField, statusIn } from "./status-field.js";
import { revivals, strangeMoves } from "./strange-moves.js";
import type { Subject } from "./subject.js";
import { adoptBorn, createThing, parentsFor } from "./supply.js";
import type { Thing } from "./thing.js";

/**
 * Every operation on a thing is tried in every status that can be reached, breadth first, so that each way to a status
 * is a shortest one. What is refused leaves the thing as it was: one thing serves until something is accepted.
 */
export const lifecycle: Experiment = {
  id: "lifecycle",
  question: "Which status does a new thing have, and what does each operation do in each status?",
  run: async (lab, subject) => {
    const calls = callsOn(lab, subject);
    const field = statusField(lab.bench.semantics, subject, [...calls.keys()]);
    if (field === undefined) return NOTHING;
    const walker = new Walker(lab, subject, field, calls);
    const first = await walker.thingAfter([]);
    const initial = first === undefined ? undefined : walker.statusOf(first);
    if (initial === undefined) return NOTHING;
    const ways = new Map<Status, readonly OperationKey[]>([[initial, []]]);
    const moves: Move[] = [];
    for (const [status, way] of ways) {
      if (ways.size > MOST_STATUSES || lab.isOver) return NOTHING;
      for (const move of await walker.tryAll(status, way)) {
        moves.push(move);
        if (move.after?.kind === "there" && !ways.has(move.after.status))
          ways.set(move.after.status, [...way, move.operation]);
      }
    }
    if (ways.size < 2) return NOTHING;
    const { name } = subject.resource;
    const about = { resource: name, field };
    return {
      ...NOTHING,
      deviations: [
        ...[...calls.keys()].flatMap((operation) => {
          const own = moves.filter((move) => move.operation === operation);
          return [
            ...strangeMoves(lab, own, { statuses: ways.size, all: !hidesDeletion(subject, initial, moves) }),
            ...undocumentedMoves(lab, operation, own, [...ways.keys()]),
          ];
        }),
        ...revivals(lab, subject, field, initial, moves),
        ...endedMoves(
          moves.filter(({ operation }) => lab.bench.semantics.operations[operation]?.semantics === "OTHER"),
          initial,
        ),
      ],
      rules: [
        learned({ kind: "begins", ...about, status: initial }, `a new ${name} shows it`),
        ...[...calls.keys()].flatMap((operation) =>
          rulesOf(
            { ...about, operation },
            moves.filter((move) => move.operation === operation),
            ways.size,
          ),
        ),
      ],
    };
  },
};

/** What is deleted is kept and shows a status like any other: that it is deleted stands elsewhere. */
function hidesDeletion({ resource }: Subject, initial: Status, moves: readonly Move[]): boolean {
  const [remove] = resource.delete;
  return moves.some(
    ({ operation, from, after, isSame }) =>
      operation === remove && from === initial && after?.kind === "there" && after.status === from && !isSame,
  );
}

/** A member with more values than this is no status. */
const MOST_STATUSES = 8;

/** So many actions are tried in each status. */
const MOST_ACTIONS = 12;

/** What is called on a thing: actions, then what makes something else of it, then its update, its delete last. */
export function callsOn(lab: Lab, { resource, update }: Subject): ReadonlyMap<OperationKey, CallRecipe> {
  const actions = Object.values(lab.bench.semantics.operations).flatMap(
    ({ operation, resource: own, kind }) => {
      const isAction = kind === "action" || (kind === "none" && !operation.startsWith("GET "));
      const recipe = own === resource.name && isAction ? lab.action(operation) : undefined;
      return recipe === undefined ? [] : [recipe];
    },
  );
  const [remove] = resource.delete;
  const all = [
    ...actions.slice(0, MOST_ACTIONS),
    ...lab.birthsOf(resource.name).map(({ action }) => action),
    ...(update === undefined ? [] : [update]),
    ...(remove === undefined ? [] : [lab.plain(remove, resource)]),
  ];
  return new Map(all.map((recipe) => [recipe.operation, recipe]));
}

/** What an operation was seen to do, where that is clear for every status. */
function rulesOf(
  about: { resource: string; field: string; operation: OperationKey },
  moves: readonly Move[],
  statuses: number,
): readonly Rule[] {
  const afters = moves.flatMap(({ from, after }) => (after === undefined ? [] : [{ from, after }]));
  const accepted = afters.filter(({ after }) => after.kind !== "refused");
  // What is refused in every status is refused for another reason.
  if (afters.length < statuses || accepted.length === 0) return [];
  const allowed = accepted.map(({ from }) => from);
  const tried = `it was tried on one in each of ${statuses} statuses`;
  const rules: Rule[] =
    allowed.length === statuses ? [] : [learned({ kind: "allowed-in", ...about, statuses: allowed }, tried)];
  const targets = new Set(accepted.map(({ after }) => (after.kind === "there" ? after.status : undefined)));
  const stays = accepted.every(({ from, after }) => after.kind === "there" && after.status === from);
  const [only] = targets;
  return targets.size > 1 || stays || only === undefined
    ? rules
    : [...rules, learned({ kind: "leads-to", ...about, status: only }, tried)];
}

class Walker {
  readonly #stories = new Map<Thing, readonly string[]>();
  /** What the last call said in its body. */
  #sent: Json = null;

  constructor(
    private readonly lab: Lab,
    private readonly subject: Subject,
    private readonly field: string,
    private readonly calls: ReadonlyMap<OperationKey, CallRecipe>,
  ) {}

  statusOf(thing: Thing): Status | undefined {
    const sight = this.lab.lastSight(thing);
    return sight?.kind === "there" ? statusIn(sight.content, this.field) : undefined;
  }

  /** A new thing that these operations have been called on; undefined where one of them did not work. */
  async thingAfter(way: readonly OperationKey[]): Promise<Thing | undefined> {
    const thing = await createThing(this.lab, this.subject);
    if (thing === undefined) return undefined;
    for (const operation of way) {
      const after = await this.#call(thing, operation);
      if (after?.kind !== "there") return undefined;
    }
    return thing;
  }

  async tryAll(from: Status, way: readonly OperationKey[]): Promise<readonly Move[]> {
    const moves: Move[] = [];
    let thing: Thing | undefined;
    for (const operation of this.calls.keys()) {
      thing ??= await this.thingAfter(way);
      if (thing === undefined || this.statusOf(thing) !== from) return moves;
      const before = this.lab.lastSight(thing);
      const after = await this.#call(thing, operation);
      const told = [...this.lab.storyOf(thing).slice(0, 1), ...(this.#stories.get(thing) ?? [])];
      moves.push({
        operation,
        from,
        after,
        isSame: isSameSight(before, this.lab.lastSight(thing), this.#sent),
        story: told.slice(0, -1),
        look: told.at(-1) ?? "",
      });
      // What an update or an action wrote may matter to the next one, even where the status is the same.
      if (after?.kind !== "refused" || this.statusOf(thing) !== from) thing = undefined;
    }
    return moves;
  }

  /** Undefined where what came of it cannot be told. */
  async #call(thing: Thing, operation: OperationKey): Promise<After | undefined> {
    const recipe = this.calls.get(operation);
    const made = recipe === undefined ? undefined : await withOthers(this.lab, thing, recipe);
    if (recipe === undefined || made === undefined) return undefined;
    const before = this.statusOf(thing);
    const exchange = await this.lab.perform(`${operation} of ${this.subject.resource.name}`, (id) =>
      callFromRecipe(id, recipe, made),
    );
    this.#sent = exchange.request.inputs.body?.content ?? null;
    const answer = answerOf(exchange);
    if (answer.kind === "unclear") return undefined;
    if (answer.kind === "accepted") adoptBorn(this.lab, thing, exchange);
    const hope = this.#hasChanged(before, operation);
    const sight = await this.lab.look(thing, answer.kind === "accepted" ? hope : undefined);
    this.#stories.set(thing, [...(this.#stories.get(thing) ?? []), answer.call, sight.call]);
    const status = sight.kind === "there" ? statusIn(sight.content, this.field) : undefined;
    if (status !== before) this.lab.steps.note(thing, recipe);
    // A refusal that had an effect all the same is a fault, and is found when the model is walked.
    if (answer.kind === "refused") return sight.kind === "there" ? { kind: "refused" } : undefined;
    if (sight.kind === "absent") return { kind: "gone" };
    return status === undefined ? undefined : { kind: "there", status };
  }

  #hasChanged(before: Status | undefined, operation: OperationKey): Hope<Sight> {
    return {
      name: `its status has changed by ${operation}`,
      holds: (sight) => sight.kind !== "there" || statusIn(sight.content, this.field) !== before,
    };
  }
}

/**
 * What the call names besides the thing is new each time: a courier who has an order already takes no other. Another of the
 * same kind would have a status of its own.
 */
async function withOthers(
  lab: Lab,
  { subject: own, made, parents }: Thing,
  { operation, inputs }: CallRecipe,
): Promise<Made | undefined> {
  const all = new Map(made);
  for (const { reference } of referencesOf({ id: "", operation, ...inputs })) {
    if (all.has(reference.call)) continue;
    const kind = kindOfRole(reference.call);
    const subject = kind === own.resource.name ? undefined : lab.subject(kind);
    if (subject === undefined || subject.recipe.found === true) return undefined;
    const needs = new Set(subject.recipe.needs.map(roleIn));
    const around = new Map([...parents].filter(([role]) => needs.has(role)));
    const other = await createThing(lab, subject, await parentsFor(lab, subject, around), "unseen");
    const self = other?.made.get(SELF);
    if (self === undefined) return undefined;
    all.set(reference.call, self);
  }
  return all;
}

function isSameSight(before: Sight | undefined, after: Sight | undefined, sent: Json): boolean {
  return (
    before?.kind === "there" && after?.kind === "there" && showsTheSame(before.content, after.content, sent)
  );
}
