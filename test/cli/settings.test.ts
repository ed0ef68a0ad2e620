import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseSeconds } from "#cli/parse-seconds";
import { documentPath } from "#services/service-files";
import { folderWith, piolet } from "./run-piolet.js";

describe("a time on the command line", () => {
  it.each([
    ["90", 90],
    ["90s", 90],
    ["1.5m", 90],
    ["2h", 7200],
    ["500ms", 0.5],
    [" 3 s ", 3],
  ])("%s is understood", (text, seconds) => {
    expect(parseSeconds("--max-time", text)).toMatchObject({ ok: true, value: seconds });
  });

  it.each(["", "0", "-1", "soon", "5 days", "1e3", "0ms", "1000h"])("%j is not", (text) => {
    expect(parseSeconds("--max-time", text).ok).toBe(false);
  });

  it("that is none exits with 2 and says what would be one", async () => {
    const ran = await piolet(["test", documentPath("tasks"), "--max-time", "soon"]);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("--max-time 1.5m")]);
  });
});

describe("a time in the config file", () => {
  it("holds where the command line says none", async () => {
    const silent = createServer(() => {});
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    try {
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      const config = join(
        folderWith({ "piolet.config.json": '{"requestTimeout": 0.2}' }),
        "piolet.config.json",
      );
      const ran = await piolet(["test", documentPath("tasks"), "--url", url, "--config", config]);
      expect([ran.code, ran.err]).toEqual([3, expect.stringContaining("within 0.2 s")]);
    } finally {
      silent.close();
    }
  });
});
