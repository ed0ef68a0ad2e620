import { mapInputs } from "#calls/map-inputs";
import type { OperationKey } from "#openapi/api";
import { pathSegments } from "./path-template.js";
import { type CallRecipe, type CreateRecipe, SELF } from "./recipe.js";
import { resourcePath } from "./resource-path.js";
import { type Resource, resourceNamed, type Semantics } from "./semantics.js";

/** A create that is an action on something else: as it is called on that. */
export interface Birth {
  readonly action: CallRecipe;
  /** What comes of it. */
  readonly child: CreateRecipe;
}

/** The creates that are actions on things of a kind: accepting an offer makes an order, and the offer is accepted then. */
export function birthsOf(
  { resources }: Semantics,
  creates: ReadonlyMap<string, CreateRecipe>,
  kind: string,
): readonly Birth[] {
  return [...creates.values()].flatMap((child): Birth[] => {
    const resource = resourceNamed({ operations: {}, resources }, child.resource);
    if (resource === undefined || child.found === true || !isBirth(resource, child.operation)) return [];
    const last = pathSegments(pathOf(child.operation)).findLast(({ parameter }) => parameter !== undefined);
    const isOf = resource.parents.some(
      ({ resource: parent, via }) =>
        parent === kind && via.kind === "path" && via.parameter === last?.parameter,
    );
    if (!isOf) return [];
    const { operation } = child;
    const inputs = mapInputs(child.inputs, {
      reference: (reference) => (reference.call === kind ? { ...reference, call: SELF } : reference),
    });
    return [{ action: { resource: kind, operation, inputs }, child }];
  });
}

/** Whether a create stands neither where such things are kept nor where one of them is. */
export function isBirth({ collection, itemPath }: Resource, create: OperationKey): boolean {
  const path = pathOf(create);
  const isHere = [path, resourcePath(path).path].some((one) => one === collection || one === itemPath);
  return !isHere && /\}\/[^{}/]+$/.test(path);
}

function pathOf(operation: OperationKey): string {
  return operation.slice(operation.indexOf(" ") + 1);
}
