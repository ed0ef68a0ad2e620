import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { authPath, documentPath } from "#services/service-files";
import { against, runShell, runVitest, type Told } from "../report/exported.js";
import { loggedIn } from "../report/logged-in.js";
import { folderWith, piolet } from "./run-piolet.js";
import { SHELVES, startShelves, TOKEN } from "./shelves-service.js";

interface ToldFault {
  readonly id: string;
  readonly message: string;
  readonly files: Readonly<Record<string, string>>;
}

/** The errors and warnings of a run of `piolet test`, whose files are in `cwd`. */
async function tested(cwd: string, argv: readonly string[]): Promise<readonly ToldFault[]> {
  const { out } = await piolet(["test", ...argv, "--size", "1", "--seed", "1", "--json"], { cwd });
  const { faults, warnings } = JSON.parse(out);
  return [...faults, ...warnings];
}

async function replayed(cwd: string, id: string, argv: readonly string[]) {
  const { code, out } = await piolet(["replay", id, "--seed", "2", "--json", ...argv], { cwd });
  return { code, ...JSON.parse(out) } as { code: number; outcome: string; reason?: string; hint?: string };
}

const OUTCOMES: Readonly<Record<Told, string>> = {
  shows: "failing",
  gone: "fixed",
  "cannot tell": "unclear",
};

describe("script, test and replay say the same of each fault", () => {
  test.each([
    ["library", "book-of-another-shown"],
    ["nested", "list-read-through-any-project"],
    ["tournaments", "delete-player-keeps-player"],
  ])("%s: %s", async (service, fault) => {
    const cwd = folderWith({});
    const auth = existsSync(authPath(service)) ? ["--auth-file", authPath(service)] : [];
    const faults = await against(service, fault, (url) =>
      tested(cwd, [documentPath(service), "--url", url, ...auth]),
    );
    expect(faults.length).toBeGreaterThan(0);
    const states = [
      { planted: fault, below: "", isLoggedIn: true, outcome: "failing" },
      { planted: undefined, below: "", isLoggedIn: true, outcome: "fixed" },
      { planted: undefined, below: "/nowhere", isLoggedIn: true, outcome: "unclear" },
      ...(auth.length === 0
        ? []
        : [{ planted: undefined, below: "", isLoggedIn: false, outcome: "unclear" }]),
    ];
    for (const { planted, below, isLoggedIn, outcome } of states) {
      await against(service, planted, async (url) => {
        const known = await loggedIn(service, url);
        const env = isLoggedIn
          ? known
          : Object.fromEntries(Object.keys(known).map((name) => [name, "Bearer nobody"]));
        const as = isLoggedIn ? auth : ["-H", "Authorization: Bearer nobody"];
        const at = url + below;
        const read = (path = "") => readFileSync(join(cwd, path), "utf8");
        const tests = Object.fromEntries(faults.map(({ id, files }) => [id, read(files.test)]));
        const byTest = await runVitest(tests, { API_URL: at, ...env });
        for (const { id, files } of faults) {
          const answer = await replayed(cwd, id, ["--url", at, ...as]);
          // Where nothing of the API is, the command ends before anything is tried.
          const byReplay = below !== "" && answer.code === 3 ? "unclear" : answer.outcome;
          const script = await runShell(read(files.sh), at, env);
          // Of what no check says the script only makes the calls.
          const told = script.output.includes("look at the answers") ? outcome : OUTCOMES[script.told];
          expect([byReplay, told], `${id} at ${at}: ${script.output}`).toEqual([outcome, outcome]);
          expect(byTest.get(id), `${id} as a test at ${at}`).toBe(script.told);
        }
      });
    }
  });
});

describe("a fault in one call", () => {
  let cwd: string;
  let id: string;
  let sh: string;

  const on = async <T>(
    how: Parameters<typeof startShelves>[0],
    run: (url: string) => Promise<T>,
  ): Promise<T> => {
    const { url, close } = await startShelves(how);
    try {
      return await run(url);
    } finally {
      await close();
    }
  };

  beforeAll(async () => {
    cwd = folderWith({ "openapi.json": JSON.stringify(SHELVES) });
    const faults = await on({ fault: "crashes" }, (url) =>
      tested(cwd, [join(cwd, "openapi.json"), "--url", `${url}/v1`, "-H", `Authorization: ${TOKEN}`]),
    );
    const first = faults.find(({ message }) => message.includes("answers 500"));
    if (first === undefined) throw new Error("nothing is found");
    id = first.id;
    sh = readFileSync(join(cwd, first.files.sh ?? ""), "utf8");
  });

  test.each([
    ["shows where it is", { fault: "crashes" }, "/v1", TOKEN, "failing"],
    ["is fixed where the thing is said to be absent", {}, "/v1", TOKEN, "fixed"],
    ["is unclear where the key is not accepted", {}, "/v1", "Bearer another", "unclear"],
    ["is unclear where the key is not allowed to", { denies: 403 }, "/v1", "Bearer another", "unclear"],
    ["is unclear where nothing is", {}, "/v2", TOKEN, "unclear"],
  ] as const)("%s", async (_, how, base, key, outcome) => {
    await on(how, async (url) => {
      const at = url + base;
      const replay = await replayed(cwd, id, ["--url", at, "-H", `Authorization: ${key}`]);
      const script = await runShell(sh, at, { AUTHORIZATION: key });
      expect([replay.outcome, OUTCOMES[script.told]], script.output).toEqual([outcome, outcome]);
      expect(replay.code).toBe({ failing: 1, fixed: 0, unclear: 2 }[outcome]);
    });
  });

  test("tells what to do where the login is gone", async () => {
    await on({}, async (url) => {
      const { code, out } = await piolet(["replay", id, "--url", `${url}/v1`, "--seed", "2"], { cwd });
      expect(code).toBe(2);
      expect(out).toContain("it answers 401: a key is needed; when the fault was found it was done");
      expect(out).toContain("--auth-file");
    });
  });
});

describe("a run that registered and logged in by itself", () => {
  const service = "library";
  const fault = "own-books-only-newest";
  let cwd: string;
  let ids: readonly string[];

  beforeAll(async () => {
    cwd = folderWith({});
    const faults = await against(service, fault, (url) => tested(cwd, [documentPath(service), "--url", url]));
    ids = faults.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
  });

  test.each([
    ["still failing", fault, "failing"],
    ["fixed", undefined, "fixed"],
  ] as const)("is replayed by somebody who registers and logs in: %s", async (_, planted, outcome) => {
    await against(service, planted, async (url) => {
      for (const id of ids) {
        const replay = await replayed(cwd, id, ["--url", url]);
        expect(replay.outcome, `${id}: ${replay.reason}`).toBe(outcome);
      }
    });
  });
});
