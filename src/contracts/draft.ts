import type { ClauseKind } from "#glacier/checking";
import type { Expression } from "#glacier/formula";
import type { Operation, OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { name } from "./build-formula.js";
import { type IdTerm, ownId } from "./call-terms.js";
import type { ContractContext } from "./contract-context.js";
import { type Places, placesOf, type Spellings } from "./look.js";
import type { Draft } from "./named-formula.js";
import type { ResourceView } from "./resource-view.js";

/** A clause of an operation, its first spelling to be written; none where there is no way to say it. */
export function draft(kind: ClauseKind, operation: Operation | undefined, spellings: Spellings): Draft[] {
  const [formula, ...others] = spellings;
  if (formula === undefined) return [];
  return [
    {
      kind,
      formula,
      ...(operation === undefined ? {} : { operation: operation.key }),
      ...(others.length === 0 ? {} : { spellings: others }),
    },
  ];
}

/** A call about one thing: what formulas of its operation can name. */
export interface CallScene {
  readonly operation: Operation;
  readonly view: ResourceView;
  readonly places: Places;
  readonly own: IdTerm | undefined;
}

export function sceneOf(
  context: ContractContext,
  resource: string,
  key: OperationKey,
): CallScene | undefined {
  const view = context.view(resource);
  if (view === undefined) return undefined;
  const operation = operationOf(context.api, key);
  return {
    operation,
    view,
    places: placesOf(operation, name),
    own: ownId(context, view.resource, operation),
  };
}

/** A clause about the thing that a call is about, if the clause can name it at its moment. */
export function aboutOwn(
  context: ContractContext,
  kind: "requires" | "ensures",
  resource: string,
  key: OperationKey,
  say: (own: Expression, scene: CallScene) => Spellings,
): Draft[] {
  const scene = sceneOf(context, resource, key);
  if (scene?.own === undefined || (kind === "requires" && scene.own.known === "after")) return [];
  return draft(kind, scene.operation, say(scene.own.term, scene));
}
