import { describe, expect, it } from "vitest";
import { SERVICES } from "#services/list";
import { readTruth } from "#services/truth";
import { loadDocument } from "./document.js";
import { TOURS } from "./scenarios.js";

const ROLES = {
  CREATE: "create",
  READ: "read",
  READ_MULTI: "list",
  UPDATE: "update",
  DELETE: "delete",
} as const;

describe.each(SERVICES)("truth of $name", ({ name }) => {
  const truth = readTruth(name);
  const document = loadDocument(name);
  const resources = Object.keys(truth.resources);

  it("labels exactly the operations of the document", () => {
    const documented = document.operations.map(({ key }) => key);
    expect(Object.keys(truth.operations).sort()).toEqual(documented.sort());
  });

  it.each(Object.entries(ROLES))("lists the %s operations under their resource", (semantics, role) => {
    for (const [resource, entry] of Object.entries(truth.resources)) {
      const labelled = Object.entries(truth.operations)
        .filter(([, label]) => label.semantics === semantics && label.resource === resource)
        .map(([key]) => key);
      expect([...entry[role]].sort()).toEqual(labelled.sort());
    }
  });

  it("relates resources that it knows, each to all of its parents", () => {
    for (const { child, parent } of truth.relations) {
      expect(resources).toContain(child);
      expect(resources).toContain(parent);
    }
    for (const [child, { parents }] of Object.entries(truth.resources)) {
      const related = truth.relations
        .filter((relation) => relation.child === child)
        .map(({ parent }) => parent);
      expect(related).toEqual(expect.arrayContaining([...parents]));
    }
  });

  it("speaks of operations and resources that there are", () => {
    const { softDeletes = [], lifecycles = [], login, ownership = [], asynchronous = [] } = truth;
    const { paging = [], idempotencyKeys = [], conserved = [], errorsInSuccess } = truth;
    const named = [
      ...softDeletes.flatMap(({ operation, restore, purge }) => [operation, ...restore, ...purge]),
      ...lifecycles.flatMap(({ transitions }) => transitions.map(({ operation }) => operation)),
      ...(login === undefined ? [] : [login.operation, login.register ?? login.operation, ...login.secured]),
      ...asynchronous,
      ...paging.map(({ operation }) => operation),
      ...idempotencyKeys.map(({ operation }) => operation),
      ...conserved.flatMap(({ changedBy }) => changedBy),
      ...(errorsInSuccess?.operations ?? []),
    ];
    expect(named.filter((operation) => !Object.hasOwn(truth.operations, operation))).toEqual([]);
    const kept = [
      ...softDeletes,
      ...lifecycles,
      ...ownership,
      ...conserved,
      ...truth.unique,
      ...truth.capacities,
      ...truth.derived,
    ];
    expect(kept.map(({ resource }) => resource).filter((name) => !resources.includes(name))).toEqual([]);
  });

  it("knows for each status of a lifecycle how it is reached", () => {
    for (const { initial, transitions } of truth.lifecycles ?? []) {
      const reached = [initial, ...transitions.map(({ to }) => to)];
      expect(reached).toEqual(expect.arrayContaining(transitions.flatMap(({ from }) => from)));
    }
  });

  it("names exactly the operations that the document secures", () => {
    const secured = document.operations.filter(({ isSecured }) => isSecured).map(({ key }) => key);
    expect([...(truth.login?.secured ?? [])].sort()).toEqual(secured.sort());
  });

  it("names the operations that answer 500 even without a fault", () => {
    const failing = (TOURS[name] ?? [])
      .filter(([status]) => status === 500)
      .map(([, request]) => document.operationOf(request)?.key);
    expect([...new Set(failing)].sort()).toEqual([...truth.serverErrors].sort());
  });
});
