import { parsePointer } from "#base/json-pointer";
import type { Expression } from "#glacier/formula";
import { operationOf } from "#openapi/operation-of";
import { isListed } from "#semantics/reference-places";
import type { ParentLink } from "#semantics/semantics";
import { allOf, anyOf, at, binary, equal, name, not, previous, some } from "./build-formula.js";
import { parentId } from "./call-terms.js";
import type { ContractContext } from "./contract-context.js";
import { aboutOwn, draft } from "./draft.js";
import { listAt, NO_PLACES, type Places, placesOf, thingAt, withThing } from "./look.js";
import { define, type RuleOf } from "./named-formula.js";
import { listViewOf } from "./resource-view.js";

type ShowsRelated = RuleOf<"shows-related">;

/** Two things that a third one joins: a tournament shows the players of its enrolments. */
export const related = define({
  name: "related",
  says: "What a create joins, the list below the one shows of the other.",
  clauses: ["ensures of each create of the child"],
  parameters: ["operation", "child", "under", "shown"],
  example: "pid in response_body(GET /tournaments/{tid}/players)",
  about: { kind: "shows-related" },
  write: (rule, context) => {
    const child = context.view(rule.child)?.resource;
    return (child?.create ?? []).flatMap((key) => {
      const operation = operationOf(context.api, key);
      const idOf = (via: ParentLink["via"]) =>
        child === undefined ? undefined : parentId(context, child, operation, via)?.term;
      const [under, shown] = [idOf(rule.under.via), idOf(rule.shown.via)];
      if (under === undefined || shown === undefined) return [];
      const statement = shows(rule, context, under, shown, placesOf(operation, name));
      return statement === undefined ? [] : draft("ensures", operation, [statement]);
    });
  },
});

export const unrelated = define({
  name: "unrelated",
  says: "What a delete parts, the list below the one no longer shows, unless another child joins the same two.",
  clauses: ["ensures of each delete of the child"],
  parameters: ["operation", "child", "under", "shown"],
  example:
    "(exists e in response_body(GET /enrollments) :- e.tid == previous(response_body(GET /enrollments/{eid}){tid}) && e.pid == previous(response_body(GET /enrollments/{eid}){pid})) || !(previous(response_body(GET /enrollments/{eid}){pid}) in response_body(GET /tournaments/{previous(response_body(GET /enrollments/{eid}){tid})}/players))",
  about: { kind: "shows-related" },
  write: (rule, context) => {
    const view = context.view(rule.child);
    return (view?.resource.delete ?? []).flatMap((key) =>
      aboutOwn(context, "ensures", rule.child, key, (own, { places }) => {
        const [under, shown] = [rule.under.via, rule.shown.via].map((via) => wayOf(via));
        const thing = view === undefined ? undefined : thingAt(view, own, places);
        const list = view?.list?.whole === true ? listAt(view.list, NO_PLACES) : undefined;
        if (under === undefined || shown === undefined || thing === undefined || list === undefined)
          return [];
        const [underId, shownId] = [previous(at(thing, under)), previous(at(thing, shown))];
        const showing = shows(rule, context, underId, shownId, places);
        if (showing === undefined) return [];
        const joined = some(rule.child, list, (one) =>
          allOf(equal(at(one, under), underId), equal(at(one, shown), shownId)),
        );
        return [anyOf(joined, not(showing)), not(showing)];
      }),
    );
  },
});

/** Only a field of the child itself can be asked for once it is gone. */
function wayOf(via: ParentLink["via"]): readonly string[] | undefined {
  return via.kind === "body" && !isListed(via.pointer) ? parsePointer(via.pointer) : undefined;
}

/** That the list below one thing shows another. */
function shows(
  rule: ShowsRelated,
  context: ContractContext,
  underId: Expression,
  shownId: Expression,
  places: Places,
): Expression | undefined {
  const parent = context.view(rule.under.parent)?.resource;
  const view = listViewOf(context.api, operationOf(context.api, rule.operation), []);
  if (parent === undefined || view === undefined || !view.whole) return undefined;
  const list = listAt(view, withThing(places, parent, underId));
  if (list === undefined) return undefined;
  const { field } = rule;
  return field === undefined
    ? binary(shownId, "in", list)
    : some(rule.shown.parent, list, (one) => equal(at(one, [field]), shownId));
}
