import { describe, expect, it } from "vitest";
import type { Finding } from "#calls/finding";
import { FaultBook } from "#run/fault-book";
import type { SequenceResult } from "#run/run-sequence";

const finding: Finding = {
  key: "PUT /notes/{id} · written-is-read",
  operation: "PUT /notes/{id}",
  oracle: "written-is-read",
  clause: "",
  verdict: "ERR",
  message: "",
  expected: "",
  got: "",
  why: "",
  call: "read",
  evidence: [],
};

function ran(id: string, shows: boolean): SequenceResult {
  const sequence = { id, purpose: "", calls: [] };
  return {
    planned: { sequence, creations: new Map() },
    trace: { sequence, exchanges: [] },
    findings: shows ? [finding] : [],
  };
}

/** One sequence after the other, each of which shows it, and then does so again or not. */
async function told(...again: readonly (readonly boolean[])[]) {
  const raised: string[] = [];
  const book = new FaultBook(({ verdict }) => raised.push(verdict));
  const repeats: number[] = [];
  for (const [index, shown] of again.entries()) {
    let turns = 0;
    const id = `sequence ${index + 1}`;
    await book.take(ran(id, true), async () => ran(id, shown[turns++] ?? false));
    repeats.push(turns);
  }
  const [fault] = book.faults;
  const witness = book.witnessOf(finding.key)?.planned.sequence.id;
  return { ...fault, sequence: fault?.sequence.id, witness, repeats, raised };
}

describe("what does not show again", () => {
  it("weighs less", async () => {
    expect(await told([false])).toMatchObject({ verdict: "WARN", reproduced: 1, tried: 2, repeats: [1] });
  });

  it("is confirmed by another sequence that shows it each time", async () => {
    expect(await told([false], [true, true])).toMatchObject({
      verdict: "ERR",
      reproduced: 3,
      tried: 3,
      count: 2,
      sequence: "sequence 2",
      witness: "sequence 2",
      repeats: [1, 2],
      raised: ["WARN", "ERR"],
    });
  });

  it("stays as it is where the other one does not show it each time either, and is not tried again", async () => {
    expect(await told([false], [true, false], [true, true])).toMatchObject({
      verdict: "WARN",
      reproduced: 1,
      tried: 2,
      count: 3,
      witness: "sequence 1",
      repeats: [1, 2, 0],
    });
  });

  it("is not run again for what is sure", async () => {
    expect(await told([true], [true])).toMatchObject({ verdict: "ERR", count: 2, repeats: [1, 0] });
  });
});
