import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Json } from "#base/json";
import { decodeFault } from "#calls/fault-file";
import type { Fault } from "#calls/run-record";
import { renderExports } from "#report/render-exports";
import { against, runShell, runVitest, type ScriptRun } from "./exported.js";
import { loggedIn } from "./logged-in.js";

/** A fault as a run found it, without the answers: exports are written from the requests. */
function exportsOf(name: string) {
  const json = JSON.parse(readFileSync(`test/report/situations/${name}.json`, "utf8")) as Json & object;
  const decoded = decodeFault({ ...json, replay: {} }, "");
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.mismatches));
  const fault: Fault = decoded.value;
  const exported = renderExports({ fault, url: "http://127.0.0.1:1", document: "openapi.yaml" });
  if ("why" in exported) throw new Error(exported.why);
  return exported;
}

function served<T>(
  name: string,
  isFaulty: boolean,
  run: (url: string, env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const [service = "", fault] = name.split("--");
  return against(service, isFaulty ? fault : undefined, async (url) =>
    run(url, await loggedIn(service, url)),
  );
}

function script(name: string, isFaulty: boolean): Promise<ScriptRun> {
  return served(name, isFaulty, (url, env) => runShell(exportsOf(name).sh, url, env));
}

describe("a script tells whether a fault shows", () => {
  test.concurrent.each([
    ["a thing that only a list names", "e-commerce--edit-adds-rating"],
    ["what another user reads", "library--book-of-another-shown"],
    ["what another user replaces", "library--book-of-another-overwritten"],
    ["what another user deletes", "library--delete-book-of-another"],
    ["many things, with bounded numbers", "persons--fourth-person-evicts-first"],
    ["names that begin alike", "persons--delete-removes-namesakes"],
    ["a name that was freed", "persons-refusing--name-stays-taken"],
    ["lists under two parents", "shop--addresses-of-everyone"],
    ["a path through another parent", "nested--list-read-through-any-project"],
    ["refusals inside a 200, and a delete by GET", "legacy--remove-part-keeps-part"],
  ])("%s: %s", async (_, name) => {
    const [faulty, correct] = await Promise.all([script(name, true), script(name, false)]);
    expect([faulty.told, correct.told], faulty.output + correct.output).toEqual(["shows", "gone"]);
  });

  test("a refusal that rests on things which a correct service does not keep cannot be told", async () => {
    const name = "nested--delete-list-keeps-cards";
    const [faulty, correct] = await Promise.all([script(name, true), script(name, false)]);
    expect([faulty.told, correct.told]).toEqual(["shows", "cannot tell"]);
  });
});

describe("the credentials of each user come from the environment", () => {
  const { sh } = exportsOf("library--book-of-another-shown");

  test("a script names the variable that it misses", async () => {
    const ran = await served("library--book-of-another-shown", true, (url, { AUTHORIZATION = "" }) =>
      runShell(sh, url, { AUTHORIZATION }),
    );
    expect(ran.told).toBe("cannot tell");
    expect(ran.output).toContain(
      "set AUTHORIZATION_READER to what the service wants as authorization of the user",
    );
  });

  test("credentials that the service does not know prove nothing", async () => {
    const ran = await served("library--book-of-another-shown", true, (url, env) =>
      runShell(sh, url, { ...env, AUTHORIZATION_READER: "Bearer nobody" }),
    );
    expect([ran.told, ran.output]).toEqual(["cannot tell", expect.stringContaining("401")]);
  });
});

test.each([
  ["a thing that only a list names", "e-commerce--edit-adds-rating"],
  ["refusals inside a 200", "legacy--remove-part-keeps-part"],
])("a test of vitest tells the same of %s", async (_, name) => {
  const told = (isFaulty: boolean) =>
    served(name, isFaulty, async (url, env) =>
      (await runVitest({ [name]: exportsOf(name).test }, { ...env, API_URL: url })).get(name),
    );
  expect(await Promise.all([told(true), told(false)])).toEqual(["shows", "gone"]);
});

test("a test of vitest tells the same of two users", async () => {
  const name = "library--delete-book-of-another";
  const told = await served(name, false, (url, env) =>
    runVitest({ [name]: exportsOf(name).test }, { ...env, API_URL: url }),
  );
  expect(told.get(name)).toBe("gone");
});

test("a workflow goes by the status: of refusals inside a 200 it only makes the calls", () => {
  expect(exportsOf("legacy--remove-part-keeps-part").arazzo).toContain("The steps only make the calls");
});

test.each(["e-commerce--edit-adds-rating", "library--delete-book-of-another"])(
  "%s is no workflow: Arazzo can neither search a list nor change the user",
  (name) => expect(exportsOf(name).arazzo).toBeUndefined(),
);
