import { aNoun } from "#base/a-noun";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import type { Probe } from "./probe.js";
import { whyRefused } from "./read-refusal.js";
import {
  type CreateRecipe,
  callFromRecipe,
  type Made,
  type MadeThing,
  madeByStep,
  madeForStep,
  recipeFor,
  SELF,
} from "./recipe.js";
import { kindOfRole, type Need, type Role, roleIn, roleOf } from "./role.js";
import { type Resource, resourceNamed } from "./semantics.js";
import { withStandIns } from "./stand-ins.js";
import { type Step, StepsTaken } from "./step.js";

/** A refusal of what worked before most likely means that a value is taken: others are drawn, so many times. */
const DRAWS = 3;

type Things = Map<Role, MadeThing>;

/** Makes what things of one kind need, as often as that is asked for, and moves it on. */
export class ParentMaker {
  readonly #taken = new StepsTaken<string>();
  #calls = 0;
  #turns = 0;

  constructor(
    private readonly probe: Probe,
    private readonly resource: Resource,
    private readonly creates: ReadonlyMap<string, CreateRecipe>,
    private readonly exchanges: Exchange[],
  ) {}

  /** Creates what the resource needs; a sentence where that is not possible. */
  async make(): Promise<Things | string> {
    this.#turns += 1;
    const made: Things = new Map();
    for (const link of this.resource.parents) {
      const optional = link.via.kind === "body" && !link.via.required;
      const role = roleOf(link, this.resource);
      const failure = await this.#makeOne({ resource: link.resource, byPath: false, as: role }, made);
      if (failure !== undefined && !optional) return failure;
    }
    return made;
  }

  async #makeOne(need: Need, made: Things): Promise<string | undefined> {
    const [role, name] = [roleIn(need), need.resource];
    if (made.has(role)) return undefined;
    const recipe = recipeFor(need, this.creates);
    if (recipe === undefined) return `it needs ${aNoun(name)}, and none could be created`;
    const failure = await this.#provide(recipe, made);
    if (failure !== undefined) return failure;
    const exchange = await this.#create(`make ${role} for ${this.resource.name}`, recipe, made);
    if (!succeeded(exchange))
      return `it needs ${aNoun(name)}, and creating one failed: ${whyRefused(exchange)}`;
    made.set(role, { call: exchange.call.id, identity: recipe.identity });
    return undefined;
  }

  async #provide({ needs }: CreateRecipe, made: Things): Promise<string | undefined> {
    for (const need of needs) {
      const failure = await this.#makeOne(need, made);
      if (failure !== undefined) return failure;
    }
    for (const need of needs)
      if (!(await this.moveOn(roleIn(need), need.moved ?? [], made)))
        return `it needs ${aNoun(need.resource)} that is moved on, and that failed`;
    return undefined;
  }

  async #create(words: string, recipe: CreateRecipe, made: Made): Promise<Exchange> {
    const turn = this.#turns === 1 ? "" : ` (${this.#turns})`;
    let exchange = await this.#send(`${words}${turn}`, recipe, made);
    for (let draw = 2; draw <= DRAWS && !succeeded(exchange); draw++)
      exchange = await this.#send(`${words}${turn}, draw ${draw}`, recipe, made);
    const resource = resourceNamed(this.probe.semantics, recipe.resource);
    const thing = { call: exchange.call.id, identity: recipe.identity };
    if (succeeded(exchange) && resource !== undefined && recipe.found !== true)
      this.probe.onCreated(resource, new Map([...made, [SELF, thing]]), this.exchanges);
    return exchange;
  }

  /** Has the thing of this role take steps that it has not taken yet; false where one is refused. */
  async moveOn(role: Role, steps: readonly Step[], made: Made): Promise<boolean> {
    const thing = made.get(role);
    if (thing === undefined) return steps.length === 0;
    for (const step of this.#taken.left(thing.call, steps)) {
      const recipe = madeByStep(step, this.creates);
      const known = new Map(withStandIns(recipe ?? step, madeForStep(made, role, thing, kindOfRole(role))));
      const id = `${thing.call}, then ${step.operation} (${++this.#calls})`;
      if (recipe !== undefined && (await this.#provide(recipe, known)) !== undefined) return false;
      const exchange = await (recipe === undefined
        ? this.#send(id, step, known)
        : this.#create(id, recipe, known));
      if (!succeeded(exchange)) return false;
      this.#taken.note(thing.call, step);
    }
    return true;
  }

  async #send(id: string, recipe: Pick<CreateRecipe, "operation" | "inputs">, made: Made): Promise<Exchange> {
    const exchange = await this.probe.send(callFromRecipe(id, recipe, made), this.exchanges);
    this.exchanges.push(exchange);
    return exchange;
  }
}
