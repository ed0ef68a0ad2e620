import { describe, expect, it } from "vitest";
import { readWish } from "../../bench/wish.js";

describe("the command line of the benches", () => {
  it.each([
    [[], { names: [], seeds: 1, size: "1", faults: "sample", shrink: false, tools: [] }],
    [["--full"], { seeds: 10, size: undefined, faults: "all", shrink: true, tools: ["schemathesis"] }],
    [["--full", "--seeds", "3", "--no-shrink"], { seeds: 3, shrink: false }],
    [["detection", "--service", "books"], { names: ["detection"], services: ["books"] }],
    [["--with", "mine=run {url}"], { tools: ["mine=run {url}"] }],
  ])("%j", (args, expected) => {
    expect(readWish(args)).toMatchObject(expected);
  });

  it.each([
    [["--seeds", "0"], "--seeds takes a whole number"],
    [["--faults", "few"], "--faults takes all, sample or none"],
    [["--sed", "1"], "--sed"],
  ])("%j is refused: %s", (args, message) => {
    expect(() => readWish(args)).toThrow(message);
  });
});
