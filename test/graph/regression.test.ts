import { describe, expect, it } from "vitest";
import { explore } from "#graph/explore";
import { features, petstore, tournaments } from "../model/icepick-models.js";
import { explored } from "./explored.js";

const count = (...args: Parameters<typeof explored>): [number, number] => {
  const { stateCount, transitionCount } = explored(...args);
  return [stateCount, transitionCount];
};

describe("the models of the ICEPICK paper, to the digit", () => {
  it.each([
    [1, 1, 1, 5, 10, 5, 10],
    [2, 2, 2, 192, 872, 42, 152],
    [3, 3, 3, 46_700, 349_008, 488, 2_760],
    [4, 3, 2, 10_944, 85_728, 179, 902],
    [4, 2, 4, 102_672, 804_672, 415, 2_092],
    [4, 3, 3, 181_312, 1_534_240, 702, 4_202],
  ])(
    "Tournaments %i, %i, %i",
    (players, rounds, enrolments, states, transitions, orbits, orbitTransitions) => {
      const model = tournaments(players, rounds, enrolments);
      expect(count(model, { symmetry: false })).toEqual([states, transitions]);
      expect(count(model)).toEqual([orbits, orbitTransitions]);
    },
  );

  it("Tournaments 4, 3, 4 by orbits", () => expect(count(tournaments(4, 3, 4))).toEqual([2_181, 14_540]));

  it.each([
    [1, 6, 19],
    [2, 72, 574],
    [3, 1_360, 19_922],
    [4, 35_200, 874_472],
  ])("Petstore %i", (size, states, transitions) => {
    expect(count(petstore(size), { symmetry: false })).toEqual([states, transitions]);
  });

  it.each([
    [1, 11, 36],
    [2, 4_489, 49_848],
  ])("Features %i", (size, states, transitions) => {
    expect(count(features(size), { symmetry: false })).toEqual([states, transitions]);
  });

  it.each([
    [1, 5, 30],
    [2, 42, 590],
    [3, 488, 14_921],
  ])("Tournaments %i with every call in every state", (size, orbits, transitions) => {
    expect(count(tournaments(size, size, size, { refusals: true }))).toEqual([orbits, transitions]);
  });
});

describe("bounds are results", () => {
  it.each([
    ["states", { maxStates: 100 }],
    ["states", { maxStates: 100, symmetry: false }],
    ["states", { maxStates: 40_000, symmetry: false }],
    ["transitions", { maxTransitions: 1_000 }],
    ["transitions", { maxTransitions: 1_000, symmetry: false }],
  ])("of %s: %o", (bound, options) => {
    const result = explore(tournaments(3, 3, 3), options);
    expect(result).toMatchObject({ kind: "bounded", bound });
    expect(result.kind === "bounded" ? result.states : 0).toBeGreaterThan(10);
  });
});

describe("an action that would break an invariant", () => {
  it("becomes a refusal, and the states stay those of the guarded model", () => {
    const open = tournaments(2, 2, 2, { capacityUnguarded: true });
    const refusing = explored(open, { symmetry: false, refuseOnInvariant: true });
    expect(refusing.stateCount).toBe(192);
    const refused = [...refusing.labels].filter((label) => label >= refusing.low.calls).length;
    expect(refusing.transitionCount - refused).toBe(872);
    expect(refused).toBeGreaterThan(0);
    expect(explored(open, { symmetry: false }).stateCount).toBeGreaterThan(192);
  });
});
