import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseProtocol } from "#protocol/parse-protocol";
import { printProtocol } from "#protocol/print-protocol";

const text = readFileSync(join(import.meta.dirname, "../../docs/protocols.md"), "utf8");
const examples = [...text.matchAll(/^```copen\n([\s\S]*?)^```$/gm)].map(([, body]) => body ?? "");

describe("the reference of the language", () => {
  it("has examples", () => {
    expect(examples.length).toBeGreaterThan(5);
  });

  it.each(examples)("%s", (example) => {
    expect(parseProtocol(example)).toMatchObject({ ok: true, problems: [] });
  });

  it("shows its first example as the formatter prints it", () => {
    const parsed = parseProtocol(examples[0] ?? "");
    expect(parsed.ok && printProtocol(parsed.value)).toBe(examples[0]);
  });
});
