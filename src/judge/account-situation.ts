import { formatPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { PlannedSequence } from "#cover/planned-sequence";
import { SequenceBuilder } from "#cover/sequence-builder";
import { type AccountRecipe, type Somebody, somebody } from "#semantics/access/account-recipe";
import type { CreateRecipe } from "#semantics/recipe";
import { resourceNamed } from "#semantics/semantics";
import type { Ground } from "./oracle.js";

/** Builds an oracle's own sequence about people whom it registers: nobody else is logged in as, or changed. */
export class AccountSituation {
  readonly recipe: AccountRecipe;
  readonly builder: SequenceBuilder;
  readonly #ground: Ground;

  constructor(ground: Ground, recipe: AccountRecipe) {
    this.#ground = ground;
    this.recipe = recipe;
    this.builder = new SequenceBuilder(ground.known, ground.book);
  }

  /** Registers somebody. `change` may turn the call into another one that registers, too. */
  register(who: string, change?: (call: Call) => Call): Somebody {
    return registerIn(this.builder, this.#ground, this.recipe, who, change);
  }

  /** Registers somebody, makes the account good, and logs in. */
  enter(who: string): Somebody {
    return enterIn(this.builder, this.#ground, this.recipe, who);
  }

  add(...calls: readonly Call[]): void {
    for (const call of calls) this.builder.add(call);
  }

  build(oracle: string, purpose: string, part = ""): PlannedSequence {
    const name = `${oracle} of an account${part === "" ? "" : `, ${part}`}`;
    return { ...this.builder.build(name, purpose), oracle };
  }
}

export function registerIn(
  builder: SequenceBuilder,
  ground: Ground,
  recipe: AccountRecipe,
  who: string,
  change: (call: Call) => Call = (call) => call,
): Somebody {
  const person = somebody(ground.known.api, recipe, who);
  // Accounts are only kept where a login could be made of a registration.
  if (person === undefined) throw new Error("no login can be made of what is registered");
  const call = change(person.register);
  builder.create(call.id, accountCreate(ground, recipe), new Map(), call);
  return person;
}

export function enterIn(
  builder: SequenceBuilder,
  ground: Ground,
  recipe: AccountRecipe,
  who: string,
): Somebody {
  const person = registerIn(builder, ground, recipe, who);
  if (person.verify !== undefined) builder.add(person.verify);
  builder.add(person.logIn());
  return person;
}

/** A registration as a create, so that the books know what it leaves and how to take it back. */
export function accountCreate({ known, book }: Ground, recipe: AccountRecipe): CreateRecipe {
  const { register, inputs } = recipe;
  const proven = book.creates.get(recipe.resource);
  const resource = resourceNamed(known.semantics, recipe.resource);
  const content = inputs.body?.content;
  const names = content?.kind === "object" ? Object.keys(content.members) : [];
  const field = resource?.idFields.find((name) => names.includes(name)) ?? names[0] ?? "";
  return {
    resource: recipe.resource,
    operation: register,
    inputs,
    identity:
      proven?.operation === register
        ? proven.identity
        : { in: "request body", pointer: formatPointer([field]) },
    needs: [],
  };
}
