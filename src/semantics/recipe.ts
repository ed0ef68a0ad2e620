import { rememberFor } from "#base/remember-for";
import type { Call, CallInputs } from "#calls/call";
import { mapInputs } from "#calls/map-inputs";
import type { Reference, ReferenceSource, Template } from "#calls/template";
import type { OperationKey } from "#openapi/api";
import type { Need, Role } from "./role.js";
import type { Step } from "./step.js";

/**
 * How to create a thing, as it was seen to work. In the inputs a reference's `call` names a *role* (a
 * parent, by its resource), and `SELF` the thing itself; a sequence fills in the calls that made them.
 */
export interface CreateRecipe {
  readonly resource: string;
  readonly operation: OperationKey;
  readonly inputs: CallInputs;
  /** Where in the exchange of the create the thing's id stands. */
  readonly identity: ReferenceSource;
  /** The client sent an id of its own, and the service gave another. */
  readonly givesOwnId?: true;
  /** The thing is not made but looked up: the API lists such things and has no way to create one. Not ours. */
  readonly found?: true;
  /** It is looked up, and what a call of ours has brought about: ours all the same. */
  readonly born?: true;
  /** What it names must belong to one and the same thing: a grade's enrolment and its assignment to one course. */
  readonly together?: true;
  /** The things that must exist first. */
  readonly needs: readonly Need[];
}

/** What is made, or brought about, and not somebody else's. */
export function makesOurs({ found, born }: Pick<CreateRecipe, "found" | "born">): boolean {
  return found !== true || born === true;
}

/** How to update or otherwise call a thing that exists. */
export interface CallRecipe {
  readonly resource: string;
  readonly operation: OperationKey;
  readonly inputs: CallInputs;
  /** What must be done first to a new thing (`SELF`), or to what it stands in, for the call to be accepted. */
  readonly after?: readonly Preparation[];
  /** Of an update: inputs that change also what it otherwise leaves as things are made, and that were seen to work. */
  readonly otherwise?: CallInputs;
}

export interface Preparation {
  /** The role of the thing that is moved on. */
  readonly on: Role;
  readonly step: Step;
}

export const SELF = "self";

/** The calls that made the things a recipe refers to, by role. */
export type Made = ReadonlyMap<string, MadeThing>;

export interface MadeThing {
  readonly call: string;
  readonly identity: ReferenceSource;
}

/**
 * A recipe as a call: references lead to the calls that made the things, fresh values are the call's own.
 * `self` is the thing's id where no call has made it yet.
 */
export function callFromRecipe(
  id: string,
  recipe: Omit<CallRecipe, "resource">,
  made: Made,
  self?: Template,
): Call {
  if (self !== undefined) return makeCall(id, recipe, made, self);
  // The same call stands in thousands of planned sequences: they share it.
  const things = rolesIn(recipe.inputs).map((role) => made.get(role) ?? null);
  return calls([recipe.inputs], JSON.stringify([id, recipe.operation, things]), () =>
    makeCall(id, recipe, made),
  );
}

const calls = rememberFor<Call>();
const roles = rememberFor<readonly string[]>();

/** What the inputs refer to, each once. */
function rolesIn(inputs: CallInputs): readonly string[] {
  return roles([inputs], "", () => {
    const named = new Set<string>();
    mapInputs(inputs, {
      reference: (reference) => {
        named.add(reference.call);
        return reference;
      },
    });
    return [...named];
  });
}

function makeCall(id: string, recipe: Omit<CallRecipe, "resource">, made: Made, self?: Template): Call {
  const inputs = mapInputs(recipe.inputs, {
    reference: (reference) =>
      namedIn(reference, (reference.call === SELF ? self : undefined) ?? idOf(made, reference.call)) ??
      reference,
    fresh: (fresh) => ({ ...fresh, name: `${id}: ${fresh.name}` }),
  });
  return { id, operation: recipe.operation, ...inputs };
}

/** What a recipe's reference stands for: the id of the thing, or a part of what its create answered, as one of a poll's options. */
export function namedIn(reference: Reference, id: Template | undefined): Template | undefined {
  const { source } = reference;
  const isPart = source.in === "response body" && source.pointer !== "";
  return isPart && id?.kind === "reference" ? { ...reference, call: id.call } : id;
}

export function idOf(made: Made, role: string): Template | undefined {
  const thing = made.get(role);
  return thing === undefined ? undefined : { kind: "reference", call: thing.call, source: thing.identity };
}

/** How a thing that another needs is made. */
export function recipeFor(
  { resource, like }: Need,
  creates: ReadonlyMap<string, CreateRecipe>,
): CreateRecipe | undefined {
  const recipe = creates.get(resource);
  return recipe === undefined || like === undefined ? recipe : { ...recipe, inputs: like };
}

/** The recipe of what a step makes; undefined where it makes nothing. */
export function madeByStep(
  { resource, operation }: Step,
  creates: ReadonlyMap<string, CreateRecipe>,
): CreateRecipe | undefined {
  const recipe = creates.get(resource);
  return recipe?.operation === operation && recipe.found !== true ? recipe : undefined;
}

/** The things that a step on one of them refers to. */
export function madeForStep(made: Made, on: Role, thing: MadeThing, kind: string): Made {
  return new Map([...made, [on, thing], [kind, thing], [SELF, thing]]);
}
