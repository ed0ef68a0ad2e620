import type { Expression } from "#glacier/formula";
import type { OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { ownList } from "#semantics/guess-rules";
import { namesPlace } from "#semantics/place-name";
import {
  allOf,
  anyOf,
  at,
  binary,
  equal,
  every,
  lengthOf,
  literal,
  previous,
  some,
  unequal,
} from "./build-formula.js";
import type { ContractContext } from "./contract-context.js";
import { type CallScene, draft, sceneOf } from "./draft.js";
import { listAt, thingAt } from "./look.js";
import { type Draft, define, type RuleOf } from "./named-formula.js";
import { type ListView, listViewOf } from "./resource-view.js";

/** What writes do to the list of all. Each costs one read of the list, however long it is. */
interface Listing {
  readonly scene: CallScene;
  readonly view: ListView;
  readonly list: Expression;
}

type Lists = RuleOf<"lists">;
type Role = "create" | "update" | "delete";

/** A clause for each write of the resource, in terms of the list that the rule is about. */
function forEachWrite(
  rule: Lists,
  context: ContractContext,
  roles: readonly Role[],
  say: (listing: Listing, role: Role) => Expression | undefined,
): readonly Draft[] {
  const known = context.view(rule.resource);
  if (known === undefined) return [];
  const { resource, ids } = known;
  const view =
    rule.operation === ownList(resource)
      ? known.list
      : listViewOf(context.api, operationOf(context.api, rule.operation), ids);
  if (view === undefined) return [];
  return roles.flatMap((role) =>
    resource[role].flatMap((key) => {
      const scene = sceneOf(context, rule.resource, key);
      const list = scene === undefined ? undefined : listAt(view, scene.places);
      if (scene === undefined || list === undefined) return [];
      if (role === "create" && !reallyCreates(context, key)) return [];
      const formula = say({ scene, view, list }, role);
      return formula === undefined ? [] : draft("ensures", scene.operation, [formula]);
    }),
  );
}

const clausesOf = (...roles: readonly string[]) => [`ensures of each ${roles.join(", ")}`];

export const listed = define({
  name: "listed",
  says: "What was created stands in the list.",
  clauses: clausesOf("create"),
  parameters: ["resource"],
  example: "exists p in response_body(GET /players) :- p.pid == pid",
  about: { kind: "lists" },
  write: (rule, context) =>
    forEachWrite(
      rule,
      context,
      ["create"],
      ({
        scene: {
          own,
          view: { resource },
        },
        view,
        list,
      }) => {
        if (own === undefined || view.key === undefined || !view.whole) return undefined;
        const { key } = view;
        return key.length === 0
          ? binary(own.term, "in", list)
          : some(resource.name, list, (one) => equal(at(one, key), own.term));
      },
    ),
});

export const grows = define({
  name: "grows",
  says: "A create makes the list one longer.",
  clauses: clausesOf("create"),
  parameters: ["resource"],
  example: "response_body(GET /players).length == previous(response_body(GET /players).length) + 1",
  about: { kind: "lists" },
  write: (rule, context) =>
    forEachWrite(rule, context, ["create"], ({ scene, view, list }) =>
      view.whole && !joins(scene) && !mayReplace(context, scene.operation.key)
        ? equal(lengthOf(list), binary(previous(lengthOf(list)), "+", literal(1)))
        : undefined,
    ),
});

export const agrees = define({
  name: "agrees",
  says: "The list and the thing itself tell the same story of what was written.",
  clauses: clausesOf("create", "update"),
  parameters: ["resource"],
  example:
    "exists p in response_body(GET /players) :- p.pid == pid && p is part of response_body(GET /players/{pid})",
  about: { kind: "lists" },
  write: (rule, context) =>
    forEachWrite(rule, context, ["create", "update"], ({ scene, view, list }) => {
      const { own, places } = scene;
      if (acceptsAbsent(context, scene.operation.key)) return undefined;
      const thing = own === undefined ? undefined : thingAt(scene.view, own.term, places);
      const known = scene.view.item?.members;
      if (own === undefined || thing === undefined || !view.whole || !view.key?.length) return undefined;
      // A list often shows less of a thing than its own page does, and then only what both show can agree.
      if (![...view.members.keys()].every((member) => known?.has(member))) return undefined;
      const { key } = view;
      return some(scene.view.resource.name, list, (one) =>
        allOf(equal(at(one, key), own.term), binary(one, "is part of", thing)),
      );
    }),
});

export const untouched = define({
  name: "untouched",
  says: "A write leaves all other things as they were.",
  clauses: clausesOf("create", "update", "delete"),
  parameters: ["resource"],
  example:
    "for p in previous(response_body(GET /players)) :- p.pid == pid || p in response_body(GET /players)",
  about: { kind: "lists" },
  write: (rule, context) =>
    forEachWrite(rule, context, ["create", "update", "delete"], ({ scene, view, list }, role) => {
      const noun = scene.view.resource.name;
      // Siblings move along when one comes, goes or takes another place.
      if (!view.whole || [...view.members.keys()].some(namesPlace)) return undefined;
      if (role === "create" && !mayReplace(context, scene.operation.key))
        return every(noun, previous(list), (one) => binary(one, "in", list));
      const { own } = scene;
      const { key } = view;
      if (own === undefined || key === undefined) return undefined;
      return every(noun, previous(list), (one) =>
        anyOf(equal(at(one, key), own.term), binary(one, "in", list)),
      );
    }),
});

export const unlisted = define({
  name: "unlisted",
  says: "What was deleted no longer stands in the list.",
  clauses: clausesOf("delete"),
  parameters: ["resource"],
  example: "for p in response_body(GET /players) :- p.pid != pid",
  about: { kind: "lists" },
  write: (rule, context) =>
    forEachWrite(rule, context, ["delete"], ({ scene, view, list }) => {
      const { own } = scene;
      const { key } = view;
      if (own === undefined || key === undefined || !isGone(context, scene.operation.key)) return undefined;
      return every(scene.view.resource.name, list, (one) => unequal(at(one, key), own.term));
    }),
});

export const shrinks = define({
  name: "shrinks",
  says: "A delete makes the list one shorter.",
  clauses: clausesOf("delete"),
  parameters: ["resource"],
  example: "response_body(GET /players).length == previous(response_body(GET /players).length) - 1",
  about: { kind: "lists" },
  write: (rule, context) =>
    forEachWrite(rule, context, ["delete"], ({ scene, view, list }) => {
      const { key } = scene.operation;
      return view.whole && !joins(scene) && isGone(context, key) && refusesAbsent(context, key)
        ? equal(lengthOf(list), binary(previous(lengthOf(list)), "-", literal(1)))
        : undefined;
    }),
});

/** What only joins others may bring more of its kind with it: a feature is activated with those that it requires. */
function joins({ view: { resource } }: CallScene): boolean {
  return resource.parents.some(({ via }) => via.kind === "id");
}

function reallyCreates({ rules }: ContractContext, operation: OperationKey): boolean {
  return rules.some((rule) => rule.kind === "creates" && rule.operation === operation);
}

/** Whether the create may hit a thing that is there: a create with an id that is taken is not refused. */
function mayReplace({ rules }: ContractContext, operation: OperationKey): boolean {
  return rules.some(
    (rule) => rule.kind === "duplicate" && rule.operation === operation && rule.effect !== "refuse",
  );
}

function isGone({ rules }: ContractContext, operation: OperationKey): boolean {
  return rules.some((rule) => rule.kind === "removes" && rule.operation === operation && rule.how === "gone");
}

/** An update of what is not there is answered with success and does nothing: then nothing can be said of it after. */
function acceptsAbsent({ rules }: ContractContext, operation: OperationKey): boolean {
  return rules.some(
    (rule) => rule.kind === "absent" && rule.operation === operation && rule.effect === "accept",
  );
}

function refusesAbsent({ rules }: ContractContext, operation: OperationKey): boolean {
  return rules.some(
    (rule) => rule.kind === "absent" && rule.operation === operation && rule.effect === "refuse",
  );
}
