import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { serveTlc, workerCommand } from "#graph/serve-tlc";
import { documentPath } from "#services/service-files";
import { paperModel, paperRules } from "../model/derived.js";
import { petstore } from "../model/icepick-models.js";
import { piolet } from "./run-piolet.js";

const jar = process.env.TLA2TOOLS_JAR ?? "";

describe.skipIf(jar === "")("piolet model --engine tlc (skipped where TLA2TOOLS_JAR is not set)", () => {
  it.each([
    ["tournaments", 192, 872],
    ["petstore", 72, 574],
  ])("finds the same graph of %s, updates and refusals aside", async (service, states, transitions) => {
    const argv = [
      "model",
      documentPath(service),
      "--overlay",
      paperRules(service),
      "--no-updates",
      "--no-refusals",
    ];
    const ran = await piolet([...argv, "--engine", "tlc", "--tlc-jar", jar, "--json"]);
    expect(ran.code, ran.err).toBe(0);
    expect(JSON.parse(ran.out).models).toMatchObject([{ tlc: { states, transitions, same: true } }]);
  });

  it("finds the same graph with updates and refusals", async () => {
    const overlay = paperRules("tournaments");
    const argv = [
      "model",
      documentPath("tournaments"),
      "--overlay",
      overlay,
      "--engine",
      "tlc",
      "--tlc-jar",
      jar,
    ];
    const ran = await piolet([...argv, "--json"]);
    expect(ran.code, ran.err).toBe(0);
    expect(JSON.parse(ran.out).models).toMatchObject([{ states: 192, tlc: { states: 192, same: true } }]);
  });

  it("lets workers join: one on this machine finds all states of Tournaments 3", async () => {
    const { model } = await paperModel("tournaments", { size: 3 });
    const workers: ReturnType<typeof spawn>[] = [];
    try {
      const served = await serveTlc(model, {
        jar,
        host: "127.0.0.1",
        onReady: () => {
          const [java = "", ...flags] = workerCommand("127.0.0.1", jar);
          workers.push(spawn(java, ["-Djava.rmi.server.hostname=127.0.0.1", ...flags], { stdio: "ignore" }));
        },
      });
      expect(served).toMatchObject({ ok: true, value: 46_700 });
    } finally {
      for (const worker of workers) worker.kill();
    }
  }, 300_000);

  it("says what is wrong where it cannot be started", async () => {
    const served = await serveTlc(petstore(1), { jar, java: "no-such-java", host: "127.0.0.1" });
    expect(served.problems).toMatchObject([{ code: "tlc-unavailable" }]);
  });
});
