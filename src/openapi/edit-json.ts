import { isArray, isObject, type Json } from "#base/json";
import type { Tokens } from "./select-json-path.js";

/**
 * Changes at many places of one value, which itself stays as it was. What is on the way to a place is copied
 * once, however many places lie below it; the rest is shared.
 */
export function editAt(root: Json, places: readonly Tokens[], edit: (node: Json) => Json): Json {
  return rebuild(root, treeOf(places), edit);
}

/** The root cannot be removed: there would be nothing left to describe. */
export function removeAt(root: Json, places: readonly Tokens[]): Json {
  const removed = rebuild(root, treeOf(places.filter((tokens) => tokens.length > 0)), () => undefined);
  return removed ?? root;
}

interface Tree {
  selected: boolean;
  readonly below: Map<string | number, Tree>;
}

function treeOf(places: readonly Tokens[]): Tree {
  const root: Tree = { selected: false, below: new Map() };
  for (const tokens of places) {
    let tree = root;
    for (const token of tokens) {
      const next: Tree = tree.below.get(token) ?? { selected: false, below: new Map() };
      tree.below.set(token, next);
      tree = next;
    }
    tree.selected = true;
  }
  return root;
}

function rebuild<T extends Json | undefined>(node: Json, tree: Tree, edit: (node: Json) => T): Json | T {
  const inner = tree.below.size === 0 ? node : rebuildChildren(node, tree, edit);
  return tree.selected ? edit(inner) : inner;
}

function rebuildChildren(node: Json, tree: Tree, edit: (node: Json) => Json | undefined): Json {
  if (isArray(node)) {
    return node.flatMap((item, index) => {
      const below = tree.below.get(index);
      const changed = below === undefined ? item : rebuild(item, below, edit);
      return changed === undefined ? [] : [changed];
    });
  }
  if (!isObject(node)) return node;
  const entries = Object.entries(node).flatMap(([key, value]) => {
    const below = tree.below.get(key);
    const changed = below === undefined ? value : rebuild(value, below, edit);
    return changed === undefined ? [] : [[key, changed] as const];
  });
  return Object.fromEntries(entries);
}
