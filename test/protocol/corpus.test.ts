import { describe, expect, it } from "vitest";
import { loadApi } from "#openapi/load-api";
import { checkProtocol } from "#protocol/check-protocol";
import { parseProtocol } from "#protocol/parse-protocol";
import { printProtocol } from "#protocol/print-protocol";
import { allSteps } from "#protocol/walk-steps";
import { withoutSpans } from "./arbitrary-protocol.js";
import { documentOf, HAS_MODELS, modelNames, readModel } from "./shared-data.js";

function read(name: string) {
  const parsed = parseProtocol(readModel(name));
  if (!parsed.ok) throw new Error(`${name}: ${parsed.problems[0]?.message}`);
  expect(parsed.problems).toEqual([]);
  return parsed.value;
}

async function check(name: string) {
  const api = await loadApi(documentOf(name));
  if (!api.ok) throw new Error(`${name}: ${api.problems[0]?.message}`);
  return checkProtocol(read(name), api.value);
}

/** How often each problem was found, assertions in Scala and undeclared statuses apart: those are everywhere. */
async function findingsIn(name: string): Promise<string[]> {
  const found = await check(name);
  return found
    .filter(({ code }) => code !== "protocol-foreign-assertion" && code !== "protocol-undeclared-status")
    .map(({ severity, code, at }) => `${severity} ${code} in line ${at.line}`);
}

describe.skipIf(!HAS_MODELS)("the published models (skipped where ../shared is absent)", () => {
  it.each(modelNames())("%s is read completely", (name) => {
    const { definitions } = read(name);
    const steps = definitions.flatMap(({ body }) => [...allSteps(body)]);
    const count = (pattern: RegExp) => readModel(name).match(pattern)?.length ?? 0;
    expect(steps.filter(({ kind }) => kind === "send")).toHaveLength(count(/!\w+\.\w+\(/g));
    expect(steps.filter(({ kind }) => kind === "receive")).toHaveLength(count(/\?C\d+\(/g));
    expect(steps.filter(({ kind }) => kind === "choice")).toHaveLength(count(/[+&]\{/g));
    expect(steps.filter(({ kind }) => kind === "recursion")).toHaveLength(count(/\brec [XY]\./g));
    expect(steps.filter(({ kind }) => kind === "jump")).toHaveLength(count(/\.[XY](?=[,}\s])/g));
  });

  it("are all there", () => {
    expect(modelNames()).toHaveLength(14);
  });

  it.each(modelNames())("%s is the same protocol when it is formatted", (name) => {
    const printed = parseProtocol(printProtocol(read(name)));
    expect(withoutSpans(printed.ok && printed.value)).toEqual(withoutSpans(read(name)));
  });

  it("fit their documents, but for a few", async () => {
    const findings = await Promise.all(
      modelNames().map(async (name) => [name, await findingsIn(name)] as const),
    );
    expect(Object.fromEntries(findings.filter(([, found]) => found.length > 0))).toEqual({
      "gitlab.st": ["warning protocol-unknown-type in line 1", "warning protocol-unknown-type in line 2"],
      "languagetool.st": [
        "warning protocol-unknown-type in line 1",
        "warning protocol-duplicate-branch in line 16",
        "warning protocol-unknown-type in line 16",
      ],
      "openverse-copy.st": [
        "warning protocol-unknown-type in line 1",
        "warning protocol-unknown-type in line 3",
        "warning protocol-argument-order in line 5",
        "warning protocol-argument-order in line 5",
        "warning protocol-type in line 5",
      ],
      "petclinic.st": ["warning protocol-unknown-type in line 13"],
      "petstore.st": [
        "warning protocol-type in line 4",
        "warning protocol-type in line 5",
        "error protocol-no-receive in line 7",
        "warning protocol-duplicate-branch in line 12",
        "warning protocol-type in line 19",
        "warning protocol-type in line 20",
      ],
      "restcountries-replies.st": ["warning protocol-duplicate-branch in line 20"],
      "sockshop.st": ["warning protocol-unused-recursion in line 1"],
    });
  });

  it("have assertions in Scala, some with an equal in GLACIER, and statuses that nobody declared", async () => {
    const found = (await Promise.all(modelNames().map(check))).flat();
    const foreign = found.filter(({ code }) => code === "protocol-foreign-assertion");
    const translated = foreign.filter(({ hint }) => hint.startsWith("In GLACIER it is"));
    const undeclared = found.filter(({ code }) => code === "protocol-undeclared-status");
    expect([foreign.length, translated.length, undeclared.length]).toEqual([74, 11, 55]);
  });
});
