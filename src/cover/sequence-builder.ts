import type { Call, Sequence } from "#calls/call";
import type { RecipeBook } from "#semantics/find-recipes";
import type { Probe } from "#semantics/probe";
import {
  type CreateRecipe,
  callFromRecipe,
  type Made,
  type MadeThing,
  madeByStep,
  madeForStep,
  recipeFor,
  SELF,
} from "#semantics/recipe";
import { kindOfRole, type Role, roleIn } from "#semantics/role";
import type { Resource } from "#semantics/semantics";
import { resourceNamed } from "#semantics/semantics";
import { withStandIns } from "#semantics/stand-ins";
import { type Step, StepsTaken } from "#semantics/step";
import { undoCall } from "#semantics/undo-call";
import type { Creation, PlannedSequence } from "./planned-sequence.js";

export type Known = Pick<Probe, "api" | "semantics" | "random" | "draft">;

/** Collects the calls of a sequence, and with each creation how to undo it. */
export class SequenceBuilder {
  readonly #calls: Call[] = [];
  readonly #creations = new Map<string, readonly Creation[]>();
  /** By the call that made the thing. */
  readonly #taken = new StepsTaken<string>();
  readonly #known: Known;
  readonly #book: RecipeBook;

  constructor(known: Known, book: RecipeBook) {
    this.#known = known;
    this.#book = book;
  }

  add(call: Call): void {
    this.#calls.push(call);
  }

  /** Adds a create and returns what can then be referred to: the things it needed, and itself as `SELF`. */
  create(id: string, recipe: CreateRecipe, needs: Made, call = callFromRecipe(id, recipe, needs)): Made {
    // What was looked up once is there for all.
    if (recipe.found !== true || this.#calls.every((earlier) => earlier.id !== id)) this.add(call);
    const made = new Map([...needs, [SELF, { call: id, identity: recipe.identity }]]);
    if (recipe.found === true) return made;
    const resource = resourceNamed(this.#known.semantics, recipe.resource);
    const undo = resource === undefined ? undefined : undoCall(this.#known, resource, made);
    this.#creations.set(id, [
      {
        resource: recipe.resource,
        id: { kind: "reference", call: id, source: recipe.identity },
        // Whoever made it may be the only one who can delete it.
        ...(undo === undefined ? {} : { undo: asMadeBy(call, recipe, undo) }),
      },
    ]);
    return made;
  }

  /**
   * Creates what a recipe needs, and what that needs first; what is in `made` already is used. Then moves it on, as far
   * as the recipe asks for that and nobody has.
   */
  makeNeeds(
    recipe: Pick<CreateRecipe, "needs">,
    verb: string,
    made: ReadonlyMap<string, MadeThing> = new Map(),
  ): Map<string, MadeThing> {
    const all = new Map(made);
    for (const need of recipe.needs) {
      const needed = recipeFor(need, this.#book.creates);
      const role = roleIn(need);
      if (needed === undefined || all.has(role)) continue;
      for (const [name, thing] of this.makeNeeds(needed, verb, all)) all.set(name, thing);
      const id = needed.found === true ? this.#idOfFind(needed, role, verb) : `${verb} ${role}`;
      this.create(id, needed, all);
      all.set(role, { call: id, identity: needed.identity });
    }
    for (const need of recipe.needs) this.moveOn(roleIn(need), need.moved ?? [], all);
    return all;
  }

  /** Has the thing of this role take steps that it has not taken yet. */
  moveOn(role: Role, steps: readonly Step[], made: Made): void {
    const thing = made.get(role);
    if (thing === undefined) return;
    for (const step of this.#taken.left(thing.call, steps)) {
      this.#taken.note(thing.call, step);
      const id = this.#unused(`${thing.call}, then ${step.operation}`);
      const recipe = madeByStep(step, this.#book.creates);
      const known = withStandIns(recipe ?? step, madeForStep(made, role, thing, kindOfRole(role)));
      if (recipe === undefined) this.add(callFromRecipe(id, step, known));
      else this.create(id, recipe, this.makeNeeds(recipe, `for ${id} make`, known));
    }
  }

  #unused(id: string): string {
    const count = this.#calls.filter((call) => call.id === id || call.id.startsWith(`${id} `)).length;
    return count === 0 ? id : `${id} ${count + 1}`;
  }

  /** What stands under things that were made for this alone is looked up for this alone. */
  #idOfFind({ needs }: CreateRecipe, role: Role, verb: string): string {
    const isShared = needs.every((need) => recipeFor(need, this.#book.creates)?.found === true);
    return isShared ? `find ${role}` : `find ${role} to ${verb}`;
  }

  build(
    id: string,
    purpose: string,
    subject?: { resource: Resource; create: string; other?: string },
  ): PlannedSequence {
    const sequence: Sequence = { id, purpose, calls: this.#calls };
    const planned = { sequence, creations: this.#creations };
    const own = subject === undefined ? undefined : this.#creations.get(subject.create)?.[0];
    if (subject === undefined || own === undefined) return planned;
    const other = subject.other === undefined ? undefined : this.#creations.get(subject.other)?.[0];
    return {
      ...planned,
      subject: {
        resource: subject.resource,
        id: own.id,
        ...(other === undefined ? {} : { otherId: other.id }),
      },
    };
  }
}

/** As whoever made it: by name, or by what their call carried beside what the recipe has. */
function asMadeBy({ actor, header }: Call, { inputs }: CreateRecipe, undo: Call): Call {
  if (actor === undefined) return undo;
  const own = Object.entries(header).filter(([name]) => !Object.hasOwn(inputs.header, name));
  return { ...undo, actor, header: { ...undo.header, ...Object.fromEntries(own) } };
}
