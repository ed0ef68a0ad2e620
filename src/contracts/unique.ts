import { parsePointer } from "#base/json-pointer";
import type { Expression } from "#glacier/formula";
import { anyOf, at, equal, every, quantified, unequal } from "./build-formula.js";
import { requestMembers, sent } from "./call-terms.js";
import type { ContractContext } from "./contract-context.js";
import { draft, sceneOf } from "./draft.js";
import { listAt, NO_PLACES } from "./look.js";
import { type Draft, define, type RuleOf } from "./named-formula.js";

type Unique = RuleOf<"unique">;
type Ways = readonly [readonly string[], ...(readonly string[])[]];

export const unique = define({
  name: "unique",
  says: "No two things have the same values in all of these fields.",
  clauses: ["invariant", "requires of each create and update"],
  parameters: ["resource", "fields"],
  example: "for e, x in response_body(GET /enrollments) :- e.pid != x.pid || e.tid != x.tid",
  about: { kind: "unique" },
  write: (rule, context) => {
    const ways = waysOf(rule, context);
    // A list shows whatever has the value, also what no longer holds it.
    if (ways === undefined || rule.exceptIn !== undefined) return [];
    return [
      ...always(rule, context, ways),
      ...before(rule, context, ways, "create"),
      ...before(rule, context, ways, "update"),
    ];
  },
});

/** The fields as ways into an item of the list, if the list shows them all. */
function waysOf({ resource, fields }: Unique, context: ContractContext): Ways | undefined {
  const members = context.view(resource)?.list?.members;
  const [first, ...others] = fields.map((field) => parsePointer(field));
  if (first === undefined || ![first, ...others].every((way) => members?.has(way[0] ?? ""))) return undefined;
  return [first, ...others];
}

/** Two variables of one quantifier are never the same element, so this is about pairs. */
function always({ resource }: Unique, context: ContractContext, ways: Ways): Draft[] {
  const list = context.view(resource)?.list;
  const all = list === undefined ? undefined : listAt(list, NO_PLACES);
  if (all === undefined) return [];
  const pairs = quantified(
    "for",
    resource,
    all,
    (one, other) => differ(ways, (way) => [at(one ?? all, way), at(other ?? all, way)]),
    2,
  );
  return draft("invariant", undefined, [pairs]);
}

/** A create whose values are taken is refused, and so is an update, unless they are its own. */
function before(rule: Unique, context: ContractContext, ways: Ways, role: "create" | "update"): Draft[] {
  const view = context.view(rule.resource);
  return (view?.resource[role] ?? []).flatMap((key) => {
    const scene = sceneOf(context, rule.resource, key);
    if (scene === undefined || view?.list?.whole !== true) return [];
    const list = listAt(view.list, scene.places);
    const given = requestMembers(context, scene.operation);
    if (list === undefined || !ways.every((way) => given.has(way[0] ?? ""))) return [];
    const { own } = scene;
    const idKey = view.list.key;
    if (role === "update" && (own?.known !== "before" || idKey === undefined)) return [];
    const formula = every(rule.resource, list, (one) => {
      const other = differ(ways, (way) => [at(one, way), sent(context, scene.operation, way)]);
      return role === "create" || own === undefined || idKey === undefined
        ? other
        : anyOf(equal(at(one, idKey), own.term), other);
    });
    return draft("requires", scene.operation, [formula]);
  });
}

function differ(
  [first, ...others]: Ways,
  sides: (way: readonly string[]) => readonly [Expression, Expression],
): Expression {
  return anyOf(unequal(...sides(first)), ...others.map((way) => unequal(...sides(way))));
}
