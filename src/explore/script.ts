import type { Call, CallInputs } from "#calls/call";
import { mapInputs } from "#calls/map-inputs";
import type { Template } from "#calls/template";
import { callFromRecipe, type MadeThing, SELF } from "#semantics/recipe";
import type { Card, Ground } from "./ground.js";

/** Writes the calls of one candidate: it knows what the calls so far have made, and makes what the next one needs. */
export class Script {
  readonly #ground: Ground;
  readonly #made = new Map<string, MadeThing>();
  #calls = 0;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** The calls that make everything that a card refers to and that is not there yet; undefined where one is not known. */
  prepare(card: Card): readonly Call[] | undefined {
    const calls: Call[] = [];
    for (const name of referredIn(card)) {
      if (this.#made.has(name)) continue;
      const made = this.make(name);
      if (made === undefined) return undefined;
      calls.push(...made);
    }
    return calls;
  }

  /** The calls that make one more thing, with what it needs. The first of a kind is made of the smallest inputs. */
  make(name: string): readonly Call[] | undefined {
    const recipe = this.#ground.book.creates.get(name);
    if (recipe === undefined) return undefined;
    const calls: Call[] = [];
    for (const need of recipe.needs) {
      if (this.#made.has(need.resource)) continue;
      const made = this.make(need.resource);
      if (made === undefined) return undefined;
      calls.push(...made);
    }
    const smallest = this.#made.has(name) ? undefined : this.#ground.smallest.get(name);
    const inputs = smallest ?? recipe.inputs;
    const call = callFromRecipe(this.#name(), { operation: recipe.operation, inputs }, this.#made);
    this.#made.set(name, { call: call.id, identity: recipe.identity });
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

/** The resources whose things a card refers to, its own among them where it is about one that exists. */
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
