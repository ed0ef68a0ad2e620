import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { Attempts } from "#shrink/attempts";
import { shrinkList } from "#shrink/shrink-list";

/** Items that stand alone or on an earlier one: what a list of them needs in order to fail. */
interface Item {
  readonly number: number;
  readonly needs?: number;
}

const items: fc.Arbitrary<readonly Item[]> = fc
  .array(fc.option(fc.nat(), { nil: undefined }), { minLength: 1, maxLength: 30 })
  .map((needs) =>
    needs.map((need, number) =>
      need === undefined || number === 0 ? { number } : { number, needs: need % number },
    ),
  );

/** Those whose needs are met. */
function standing(list: readonly Item[]): readonly Item[] {
  const there = new Set<number>();
  for (const { number, needs } of list) if (needs === undefined || there.has(needs)) there.add(number);
  return list.filter(({ number }) => there.has(number));
}

/** A list that fails exactly when it has all of some items. */
const failing = items.chain((list) =>
  fc.record({ list: fc.constant(list), cause: fc.subarray(list.map(({ number }) => number)) }),
);

async function shrunk(list: readonly Item[], cause: readonly number[], most = Number.POSITIVE_INFINITY) {
  const asked: (readonly Item[])[] = [];
  const holds = (candidate: readonly Item[]) =>
    cause.every((number) => candidate.some((item) => item.number === number));
  const attempts = new Attempts<readonly Item[]>(
    async (candidate) => {
      asked.push(candidate);
      return holds(candidate) ? "fails" : "passes";
    },
    most,
    (candidate) => candidate.map(({ number }) => number).join(),
  );
  const result = await shrinkList(list, { repair: standing, fails: (one) => attempts.fails(one) });
  return { result, asked, holds };
}

/** As `shrunk`, where one try passes although it should fail; whatever was tried is tried again in the end. */
async function shrunkDespiteChance(list: readonly Item[], cause: readonly number[], lie: number) {
  const holds = (candidate: readonly Item[]) =>
    cause.every((number) => candidate.some((item) => item.number === number));
  let turn = 0;
  const attempts = new Attempts<readonly Item[]>(
    async (candidate) => (holds(candidate) && turn++ !== lie ? "fails" : "passes"),
    Number.POSITIVE_INFINITY,
    (candidate) => candidate.map(({ number }) => number).join(),
  );
  const shrinking = { repair: standing, fails: (one: readonly Item[]) => attempts.fails(one) };
  const once = await shrinkList(list, shrinking);
  attempts.forget();
  return { result: await shrinkList(once, shrinking, 1), holds };
}

describe("a list that was shrunk", () => {
  test.prop([failing])("still fails", async ({ list, cause }) => {
    const { result, holds } = await shrunk(list, cause);
    expect(holds(result)).toBe(true);
  });

  test.prop([failing])("fails no longer without any one of its items", async ({ list, cause }) => {
    const { result, holds } = await shrunk(list, cause);
    for (const index of result.keys()) expect(holds(standing(result.toSpliced(index, 1)))).toBe(false);
  });

  test.prop([failing, fc.nat(20)])(
    "does so also where one try passed by chance",
    async ({ list, cause }, lie) => {
      const { result, holds } = await shrunkDespiteChance(list, cause, lie);
      for (const index of result.keys()) expect(holds(standing(result.toSpliced(index, 1)))).toBe(false);
    },
  );

  test.prop([failing])("is what the cause needs, and nothing else", async ({ list, cause }) => {
    const { result } = await shrunk(list, cause);
    const needed = new Set(cause);
    for (const { number, needs } of list.toReversed())
      if (needed.has(number) && needs !== undefined) needed.add(needs);
    expect(result.map(({ number }) => number)).toEqual([...needed].sort((a, b) => a - b));
  });

  test.prop([failing])("was found by asking only for lists that can stand", async ({ list, cause }) => {
    const { asked } = await shrunk(list, cause);
    for (const candidate of asked) expect(standing(candidate)).toEqual(candidate);
  });

  test.prop([failing, fc.nat(20)])(
    "cost no more than its budget, and fails",
    async ({ list, cause }, most) => {
      const { result, asked, holds } = await shrunk(list, cause, most);
      expect(asked.length).toBeLessThanOrEqual(most);
      expect(holds(result)).toBe(true);
    },
  );

  test.prop([failing])("is found in the same way each time", async ({ list, cause }) => {
    const [one, two] = [await shrunk(list, cause), await shrunk(list, cause)];
    expect(one.asked).toEqual(two.asked);
  });

  test.prop([fc.integer({ min: 1, max: 200 })])(
    "is found in few tries where one item is to blame",
    async (length) => {
      const list = Array.from({ length }, (_, number) => ({ number }));
      const { asked } = await shrunk(list, [length >> 1]);
      expect(asked.length).toBeLessThanOrEqual(3 * Math.ceil(Math.log2(length + 1)) + 3);
    },
  );
});
