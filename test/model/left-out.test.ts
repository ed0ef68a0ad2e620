import { describe, expect, it } from "vitest";
import type { DerivedModel } from "#model/derived-model";
import { unmodelledOperations } from "#model/left-out";
import { guessSemantics } from "#semantics/guess-semantics";
import { derivedModels, theOnly } from "./derived.js";
import { apiOf, collection } from "./small-api.js";

describe("an operation that no model calls", () => {
  const api = apiOf(...collection("/halls", "hallId", "name"), "PATCH /halls/{hallId} {name?}");
  const whole = theOnly(derivedModels(api, { size: 1, updates: true, refusals: true }));
  const without = (...methods: readonly string[]): DerivedModel => ({
    ...whole,
    model: {
      ...whole.model,
      actions: whole.model.actions.filter(
        ({ operation }) => !methods.includes(operation.split(" ")[0] ?? ""),
      ),
    },
  });
  const told = (...models: readonly DerivedModel[]) =>
    unmodelledOperations(api, guessSemantics(api), ["hall"], models);

  it("is told with the one that is walked in its place", () => {
    expect(told(without("PATCH"))).toEqual([
      "PATCH /halls/{hallId} is in no model: PUT /halls/{hallId} is walked in its place.",
    ]);
  });

  it("is told as switched off where nothing of its kind is walked", () => {
    expect(told(without("PATCH", "PUT"))).toEqual([
      "PUT /halls/{hallId} is in no model: calls of its kind are switched off.",
      "PATCH /halls/{hallId} is in no model: calls of its kind are switched off.",
    ]);
  });

  it("is told with its resource where no model has that", () => {
    expect(told()).toContain("DELETE /halls/{hallId} is in no model: hall is in no model.");
  });
});
