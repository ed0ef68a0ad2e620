import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Exploration } from "#explore/explore-api";
import { leapingClock } from "../services/leaping-clock.js";
import { exploreAt, type Wish } from "./explore-against.js";
import { LAMPS, type LampOptions, lampServer, listening } from "./lamps.js";

export async function exploreLamps(options: LampOptions, wish: Wish): Promise<Exploration> {
  const { url, close } = await listening(lampServer(options));
  try {
    return await exploreLampsAt(url, { wait: leapingClock().wait, ...wish });
  } finally {
    close();
  }
}

export async function exploreLampsAt(url: string, wish: Wish): Promise<Exploration> {
  const folder = mkdtempSync(join(tmpdir(), "piolet-lamps-"));
  const document = join(folder, "openapi.json");
  writeFileSync(document, JSON.stringify(LAMPS));
  try {
    return await exploreAt(url, document, wish);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
