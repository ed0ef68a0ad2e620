import type { Now } from "../service.js";
import type { GroupsFault } from "./faults.js";

export interface Group {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly description: string;
  readonly visibility: "private" | "internal" | "public";
}

export interface Store {
  readonly groups: Map<number, Group>;
  /** When each group that is being deleted will be gone. */
  readonly leaving: Map<number, number>;
  /** Kept for the faults that cannot forget. */
  readonly gone: Group[];
  lastId: number;
}

/** Long enough that the next request still finds the group, short enough that waiting for it is no burden. */
const DELETION_MS = 150;

export function createStore(): Store {
  return { groups: new Map(), leaving: new Map(), gone: [], lastId: 0 };
}

export function scheduleDeletion({ leaving }: Store, id: number, now: Now): void {
  if (!leaving.has(id)) leaving.set(id, now() + DELETION_MS);
}

/** Does what should have happened by now. Called before each request, so no timer holds the process. */
export function finishDeletions(store: Store, now: Now, fault: GroupsFault | undefined): void {
  if (fault === "delete-never-done") return;
  for (const [id, due] of store.leaving) {
    const group = store.groups.get(id);
    if (due > now() || group === undefined) continue;
    store.groups.delete(id);
    store.leaving.delete(id);
    store.gone.push(group);
  }
}

/** Another group with the name or path; paths are the same in any case. */
export function findClash(
  { groups, gone }: Store,
  { id, name, path }: Pick<Group, "id" | "name" | "path">,
  fault: GroupsFault | undefined,
): "name" | "path" | undefined {
  const others = [...groups.values()].filter((group) => group.id !== id);
  const fold = (text: string) => (fault === "path-taken-in-other-case" ? text : text.toLowerCase());
  const paths = [...others, ...(fault === "path-stays-taken" ? gone : [])].map((group) => fold(group.path));
  if (paths.includes(fold(path))) return "path";
  return others.some((group) => group.name === name) ? "name" : undefined;
}
