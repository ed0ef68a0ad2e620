import { parsePointer } from "#base/json-pointer";
import { unreachable } from "#base/unreachable";
import type { Expression } from "#glacier/formula";
import { operationOf } from "#openapi/operation-of";
import { collectionsAlong, pathShape } from "#semantics/path-template";
import { isListed } from "#semantics/reference-places";
import { linkName, type RuleContent } from "#semantics/rule";
import type { ParentLink } from "#semantics/semantics";
import { anyOf, at, equal, every, lengthOf, literal, name, previous, unequal } from "./build-formula.js";
import { collectionShapes, parentId } from "./call-terms.js";
import type { ContractContext } from "./contract-context.js";
import { aboutOwn, draft } from "./draft.js";
import {
  inEachSpelling,
  isNotThere,
  isThere,
  listAt,
  NO_PLACES,
  type Places,
  placesOf,
  type Spellings,
  withThing,
} from "./look.js";
import { define, type RuleOf } from "./named-formula.js";
import { listViewOf, type ResourceView } from "./resource-view.js";

/** Children and the parents that they name. */
export const refers = define({
  name: "refers",
  says: "A create needs the parent that it names to be there.",
  clauses: ["requires of each create of the child"],
  parameters: ["child", "parent", "via"],
  example: "response_code(GET /players/{pid}) == 200",
  about: { kind: "dangling", effect: "refuse" },
  write: ({ child, parent, via }, context) => {
    const [ofChild, ofParent] = [context.view(child), context.view(parent)];
    if (ofChild === undefined || ofParent === undefined) return [];
    return ofChild.resource.create.flatMap((key) => {
      const operation = operationOf(context.api, key);
      const id = parentId(context, ofChild.resource, operation, via);
      if (id === undefined || id.known === "after") return [];
      return draft("requires", operation, isThere(ofParent, id.term, placesOf(operation, name)));
    });
  },
});

export const integrity = define({
  name: "integrity",
  says: "The parent of every child is there.",
  clauses: ["invariant"],
  parameters: ["child", "parent", "via"],
  example:
    "for e in response_body(GET /enrollments) :- exists p in response_body(GET /players) :- p.pid == e.pid",
  about: { kind: "dangling", effect: "refuse" },
  write: (rule, context) => {
    const [child, parent] = [context.view(rule.child), context.view(rule.parent)];
    const list = child?.list === undefined ? undefined : listAt(child.list, NO_PLACES);
    if (parent === undefined || list === undefined || rule.via.kind !== "body") return [];
    const way = parsePointer(rule.via.pointer);
    if (isListed(rule.via.pointer)) return [];
    if (!child?.list?.members.has(way[0] ?? "")) return [];
    const { required } = rule.via;
    const ways = (one: Expression) => byListFirst(parent, at(one, way));
    const plain = inEachSpelling(ways, (there) => every(rule.child, list, there));
    // A child that names nobody breaks nothing, where it need not name anybody.
    const guarded = inEachSpelling(ways, (there) =>
      every(rule.child, list, (one) => anyOf(equal(at(one, way), literal(null)), there(one))),
    );
    return draft("invariant", undefined, [
      ...(required ? [...plain, ...guarded] : [...guarded, ...plain]),
      ...shownParentsExist(rule, parent, context),
    ]);
  },
  when: (rule, { rules, semantics }) => {
    const onDelete = rules.find((other) => other.kind === "parent-delete" && isSameLink(other, rule));
    const parent = semantics.resources.find((resource) => resource.name === rule.parent);
    if (onDelete === undefined) return parent?.delete.length === 0;
    return onDelete.kind === "parent-delete" && onDelete.effect !== "orphan";
  },
});

export const restrict = define({
  name: "restrict",
  says: "A parent that has children cannot be deleted.",
  clauses: ["requires of each delete of the parent"],
  parameters: ["child", "parent", "via"],
  example: "for e in response_body(GET /enrollments) :- e.pid != pid",
  about: { kind: "parent-delete", effect: "restrict" },
  write: ({ child, parent, via }, context) => {
    const [ofChild, ofParent] = [context.view(child), context.view(parent)];
    return (ofParent?.resource.delete ?? []).flatMap((key) =>
      aboutOwn(context, "requires", parent, key, (own, { view, places }) =>
        ofChild === undefined
          ? []
          : noChild(listBelow(ofChild, view, via, context), via, own, withThing(places, view.resource, own)),
      ),
    );
  },
  // It was seen with a child that was new; what was cancelled since may be in nobody's way.
  when: (rule, { rules }) => !rules.some((other) => other.kind === "begins" && other.resource === rule.child),
});

export const cascade = define({
  name: "cascade",
  says: "The children of a deleted parent are gone with it.",
  clauses: ["ensures of each delete of the parent"],
  parameters: ["child", "parent", "via"],
  example: "for e in response_body(GET /enrollments) :- e.tid != tid",
  about: { kind: "parent-delete", effect: "cascade" },
  write: ({ child, parent, via }, context) => {
    const [ofChild, ofParent] = [context.view(child), context.view(parent)];
    return (ofParent?.resource.delete ?? []).flatMap((key) =>
      aboutOwn(context, "ensures", parent, key, (own, { view, places }) => {
        if (ofChild === undefined) return [];
        const below = withThing(places, view.resource, own);
        const children = listBelow(ofChild, view, via, context);
        return via.kind === "path" ? childrenGone(children, below) : noChild(children, via, own, below);
      }),
    );
  },
});

export const orphan = define({
  name: "orphan",
  says: "Children outlive their parent.",
  clauses: [],
  parameters: ["child", "parent", "via"],
  example: "",
  about: { kind: "parent-delete", effect: "orphan" },
  write: () => [],
});

/**
 * Children that a path puts below their parent are those of a list that runs through it. `GET /issues` beside
 * `POST /projects/{id}/issues` shows the issues of all projects, and says nothing of one.
 */
function listBelow(
  child: ResourceView,
  parent: ResourceView,
  via: ParentLink["via"],
  { api }: ContractContext,
): ResourceView {
  if (via.kind !== "path") return child;
  const { list: _, ...rest } = child;
  const shapes = collectionShapes(parent.resource);
  const isBelow = (path: string) =>
    collectionsAlong(path).some(({ collection }) => shapes.has(pathShape(collection)));
  const [list] = child.resource.list
    .map((key) => operationOf(api, key))
    .filter(({ method, path }) => method === "GET" && isBelow(path))
    .flatMap((operation) => listViewOf(api, operation, child.ids) ?? []);
  return list === undefined ? rest : { ...rest, list };
}

/** Below a path: the nested list is empty. By a field: no child has the parent's id in it. */
function noChild(
  child: ResourceView,
  via: ParentLink["via"],
  parentId: Expression,
  places: Places,
): Spellings {
  const list = child.list?.whole === true ? listAt(child.list, places) : undefined;
  if (list === undefined || child.list === undefined) return [];
  switch (via.kind) {
    case "path":
      return [equal(lengthOf(list), literal(0))];
    case "id": {
      const { key } = child.list;
      return key === undefined
        ? []
        : [every(child.resource.name, list, (one) => unequal(at(one, key), parentId))];
    }
    case "body": {
      const way = parsePointer(via.pointer);
      return child.list.members.has(way[0] ?? "") && !isListed(via.pointer)
        ? [every(child.resource.name, list, (one) => unequal(at(one, way), parentId))]
        : [];
    }
    default:
      return unreachable(via);
  }
}

/** The nested list went with the parent, so each of its things is asked for. */
function childrenGone(child: ResourceView, places: Places): Spellings {
  const list = child.list === undefined ? undefined : listAt(child.list, places);
  const key = child.list?.key;
  if (list === undefined || key === undefined || child.item === undefined) return [];
  const { resource, ids, item } = child;
  return inEachSpelling(
    (one) => isNotThere({ resource, ids, item }, at(one, key), places),
    (isGone) => every(resource.name, previous(list), isGone),
  );
}

/** One read of a list is cheaper than one read per child. */
function byListFirst(parent: ResourceView, id: Expression): Spellings {
  const { resource, ids, list } = parent;
  const lists = list === undefined ? [] : isThere({ resource, ids, list }, id, NO_PLACES);
  const all = isThere(parent, id, NO_PLACES);
  return [...lists, ...all.slice(0, all.length - lists.length)];
}

/** The authors' way: what the list below one parent shows of the other is there. It says the same of the child. */
function shownParentsExist(
  rule: RuleOf<"dangling">,
  parent: ResourceView,
  context: ContractContext,
): Spellings {
  return context.rules.flatMap((view) => {
    if (view.kind !== "shows-related" || view.child !== rule.child || view.shown.parent !== rule.parent)
      return [];
    const under = context.view(view.under.parent);
    const all = under?.list === undefined ? undefined : listAt(under.list, NO_PLACES);
    const shown = listViewOf(context.api, operationOf(context.api, view.operation), []);
    const key = under?.list?.key;
    if (under === undefined || all === undefined || key === undefined || shown === undefined) return [];
    const below = (one: Expression) => listAt(shown, withThing(NO_PLACES, under.resource, at(one, key)));
    if (below(literal(null)) === undefined) return [];
    return inEachSpelling(
      (one) => byListFirst(parent, at(one, view.field === undefined ? [] : [view.field])),
      (there) => every(view.under.parent, all, (one) => every(rule.parent, below(one) ?? all, there)),
    );
  });
}

function isSameLink(
  a: Extract<RuleContent, { child: string; parent: string; via: unknown }>,
  b: Extract<RuleContent, { child: string; parent: string; via: unknown }>,
): boolean {
  return a.child === b.child && a.parent === b.parent && linkName(a.via) === linkName(b.via);
}
