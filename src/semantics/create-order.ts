import type { Resource } from "./semantics.js";

/**
 * Resources that can be created, or of which one can be looked up, parents before children. Links that would close a circle are passed over:
 * the one that is met first goes first and does without.
 */
export function createOrder(resources: readonly Resource[]): readonly Resource[] {
  const order: Resource[] = [];
  const state = new Map<string, "open" | "done">();
  const visit = (resource: Resource): void => {
    if (state.has(resource.name)) return;
    state.set(resource.name, "open");
    for (const link of resource.parents) {
      const parent = resources.find((candidate) => candidate.name === link.resource);
      if (parent !== undefined) visit(parent);
    }
    state.set(resource.name, "done");
    if (resource.create.length > 0 || resource.list.length > 0) order.push(resource);
  };
  for (const resource of resources) visit(resource);
  return order;
}
