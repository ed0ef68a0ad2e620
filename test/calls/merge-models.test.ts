import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { mergeModels } from "#calls/merge-models";
import type { ModelRecord, TransitionRecord } from "#calls/model-record";

type Fate = TransitionRecord["fate"];

/** What one shard says of a row of transitions; what is not its own is walked elsewhere. */
function shard(fates: readonly Fate[], isOwn: (index: number) => boolean): ModelRecord {
  const told = fates.map((fate, index): Fate => (isOwn(index) ? fate : "elsewhere"));
  const count = (wanted: Fate) => told.filter((fate) => fate === wanted).length;
  const counts = {
    total: told.length - count("elsewhere"),
    covered: count("covered"),
    failed: count("failed"),
    unreached: count("unreached"),
  };
  const made = told.flatMap((fate, index) =>
    fate === "covered" ? [{ tour: "tour", method: "GET", url: `http://x/${index}`, status: 200 }] : [],
  );
  return {
    resources: ["box"],
    states: 1,
    symmetric: true,
    transitions: counts,
    actions: [{ ...counts, name: "act", operation: "POST /boxes", expects: "success", reasons: [] }],
    graph: {
      initial: 0,
      states: ["empty"],
      labels: ["act()"],
      reasons: told.map((_, index) => `reason ${index}`),
      made,
      transitions: told.map((fate, index) => ({
        ...{ from: 0, to: 0, action: 0, label: 0, fate },
        ...(fate === "covered"
          ? { made: made.findIndex(({ url }) => url === `http://x/${index}`) }
          : { reason: index }),
      })),
    },
  };
}

const fates = fc.array(fc.constantFrom<Fate>("covered", "failed", "unreached"), {
  minLength: 1,
  maxLength: 20,
});

test.prop([fates, fc.integer({ min: 2, max: 4 })])("the shards of a model are the model", (whole, count) => {
  const shards = Array.from({ length: count }, (_, part) => [
    shard(whole, (index) => index % count === part),
  ]);
  const [merged] = shards.reduce((all, one) => [...mergeModels(all, one)]);
  const expected = shard(whole, () => true);
  expect(merged?.transitions).toEqual(expected.transitions);
  expect(merged?.actions).toEqual(expected.actions);
  expect(merged?.graph?.transitions.map(({ fate }) => fate)).toEqual(whole);
  for (const [index, { made, reason, fate }] of (merged?.graph?.transitions ?? []).entries()) {
    if (fate === "covered") expect(merged?.graph?.made[made ?? -1]?.url).toBe(`http://x/${index}`);
    else expect(merged?.graph?.reasons[reason ?? -1]).toBe(`reason ${index}`);
  }
});

test.prop([fates, fates])("models of other things stay apart", (one, other) => {
  const [left, right] = [shard(one, () => true), { ...shard(other, () => true), resources: ["jar"] }];
  expect(mergeModels([left], [right])).toEqual([left, right]);
});
