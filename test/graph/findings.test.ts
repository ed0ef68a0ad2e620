import { describe, expect, it } from "vitest";
import { describeState } from "#graph/describe-state";
import { findViolations } from "#graph/find-violation";
import { describeCall, transitionAt } from "#graph/ground-call";
import { surveyGraph } from "#graph/survey-graph";
import { petstore, tournaments } from "../model/icepick-models.js";
import { explored } from "./explored.js";

describe("invariants", () => {
  it.each([true, false])("are broken by the fewest calls, with symmetry %s", (symmetry) => {
    const graph = explored(tournaments(2, 2, 2, { capacityUnguarded: true }), { symmetry });
    const [violation, ...others] = findViolations(graph);
    expect(others).toEqual([]);
    expect(violation?.invariant.text).toBe("no tournament has more players than seats");
    expect(violation?.way).toHaveLength(5);
  });

  it("hold where the guard keeps them", () => expect(findViolations(explored(petstore(2)))).toEqual([]));
});

describe("a survey", () => {
  const names = (things: readonly { readonly name: string }[]) => things.map(({ name }) => name);

  it("has nothing to say about a sound model", () => {
    expect(surveyGraph(explored(petstore(2)))).toEqual({
      deadEnds: [],
      unreachableActions: [],
      undeletable: [],
    });
  });

  it("names what is never deleted, what is never called, and where no call leads on", () => {
    const model = petstore(1);
    const without = (...gone: string[]) => ({
      ...model,
      actions: model.actions.filter(({ name }) => !gone.includes(name)),
    });
    const kept = surveyGraph(explored(without("deleteUser", "deletePet", "deleteOrder")));
    expect(names(kept.undeletable)).toEqual(["users", "pets", "orders"]);
    expect(kept.deadEnds).toHaveLength(1);
    const noPets = surveyGraph(explored(without("addPet")));
    expect(names(noPets.unreachableActions)).toEqual(["deletePet", "placeOrder", "deleteOrder"]);
  });

  it("describes calls and states in words", () => {
    const graph = explored(petstore(1));
    const calls = Array.from({ length: 3 }, (_, index) =>
      describeCall(graph.model, transitionAt(graph, index).call),
    );
    expect(calls).toEqual(["createUser(user1)", "createUsersWithListInput({user1})", "addPet(pet1)"]);
    const states = Array.from({ length: graph.stateCount }, (_, state) => describeState(graph, state));
    expect(states).toContain("users[user1], pets[pet1], orders[order1] = {pet: pet1}");
    expect(states[0]).toBe("empty");
  });
});
