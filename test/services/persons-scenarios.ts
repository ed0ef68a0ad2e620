import type { Scenario, Tour } from "./scenario.js";

// Old enough, and with names, for all three variants.
const ada = { name: "Ada Lovelace", age: 70 };
const adam = { name: "Ada", age: 70 };
const bob = { name: "Bob", age: 71 };
const old = { name: "Cleo", age: 112 };

const add = (person: typeof ada) => ["POST /persons", person] as const;
const remove = ({ name }: typeof ada) => [`DELETE /persons/${encodeURIComponent(name)}`] as const;
const list = ["GET /persons"] as const;
const listed = (...persons: (typeof ada)[]) => ({ status: 200, body: persons });
const taken = { status: 409, body: { message: "There already is a person Bob." } };

const OF_ALL: Readonly<Record<string, Scenario>> = {
  "add-cuts-name": { calls: [add(ada), list], answer: listed(ada) },
  "age-capped-at-99": { calls: [add(old), list], answer: listed(old) },
  "fourth-person-evicts-first": {
    calls: [add(ada), add(adam), add(bob), add(old), list],
    answer: listed(ada, adam, bob, old),
  },
  "delete-keeps-person": { calls: [add(bob), remove(bob), list], answer: listed() },
  "delete-removes-namesakes": { calls: [add(ada), add(adam), remove(adam), list], answer: listed(ada) },
  "list-misses-newest": { calls: [add(ada), add(bob), list], answer: listed(ada, bob) },
  "list-shows-deleted": { calls: [add(ada), add(bob), remove(bob), list], answer: listed(ada) },
  "list-merges-same-age": { calls: [add(ada), add(adam), list], answer: listed(ada, adam) },
};

export const PERSONS_SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...OF_ALL,
  "overwrite-keeps-age": {
    calls: [add(bob), add({ ...bob, age: 72 }), list],
    answer: listed({ ...bob, age: 72 }),
  },
};

export const PERSONS_REFUSING_SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...OF_ALL,
  "refused-duplicate-stored": { calls: [add(bob), add({ ...bob, age: 72 }), list], answer: listed(bob) },
  "duplicate-with-other-age-accepted": { calls: [add(bob), add({ ...bob, age: 72 })], answer: taken },
  "name-stays-taken": { calls: [add(bob), remove(bob), add(bob)], answer: { status: 201, body: bob } },
};

export const PERSONS_VALIDATING_SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...PERSONS_REFUSING_SCENARIOS,
  "age-64-accepted": {
    calls: [add({ ...bob, age: 64 })],
    answer: { status: 400, body: { message: "The age is not above 64." } },
  },
  "empty-name-accepted": {
    calls: [add({ ...bob, name: "" })],
    answer: { status: 400, body: { message: "The name is empty." } },
  },
  "refused-person-stored": { calls: [add({ ...bob, age: 30 }), list], answer: listed() },
};

const unchecked: Tour = [
  [200, ...list],
  [201, ...add(bob)],
  [201, ...add({ name: "", age: 1 })],
  [204, "DELETE /persons/"],
  [400, "POST /persons", { name: "Bob" }],
  [400, "POST /persons", { name: "Bob", age: 0 }],
  [201, "POST /persons", { ...ada, name: "__proto__", constructor: 1 }],
];
const removed: Tour = [
  [204, "DELETE /persons/Bob"],
  [204, "DELETE /persons/Bob"],
];

/** Every operation with every status that the document declares for it. */
export const PERSONS_TOUR: Tour = [...unchecked, [201, ...add({ ...bob, age: 1 })], ...removed];

export const PERSONS_REFUSING_TOUR: Tour = [...unchecked, [409, ...add({ ...bob, age: 1 })], ...removed];

export const PERSONS_VALIDATING_TOUR: Tour = [
  [200, ...list],
  [201, ...add(bob)],
  [409, ...add(bob)],
  [201, ...add({ ...ada, age: 65 })],
  [400, ...add({ ...adam, age: 64 })],
  [400, ...add({ ...adam, name: "" })],
  [400, "POST /persons", { name: 1, age: 70 }],
  ...removed,
];
