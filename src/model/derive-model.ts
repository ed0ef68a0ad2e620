import type { Api } from "#openapi/api";
import type { Rule } from "#semantics/rule";
import { actionNames } from "./action-names.js";
import { deriveActions } from "./derive-actions.js";
import { manyRules, whyNoLists } from "./derive-create-many.js";
import { deriveCreates } from "./derive-creates.js";
import { deriveDeletes } from "./derive-deletes.js";
import { deriveInvariants } from "./derive-invariants.js";
import { deriveUpdates } from "./derive-updates.js";
import type { DerivedModel } from "./derived-model.js";
import type { Workshop } from "./drafted-action.js";
import { fieldsOf } from "./fields-of.js";
import type { Model } from "./model.js";
import type { Plan } from "./plan-things.js";
import type { Thing } from "./thing.js";

export interface ActionChoice {
  /** Updates of what is there, as self-loops. */
  readonly updates: boolean;
  /** Calls that an API should refuse, whatever the rules say this one does about them. */
  readonly refusals: boolean;
}

/** Writes the model of planned things: one map each, an action for each way to call their operations. */
export function deriveModel(
  name: string,
  api: Api,
  rules: readonly Rule[],
  plan: Plan,
  choice: ActionChoice,
): DerivedModel {
  const things = new Map(plan.things.map((thing) => [thing.resource.name, thing]));
  const workshop: Workshop = {
    operations: new Map(api.operations.map((operation) => [operation.key, operation])),
    schemas: api.schemas,
    rules,
    things,
    names: actionNames(api.operations),
    ...choice,
  };
  const drafted = plan.things.flatMap((thing) => [
    ...deriveCreates(workshop, thing),
    ...deriveUpdates(workshop, thing),
    ...deriveActions(workshop, thing),
    ...deriveDeletes(workshop, thing),
  ]);
  const slots = new Map(
    plan.things.flatMap(({ key }) => key.map((part) => [part.sort, part.slots] as const)),
  );
  const model: Model = {
    name,
    sorts: [...slots].map(([sort, count]) => ({ name: sort, slots: count })),
    maps: plan.things.map((thing) => ({
      name: thing.map,
      keys: thing.key.map(({ sort }) => sort),
      fields: fieldsOf(thing),
    })),
    actions: drafted.map(({ action }) => action),
    invariants: deriveInvariants(things),
  };
  return {
    model,
    resources: plan.things.map(({ resource }) => resource.name),
    deeds: new Map(drafted.map(({ action, deed }) => [action.name, deed])),
    lives: new Map(plan.things.flatMap(({ map, life }) => (life === undefined ? [] : [[map, life.member]]))),
    leftOut: [...plan.leftOut, ...plan.things.flatMap((thing) => notModelled(thing, rules))],
  };
}

function notModelled(thing: Thing, rules: readonly Rule[]): string[] {
  const reason = whyNoLists(thing);
  const lists =
    reason === undefined
      ? []
      : manyRules(rules, thing).map(({ operation }) => `${operation} is not in the model: ${reason}.`);
  const trash = thing.trashes
    ? [`What becomes of ${thing.map} in the trash is not in the model; their ids stay taken.`]
    : [];
  return [...lists, ...trash];
}
