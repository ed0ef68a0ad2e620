import type { Resource } from "#semantics/semantics";

/** A resource with the names of those that it needs. */
export interface Neighbour {
  readonly resource: Resource;
  readonly parents: readonly string[];
}

/** Parents before children. A link that would close a circle is passed over by whoever reads the order. */
export function parentsFirst(neighbours: readonly Neighbour[]): readonly Neighbour[] {
  const byName = indexed(neighbours);
  const order: Neighbour[] = [];
  const met = new Set<string>();
  const visit = (neighbour: Neighbour): void => {
    if (met.has(neighbour.resource.name)) return;
    met.add(neighbour.resource.name);
    for (const name of neighbour.parents) {
      const parent = byName.get(name);
      if (parent !== undefined) visit(parent);
    }
    order.push(neighbour);
  };
  for (const neighbour of neighbours) visit(neighbour);
  return order;
}

/** The groups that links join, each in the given order. */
export function componentsOf(neighbours: readonly Neighbour[]): readonly (readonly Neighbour[])[] {
  const byName = indexed(neighbours);
  const groups = new Map<Neighbour, Neighbour[]>(neighbours.map((neighbour) => [neighbour, [neighbour]]));
  for (const neighbour of neighbours) {
    for (const name of neighbour.parents) {
      const parent = byName.get(name);
      const [own, other] = [groups.get(neighbour), parent === undefined ? undefined : groups.get(parent)];
      if (own === undefined || other === undefined || own === other) continue;
      own.push(...other);
      for (const member of other) groups.set(member, own);
    }
  }
  return [...new Set(groups.values())].map((group) =>
    neighbours.filter((neighbour) => group.includes(neighbour)),
  );
}

/** A resource with all that it depends on, in the given order. */
export function closureOf(neighbour: Neighbour, all: readonly Neighbour[]): readonly Neighbour[] {
  const byName = indexed(all);
  const closure = new Set<Neighbour>();
  const open = [neighbour];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (closure.has(next)) continue;
    closure.add(next);
    open.push(...next.parents.flatMap((name) => byName.get(name) ?? []));
  }
  return all.filter((one) => closure.has(one));
}

function indexed(neighbours: readonly Neighbour[]): ReadonlyMap<string, Neighbour> {
  return new Map(neighbours.map((neighbour) => [neighbour.resource.name, neighbour]));
}
