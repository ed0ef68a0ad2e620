import { fc, it } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { explore } from "#graph/explore";
import { findViolations } from "#graph/find-violation";
import type { Graph } from "#graph/graph";
import { checkModel } from "#model/check-model";
import { deriveModel } from "#model/derive-model";
import type { DerivedModel } from "#model/derived-model";
import { callsPerState, estimateStates } from "#model/estimate-states";
import { closureOf, parentsFirst } from "#model/neighbourhoods";
import { planThings } from "#model/plan-things";
import { printTla } from "#model/print-tla";
import type { Api } from "#openapi/api";
import { guessRules } from "#semantics/guess-rules";
import { guessSemantics } from "#semantics/guess-semantics";
import { type Rule, type RuleContent, settleRules } from "#semantics/rule";
import { apiOf, collection } from "./small-api.js";

const NAMES = ["ant", "bee", "cow", "dog"] as const;

/** What one resource of a random API is like; links lead to resources before it. */
interface Shape {
  readonly outer: number | undefined;
  readonly named: readonly number[];
  readonly clientId: boolean;
}

const shape = (index: number): fc.Arbitrary<Shape> =>
  fc.record({
    outer: fc.option(fc.nat({ max: Math.max(0, index - 1) }), { nil: undefined }),
    named: fc.uniqueArray(fc.nat({ max: Math.max(0, index - 1) }), { maxLength: 2 }),
    clientId: fc.boolean(),
  });

function documentOf(shapes: readonly Shape[]): Api {
  const path = (index: number): string => {
    const outer = index === 0 ? undefined : shapes[index]?.outer;
    return `${outer === undefined ? "" : `${path(outer)}/{${NAMES[outer]}Id}`}/${NAMES[index]}s`;
  };
  return apiOf(
    ...shapes.flatMap(({ named, clientId }, index) => {
      const own = clientId ? [`${NAMES[index]}Id`] : [];
      const links = index === 0 ? [] : named.map((other) => `${NAMES[other]}Id`);
      return collection(path(index), `${NAMES[index]}Id`, [...own, ...links, "size#", "note"].join(", "));
    }),
  );
}

/** One of several rules for each question that a document raises. */
function rulesFor(api: Api): fc.Arbitrary<readonly Rule[]> {
  const semantics = guessSemantics(api);
  const guessed = guessRules(api, semantics);
  const links = guessed.filter((rule) => rule.kind === "dangling");
  const said = [
    ...links.flatMap(({ child, parent, via }) => [
      fc.constantFrom<RuleContent[]>(
        ...(["restrict", "cascade", "orphan"] as const).map(
          (effect): RuleContent => ({
            kind: "parent-delete",
            child,
            parent,
            via,
            effect,
          }),
        ),
      ),
      fc.constantFrom<RuleContent[]>(
        { kind: "dangling", child, parent, via, effect: "accept" },
        { kind: "capacity", child, parent, via, limit: { most: 1 } },
        { kind: "capacity", child, parent, via, limit: { field: "/size" } },
        ...(via.kind === "body" ? [{ kind: "unique", resource: child, fields: [via.pointer] } as const] : []),
      ),
    ]),
    ...guessed.flatMap((rule) => {
      if (rule.kind === "removes") return [fc.constant<RuleContent>({ ...rule, how: "trash" })];
      if (rule.kind === "duplicate")
        return [
          fc.constantFrom<RuleContent[]>({ ...rule, effect: "replace" }, { ...rule, effect: "accept" }),
        ];
      if (rule.kind === "absent")
        return [fc.constantFrom<RuleContent[]>({ ...rule, effect: "accept" }, { ...rule, effect: "create" })];
      return [];
    }),
    ...semantics.resources.map(({ name }) =>
      fc.constantFrom<RuleContent[]>(
        { kind: "reuse", resource: name, effect: "accept" },
        { kind: "unique", resource: name, fields: ["/note"] },
      ),
    ),
  ];
  return fc.tuple(...said.map((one) => fc.option(one, { nil: undefined, freq: 2 }))).map((chosen) =>
    settleRules(
      guessed,
      chosen.flatMap((rule): Rule[] =>
        rule === undefined ? [] : [{ ...rule, source: "declared", reason: "chance" }],
      ),
    ),
  );
}

const subject = fc
  .integer({ min: 1, max: 4 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => shape(index))))
  .map(documentOf)
  .chain((api) =>
    fc.record({ api: fc.constant(api), rules: rulesFor(api), slots: fc.integer({ min: 1, max: 2 }) }),
  )
  .map((given) => ({ ...given, [fc.toStringMethod]: () => describeSubject(given) }));

function describeSubject({ api, rules, slots }: { api: Api; rules: readonly Rule[]; slots: number }): string {
  const paths = [...new Set(api.operations.map(({ path }) => path))];
  const said = rules.filter((rule) => rule.source === "declared").map((rule) => JSON.stringify(rule));
  return [`${slots} slots`, ...paths, ...said].join("\n");
}

type Subject = typeof subject extends fc.Arbitrary<infer T> ? T : never;

function derived({ api, rules, slots }: Subject, all: boolean) {
  const neighbours = parentsFirst(
    guessSemantics(api).resources.map((resource) => ({
      resource,
      parents: resource.parents.map((link) => link.resource),
    })),
  );
  // The last one with what it depends on: a group of all would be larger than a law needs.
  const last = neighbours.at(-1);
  const resources = last === undefined ? [] : closureOf(last, neighbours).map(({ resource }) => resource);
  const plan = planThings({ api, rules, resources, slotsOf: () => slots });
  return { plan, model: deriveModel("Law", api, rules, plan, { updates: all, refusals: all }) };
}

/** Undefined where it is larger than a law needs. */
function graphOf({ model }: DerivedModel): Graph | undefined {
  const result = explore(model, { symmetry: false, maxStates: 20_000, maxTransitions: 400_000 });
  return result.kind === "complete" ? result.graph : undefined;
}

describe("whatever the rules", () => {
  it.prop([subject], { numRuns: 60 })("a derived model is sound", (given) => {
    const { model } = derived(given, true);
    expect(checkModel(model.model)).toEqual([]);
    for (const { name, parameters } of model.model.actions) {
      const deed = model.deeds.get(name);
      const named = [
        ...(deed?.key ?? []),
        ...(deed?.parents.flatMap(({ key, parameter }) => [...key, parameter]) ?? []),
        ...(deed?.fields.map(({ parameter }) => parameter) ?? []),
        ...(deed?.repeats?.key ?? []),
      ];
      expect(parameters.map((parameter) => parameter.name)).toEqual(expect.arrayContaining(named));
      expect(deed?.map).toBeDefined();
    }
    expect(printTla(model.model).module).toMatch(/^---- MODULE Law ----/);
  });

  it.prop([subject], { numRuns: 60 })("its guards keep its invariants", (given) => {
    const graph = graphOf(derived(given, true).model);
    if (graph !== undefined) expect(findViolations(graph).map(({ invariant }) => invariant.text)).toEqual([]);
  });

  it.prop([subject], { numRuns: 60 })("its states and transitions stay within the estimate", (given) => {
    const { plan, model } = derived(given, true);
    const graph = graphOf(model);
    if (graph === undefined) return;
    const states = estimateStates(plan.things);
    expect(graph.stateCount).toBeLessThanOrEqual(states);
    expect(graph.transitionCount).toBeLessThanOrEqual(states * callsPerState(model.model));
  });

  it.prop([subject], { numRuns: 60 })("updates and refusals add calls, never states", (given) => {
    const adds = given.rules.some(
      (rule) =>
        (rule.kind === "dangling" && rule.effect === "accept") ||
        (rule.kind === "absent" && rule.effect === "create"),
    );
    const [all, bare] = [graphOf(derived(given, true).model), graphOf(derived(given, false).model)];
    if (adds || all === undefined || bare === undefined) return;
    expect(all.stateCount).toBe(bare.stateCount);
    expect(all.transitionCount).toBeGreaterThanOrEqual(bare.transitionCount);
  });
});
