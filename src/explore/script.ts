import type { Call, CallInputs } from "#calls/call";
import { mapInputs } from "#calls/map-inputs";
import type { Template } from "#calls/template";
import { callFromRecipe, type MadeThing, madeByStep, madeForStep, SELF } from "#semantics/recipe";
import { kindOfRole, type Need, roleIn } from "#semantics/role";
import { StepsTaken } from "#semantics/step";
import { type Card, type Ground, mayWrite } from "./ground.js";

type Wanted = Pick<Need, "resource" | "as" | "like" | "moved">;

/** Writes the calls of one candidate: it knows what the calls so far have made, and makes what the next one needs. */
export class Script {
  readonly #ground: Ground;
  readonly #smallest: Ground["smallest"];
  readonly #made = new Map<string, MadeThing>();
  readonly #taken = new StepsTaken<string>();
  #calls = 0;

  constructor(ground: Ground, things: "smallest" | "usual" = "smallest") {
    this.#ground = ground;
    this.#smallest = things === "smallest" ? ground.smallest : new Map();
  }

  /** The calls that make everything that a card refers to and that is not there yet; undefined where one is not known. */
  prepare(card: Card): readonly Call[] | undefined {
    const known = this.#ground.book.creates.get(card.resource.name)?.needs ?? [];
    const needs = card.semantics === "CREATE" ? known : [];
    return this.#provide(
      [...referredIn(card)].map(
        (role) => needs.find((need) => roleIn(need) === role) ?? { resource: kindOfRole(role), as: role },
      ),
    );
  }

  /** The calls that make one more thing, with what it needs. The first of a kind is made of the smallest inputs. */
  make(name: string): readonly Call[] | undefined {
    return this.#makeAs({ resource: name });
  }

  #provide(needs: readonly Wanted[]): readonly Call[] | undefined {
    const calls: Call[] = [];
    for (const need of needs) {
      const made = this.#made.has(roleIn(need)) ? [] : this.#makeAs(need);
      if (made === undefined) return undefined;
      calls.push(...made);
    }
    for (const need of needs) {
      const moves = this.#moveOn(need);
      if (moves === undefined) return undefined;
      calls.push(...moves);
    }
    return calls;
  }

  #moveOn(need: Wanted): readonly Call[] | undefined {
    const { resource, moved = [] } = need;
    const thing = this.#made.get(roleIn(need));
    const calls: Call[] = [];
    for (const step of thing === undefined ? [] : this.#taken.left(thing.call, moved)) {
      if (thing === undefined) break;
      this.#taken.note(thing.call, step);
      const recipe = madeByStep(step, this.#ground.book.creates);
      const needs = this.#provide(recipe?.needs ?? []);
      if (needs === undefined) return undefined;
      const made = madeForStep(this.#made, roleIn(need), thing, resource);
      const call = callFromRecipe(this.#name(), step, made);
      if (recipe !== undefined) this.#made.set(step.resource, { call: call.id, identity: recipe.identity });
      calls.push(...needs, call);
    }
    return calls;
  }

  #makeAs(need: Wanted): readonly Call[] | undefined {
    const { resource, like } = need;
    const recipe = this.#ground.book.creates.get(resource);
    const calls = recipe && this.#provide(recipe.needs);
    if (recipe === undefined || calls === undefined) return undefined;
    const smallest = this.#made.has(resource) ? undefined : this.#smallest.get(resource);
    const inputs = like ?? smallest ?? recipe.inputs;
    const call = callFromRecipe(this.#name(), { operation: recipe.operation, inputs }, this.#made);
    this.#made.set(roleIn(need), { call: call.id, identity: recipe.identity });
    return [...calls, call];
  }

  /** A call of the card on the youngest things; `inputs` instead of its own. */
  call(card: Card, inputs: CallInputs = card.inputs): Call {
    const own = this.#made.get(card.resource.name);
    const made = own === undefined ? this.#made : new Map([...this.#made, [SELF, own]]);
    const call = callFromRecipe(this.#name(), { operation: card.operation.key, inputs }, made);
    const recipe = this.#ground.book.creates.get(card.resource.name);
    if (card.semantics === "CREATE" && recipe !== undefined)
      this.#made.set(card.resource.name, { call: call.id, identity: recipe.identity });
    return call;
  }

  /** A name for one more call. */
  #name(): string {
    this.#calls += 1;
    return `c${this.#calls}`;
  }
}

/** The things that a card refers to, by role; its own among them where it is about one that exists. */
export function referredIn(card: Pick<Card, "inputs" | "resource">): ReadonlySet<string> {
  const names = new Set<string>();
  mapInputs(card.inputs, {
    reference: (reference): Template => {
      names.add(reference.call === SELF ? card.resource.name : reference.call);
      return reference;
    },
  });
  return names;
}

/** It is about one thing of its resource, which must be there. */
export function isAboutOne(card: Card): boolean {
  return card.semantics !== "CREATE" && referredIn(card).has(card.resource.name);
}

/** Lists by what was learned of the service: good enough to see when it is back to what it was. */
export function listsIn(cards: readonly Card[]): readonly Card[] {
  return cards.filter(
    (card) => !mayWrite(card) && card.semantics === "READ_MULTI" && referredIn(card).size === 0,
  );
}
