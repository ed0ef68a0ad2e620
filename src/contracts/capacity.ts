import { parsePointer } from "#base/json-pointer";
import type { Expression } from "#glacier/formula";
import { operationOf } from "#openapi/operation-of";
import { collectionsAlong, pathShape } from "#semantics/path-template";
import { isListed } from "#semantics/reference-places";
import {
  allOf,
  at,
  binary,
  bodyOf,
  equal,
  every,
  lengthOf,
  literal,
  name,
  not,
  quantified,
} from "./build-formula.js";
import { collectionShapes, ownId, parentId, requestMembers, sent } from "./call-terms.js";
import type { ContractContext } from "./contract-context.js";
import { draft } from "./draft.js";
import {
  inEachSpelling,
  listAt,
  NO_PLACES,
  type Places,
  placesOf,
  readAt,
  type Spellings,
  thingAt,
  withThing,
} from "./look.js";
import { type Draft, define, type RuleOf } from "./named-formula.js";
import { type ListView, listViewOf, type ResourceView } from "./resource-view.js";

type Capacity = RuleOf<"capacity">;

export const capacity = define({
  name: "capacity",
  says: "A parent has at most as many children as a field of it, or a number, says.",
  clauses: ["invariant", "requires of each create of the child", "requires of each update of the parent"],
  parameters: ["child", "parent", "via", "field", "most"],
  example:
    "for t in response_body(GET /tournaments) :- response_body(GET /tournaments/{t.tid}/players).length <= t.capacity",
  about: { kind: "capacity" },
  write: (rule, context) => {
    const parent = context.view(rule.parent);
    if (parent === undefined) return [];
    return [
      ...always(rule, context, parent),
      ...beforeCreate(rule, context, parent),
      ...beforeUpdate(rule, context, parent),
    ];
  },
});

/** Listing 4 of the paper. */
function always(rule: Capacity, context: ContractContext, parent: ResourceView): Draft[] {
  const key = parent.list?.key;
  const parents = parent.list === undefined ? undefined : listAt(parent.list, NO_PLACES);
  if (parents === undefined || key === undefined) return fewerThanOneMore(rule, context);
  const bounds = (one: Expression): Spellings => {
    const id = at(one, key);
    const places = withThing(NO_PLACES, parent.resource, id);
    const fields = limitsOfThing(rule, parent, id, places, one);
    return counts(rule, context, places).flatMap((count) =>
      fields.map((limit) => binary(count, "<=", limit)),
    );
  };
  const spellings = inEachSpelling(bounds, (holds) => every(rule.parent, parents, holds));
  return spellings.length === 0 ? fewerThanOneMore(rule, context) : draft("invariant", undefined, spellings);
}

/** With more variables than this the quantifier would look at fewer than 34 children. */
const MOST_VARIABLES = 3;

/** GLACIER cannot count what fits, but it can say that no `most + 1` children share a parent. */
function fewerThanOneMore(rule: Capacity, context: ContractContext): Draft[] {
  const { limit, via } = rule;
  const list = context.view(rule.child)?.list;
  const children = list === undefined ? undefined : listAt(list, NO_PLACES);
  if (!("most" in limit) || limit.most < 1 || limit.most >= MOST_VARIABLES || via.kind !== "body") return [];
  if (isListed(via.pointer)) return [];
  const way = parsePointer(via.pointer);
  if (children === undefined || !list?.members.has(way[0] ?? "")) return [];
  const formula = quantified(
    "for",
    rule.child,
    children,
    (first, ...others) => {
      const [same, ...more] = others.map((other) => equal(at(first ?? children, way), at(other, way)));
      return not(same === undefined ? children : allOf(same, ...more));
    },
    limit.most + 1,
  );
  return draft("invariant", undefined, [formula]);
}

/** There must be room for one more. */
function beforeCreate(rule: Capacity, context: ContractContext, parent: ResourceView): Draft[] {
  const child = context.view(rule.child)?.resource;
  return (child?.create ?? []).flatMap((key) => {
    const operation = operationOf(context.api, key);
    const id = child === undefined ? undefined : parentId(context, child, operation, rule.via);
    if (id?.known !== "before") return [];
    const places = withThing(placesOf(operation, name), parent.resource, id.term);
    const spellings = counts(rule, context, places).flatMap((count) =>
      limitsOfThing(rule, parent, id.term, places).map((limit) => binary(count, "<", limit)),
    );
    return draft("requires", operation, spellings);
  });
}

/** A limit cannot be put below what is there. */
function beforeUpdate(rule: Capacity, context: ContractContext, parent: ResourceView): Draft[] {
  if (!("field" in rule.limit)) return [];
  const way = parsePointer(rule.limit.field);
  return parent.resource.update.flatMap((key) => {
    const operation = operationOf(context.api, key);
    const own = ownId(context, parent.resource, operation);
    if (own?.known !== "before" || !requestMembers(context, operation).has(way[0] ?? "")) return [];
    const places = withThing(placesOf(operation, name), parent.resource, own.term);
    const limit = sent(context, operation, way);
    return draft(
      "requires",
      operation,
      counts(rule, context, places).map((count) => binary(count, "<=", limit)),
    );
  });
}

/** How many children a parent has: by the list of children below it, or one that shows their other parents. */
function counts(rule: Capacity, context: ContractContext, places: Places): Spellings {
  const list = rule.via.kind === "path" ? context.view(rule.child)?.list : undefined;
  const nested = list !== undefined && isRightBelow(list, context.view(rule.parent)) ? list : undefined;
  const related = context.rules.flatMap((other): (ListView | undefined)[] =>
    other.kind === "shows-related" && other.child === rule.child && other.under.parent === rule.parent
      ? [listViewOf(context.api, operationOf(context.api, other.operation), [])]
      : [],
  );
  return [nested, ...related].flatMap((list) => {
    const all = list?.whole === true ? listAt(list, places) : undefined;
    return all === undefined ? [] : [lengthOf(all)];
  });
}

/** A list further below shows only some of the parent's children. */
function isRightBelow({ path }: ListView, parent: ResourceView | undefined): boolean {
  const last = collectionsAlong(path).at(-1);
  return (
    parent !== undefined &&
    last !== undefined &&
    collectionShapes(parent.resource).has(pathShape(last.collection))
  );
}

/** The number, or the field: of the parent as a list shows it, as its own GET shows it, or by a GET of the field. */
function limitsOfThing(
  { limit }: Capacity,
  parent: ResourceView,
  id: Expression,
  places: Places,
  listed?: Expression,
): Spellings {
  if (!("field" in limit)) return [literal(limit.most)];
  const way = parsePointer(limit.field);
  const [first = ""] = way;
  const thing = parent.item?.members.has(first) ? thingAt(parent, id, places) : undefined;
  const itemPath = parent.resource.itemPath;
  const part = itemPath === undefined ? undefined : readAt(`${itemPath}/${way.join("/")}`, places);
  return [
    ...(listed !== undefined && parent.list?.members.has(first) ? [at(listed, way)] : []),
    ...(thing === undefined ? [] : [at(thing, way)]),
    ...(part === undefined ? [] : [bodyOf(part)]),
  ];
}
