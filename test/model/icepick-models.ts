import {
  absent,
  and,
  compare,
  count,
  exists,
  type Formula,
  field,
  forall,
  implies,
  member,
  none,
  not,
  option,
  or,
  present,
  variable,
} from "#model/formula";
import type { Action, Effect, Model, Outcome, Parameter } from "#model/model";

/** The three models of the ICEPICK paper, written as data, in any size. */

const effect: Outcome = { kind: "effect" };

function slot(name: string, sort: string): Parameter {
  return { name, type: { kind: "slot", sort } };
}

const put = (
  map: string,
  key: string[],
  record: Extract<Effect, { kind: "put" }>["record"] = {},
): Effect => ({
  kind: "put",
  map,
  key,
  record,
});
const remove = (map: string, ...key: string[]): Effect => ({ kind: "remove", map, key });

export interface TournamentsOptions {
  /** Every call in every state: what is not accepted is refused. */
  readonly refusals?: boolean;
  /** Leave "seats ≤ capacity" to the invariant instead of the guard. */
  readonly capacityUnguarded?: boolean;
}

export function tournaments(
  players: number,
  tournaments: number,
  enrolments: number,
  options: TournamentsOptions = {},
): Model {
  const capacity = { kind: "integer", from: 1, to: enrolments } as const;
  const seats = (tournament: string) =>
    count({ x: "enrolment" }, compare(field("enrolments", "x", "tournament"), "=", variable(tournament)));
  const refersTo = (name: string, slotName: string): Formula =>
    exists({ x: "enrolment" }, compare(field("enrolments", "x", name), "=", variable(slotName)));
  const samePair = exists(
    { x: "enrolment" },
    and(
      compare(field("enrolments", "x", "player"), "=", variable("p")),
      compare(field("enrolments", "x", "tournament"), "=", variable("t")),
    ),
  );
  const freeSeat = compare(seats("t"), "<", field("tournaments", "t", "capacity"));
  const actions: Action[] = [
    {
      name: "postPlayer",
      operation: "POST /players",
      outcome: effect,
      parameters: [slot("p", "player")],
      guard: absent("players", "p"),
      effects: [put("players", ["p"])],
    },
    {
      name: "deletePlayer",
      operation: "DELETE /players/{pid}",
      outcome: effect,
      parameters: [slot("p", "player")],
      guard: and(present("players", "p"), not(refersTo("player", "p"))),
      effects: [remove("players", "p")],
    },
    {
      name: "postTournament",
      operation: "POST /tournaments",
      outcome: effect,
      parameters: [slot("t", "tournament"), { name: "c", type: capacity }],
      guard: absent("tournaments", "t"),
      effects: [put("tournaments", ["t"], { capacity: variable("c") })],
    },
    {
      name: "deleteTournament",
      operation: "DELETE /tournaments/{tid}",
      outcome: effect,
      parameters: [slot("t", "tournament")],
      guard: and(present("tournaments", "t"), not(refersTo("tournament", "t"))),
      effects: [remove("tournaments", "t")],
    },
    {
      name: "postEnrolment",
      operation: "POST /enrolments",
      outcome: effect,
      parameters: [slot("e", "enrolment"), slot("p", "player"), slot("t", "tournament")],
      guard: and(
        absent("enrolments", "e"),
        present("players", "p"),
        present("tournaments", "t"),
        not(samePair),
        ...(options.capacityUnguarded === true ? [] : [freeSeat]),
      ),
      effects: [put("enrolments", ["e"], { player: variable("p"), tournament: variable("t") })],
    },
    {
      name: "deleteEnrolment",
      operation: "DELETE /enrolments/{eid}",
      outcome: effect,
      parameters: [slot("e", "enrolment")],
      guard: present("enrolments", "e"),
      effects: [remove("enrolments", "e")],
    },
  ];
  return {
    name: "Tournaments",
    sorts: [
      { name: "player", slots: players },
      { name: "tournament", slots: tournaments },
      { name: "enrolment", slots: enrolments },
    ],
    maps: [
      { name: "players", keys: ["player"], fields: [] },
      { name: "tournaments", keys: ["tournament"], fields: [{ name: "capacity", type: capacity }] },
      {
        name: "enrolments",
        keys: ["enrolment"],
        fields: [
          { name: "player", type: { kind: "slot", sort: "player" } },
          { name: "tournament", type: { kind: "slot", sort: "tournament" } },
        ],
      },
    ],
    actions: options.refusals === true ? actions.flatMap((action) => [action, refusalOf(action)]) : actions,
    invariants: [
      {
        text: "no tournament has more players than seats",
        formula: forall(
          { t: "tournament" },
          implies(
            present("tournaments", "t"),
            compare(seats("t"), "<=", field("tournaments", "t", "capacity")),
          ),
        ),
      },
      {
        text: "an enrolment is of a player and a tournament that exist",
        formula: forall(
          { e: "enrolment", p: "player", t: "tournament" },
          and(
            implies(compare(field("enrolments", "e", "player"), "=", variable("p")), present("players", "p")),
            implies(
              compare(field("enrolments", "e", "tournament"), "=", variable("t")),
              present("tournaments", "t"),
            ),
          ),
        ),
      },
    ],
  };
}

export function refusalOf(action: Action): Action {
  return {
    ...action,
    name: `${action.name}Refused`,
    outcome: { kind: "refusal", reason: "its precondition does not hold" },
    guard: not(action.guard),
    effects: [],
  };
}

export function petstore(size: number): Model {
  return {
    name: "Petstore",
    sorts: ["user", "pet", "order"].map((name) => ({ name, slots: size })),
    maps: [
      { name: "users", keys: ["user"], fields: [] },
      { name: "pets", keys: ["pet"], fields: [] },
      { name: "orders", keys: ["order"], fields: [{ name: "pet", type: { kind: "slot", sort: "pet" } }] },
    ],
    actions: [
      {
        name: "createUser",
        operation: "POST /user",
        outcome: effect,
        parameters: [slot("u", "user")],
        guard: absent("users", "u"),
        effects: [put("users", ["u"])],
      },
      {
        name: "createUsersWithListInput",
        operation: "POST /user/createWithList",
        outcome: effect,
        parameters: [{ name: "list", type: { kind: "subset", sort: "user" } }],
        guard: exists({ u: "user" }, and(member("u", "list"), absent("users", "u"))),
        effects: [
          {
            kind: "each",
            variables: [{ name: "u", sort: "user" }],
            where: member("u", "list"),
            effects: [put("users", ["u"])],
          },
        ],
      },
      {
        name: "deleteUser",
        operation: "DELETE /user/{username}",
        outcome: effect,
        parameters: [slot("u", "user")],
        guard: present("users", "u"),
        effects: [remove("users", "u")],
      },
      {
        name: "addPet",
        operation: "POST /pet",
        outcome: effect,
        parameters: [slot("p", "pet")],
        guard: absent("pets", "p"),
        effects: [put("pets", ["p"])],
      },
      {
        name: "deletePet",
        operation: "DELETE /pet/{petId}",
        outcome: effect,
        parameters: [slot("p", "pet")],
        guard: present("pets", "p"),
        effects: [
          remove("pets", "p"),
          {
            kind: "each",
            variables: [{ name: "o", sort: "order" }],
            where: compare(field("orders", "o", "pet"), "=", variable("p")),
            effects: [remove("orders", "o")],
          },
        ],
      },
      {
        name: "placeOrder",
        operation: "POST /store/order",
        outcome: effect,
        parameters: [slot("o", "order"), slot("p", "pet")],
        guard: and(absent("orders", "o"), present("pets", "p")),
        effects: [put("orders", ["o"], { pet: variable("p") })],
      },
      {
        name: "deleteOrder",
        operation: "DELETE /store/order/{orderId}",
        outcome: effect,
        parameters: [slot("o", "order")],
        guard: present("orders", "o"),
        effects: [remove("orders", "o")],
      },
    ],
    invariants: [
      {
        text: "an order is for a pet that exists",
        formula: forall(
          { o: "order", p: "pet" },
          implies(compare(field("orders", "o", "pet"), "=", variable("p")), present("pets", "p")),
        ),
      },
    ],
  };
}

/** A product has at most one feature and one constraint; a configuration of it is active only with a feature. */
export function features(size: number): Model {
  const product = slot("p", "product");
  const has = (name: string): Formula => compare(field("products", "p", name), "!=", none);
  const set = (name: string, value: Extract<Effect, { kind: "set" }>["value"]): Effect => ({
    kind: "set",
    map: "products",
    key: ["p"],
    field: name,
    value,
  });
  const configuration = [product, slot("g", "configuration")];
  const status = (value: string): Formula =>
    compare(field("configurations", ["p", "g"], "status"), "=", option(value));
  const change = (value: string): Effect => ({
    kind: "set",
    map: "configurations",
    key: ["p", "g"],
    field: "status",
    value: option(value),
  });
  const anyConfiguration = exists({ g: "configuration" }, present("configurations", "p", "g"));
  const action = (
    name: string,
    operation: string,
    parameters: Parameter[],
    guard: Formula,
    ...effects: Effect[]
  ): Action => ({ name, operation, outcome: effect, parameters, guard, effects });
  return {
    name: "Features",
    sorts: ["product", "feature", "constraint", "configuration"].map((name) => ({ name, slots: size })),
    maps: [
      {
        name: "products",
        keys: ["product"],
        fields: ["feature", "constraint"].map((sort) => ({
          name: sort,
          type: { kind: "slot", sort, optional: true },
        })),
      },
      {
        name: "configurations",
        keys: ["product", "configuration"],
        fields: [{ name: "status", type: { kind: "choice", options: ["empty", "active"] } }],
      },
    ],
    actions: [
      action(
        "addProduct",
        "POST /products/{productName}",
        [product],
        absent("products", "p"),
        put("products", ["p"], { feature: none, constraint: none }),
      ),
      action(
        "deleteProduct",
        "DELETE /products/{productName}",
        [product],
        and(present("products", "p"), not(or(has("feature"), has("constraint"), anyConfiguration))),
        remove("products", "p"),
      ),
      action(
        "addFeature",
        "POST /products/{productName}/features/{featureName}",
        [product, slot("f", "feature")],
        and(present("products", "p"), not(has("feature"))),
        set("feature", variable("f")),
      ),
      action(
        "deleteFeature",
        "DELETE /products/{productName}/features/{featureName}",
        [product, slot("f", "feature")],
        compare(field("products", "p", "feature"), "=", variable("f")),
        set("feature", none),
        {
          kind: "each",
          variables: [{ name: "g", sort: "configuration" }],
          where: status("active"),
          effects: [change("empty")],
        },
      ),
      action(
        "addConstraint",
        "POST /products/{productName}/constraints/requires",
        [product, slot("c", "constraint")],
        and(present("products", "p"), not(has("constraint"))),
        set("constraint", variable("c")),
      ),
      action(
        "deleteConstraint",
        "DELETE /products/{productName}/constraints/{constraintId}",
        [product, slot("c", "constraint")],
        compare(field("products", "p", "constraint"), "=", variable("c")),
        set("constraint", none),
      ),
      action(
        "addConfiguration",
        "POST /products/{productName}/configurations/{configurationName}",
        configuration,
        and(present("products", "p"), absent("configurations", "p", "g")),
        put("configurations", ["p", "g"], { status: option("empty") }),
      ),
      action(
        "deleteConfiguration",
        "DELETE /products/{productName}/configurations/{configurationName}",
        configuration,
        present("configurations", "p", "g"),
        remove("configurations", "p", "g"),
      ),
      action(
        "activateFeature",
        "POST /products/{productName}/configurations/{configurationName}/features/{featureName}",
        configuration,
        and(has("feature"), status("empty")),
        change("active"),
      ),
      action(
        "deactivateFeature",
        "DELETE /products/{productName}/configurations/{configurationName}/features/{featureName}",
        configuration,
        status("active"),
        change("empty"),
      ),
    ],
    invariants: [
      {
        text: "an active configuration belongs to a product with a feature",
        formula: forall({ p: "product", g: "configuration" }, implies(status("active"), has("feature"))),
      },
    ],
  };
}
