import { expect, it } from "vitest";
import { expecting, inAnswer } from "#calls/checks";
import { numberFaults } from "#calls/number-faults";
import type { Fault } from "#calls/run-record";
import { type Template, value } from "#calls/template";

function fault(key: string, verdict: Fault["verdict"], id: Template): Fault {
  const at = { kind: "item", list: inAnswer("list", ""), id, fields: ["id"], pointer: "" } as const;
  return { key, verdict, check: expecting({ kind: "all", of: [{ kind: "present", at }] }) } as Fault;
}

it("what is seen in a thing of its own stands before what is seen in one that was there", () => {
  const own = inAnswer("make", "/id");
  const numbered = numberFaults([
    fault("warning", "WARN", own),
    fault("in others", "ERR", value(4)),
    fault("first", "ERR", own),
    fault("second", "ERR", own),
  ]);
  expect(numbered.map(({ id, key }) => `${id} ${key}`)).toEqual([
    "F1 first",
    "F2 second",
    "F3 in others",
    "W1 warning",
  ]);
});
