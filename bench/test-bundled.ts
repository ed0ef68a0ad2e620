import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

import type { RunRecord } from "#calls/run-record";
import { parseSizes } from "#cli/model-sizes";
import { parseAuthFile } from "#http/auth-file";
import { openTarget } from "#http/target";
import { loadApi } from "#openapi/load-api";
import { type TestListener, type TestOptions, testApi } from "#pipeline";
import { guessSemantics } from "#semantics/guess-semantics";
import { authPath, documentPath, overlayPath } from "#services/service-files";
import { NO_GENERATORS } from "#values/generators";
import { must } from "./must.js";

export interface TestWish {
  /** The name of the bundled service that runs at `url`. */
  readonly service: string;
  readonly url: string;
  readonly seed: number;
  /** As `--size` takes it. */
  readonly size?: string | undefined;
  readonly workers?: number;
  /** As `--look-every` takes it. */
  readonly lookEvery?: number | undefined;
  readonly options?: Partial<Pick<TestOptions, "maxShrinks" | "signal">>;
}

/** A bundled service that runs, tested as `piolet demo` tests it: with its overlay and its users. */
export async function testBundled(wish: TestWish, listener: TestListener = {}): Promise<RunRecord> {
  const { service, url, seed, size, workers = 1, lookEvery, options = {} } = wish;
  const [overlay, auth] = [overlayPath(service), authPath(service)];
  const api = must(await loadApi(documentPath(service), { overlays: existsSync(overlay) ? [overlay] : [] }));
  const actors = existsSync(auth)
    ? { actors: must(parseAuthFile(await readFile(auth, "utf8"), {}, auth)) }
    : {};
  const target = must(openTarget({ url, version: "bench", api, concurrency: workers, ...actors }));
  const resources = guessSemantics(api).resources.map(({ name }) => name);
  try {
    const tested = await testApi(
      {
        version: "bench",
        api,
        target,
        seed,
        generators: NO_GENERATORS,
        model: { sizes: must(parseSizes(size, resources)) },
        itinerary: { workers, ...(lookEvery === undefined ? {} : { lookEvery }) },
        accepted: new Set(),
        now: () => performance.now(),
        ...options,
      },
      listener,
    );
    return must(tested);
  } finally {
    await target.close();
  }
}
