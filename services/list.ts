import { didYouMean } from "#base/did-you-mean";
import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { features } from "./features/features.js";
import { petstore } from "./petstore/petstore.js";
import type { Service } from "./service.js";
import { tournaments } from "./tournaments/tournaments.js";

/** Every bundled service, the one to meet first in front. */
export const SERVICES: readonly Service[] = [tournaments, petstore, features];

export function findService(name: string): Result<Service> {
  const service = SERVICES.find((candidate) => candidate.name === name);
  if (service !== undefined) return ok(service);
  const names = SERVICES.map((candidate) => candidate.name);
  return failed(
    problem("service-unknown", `There is no bundled service "${name}".`, didYouMean(name, names)),
  );
}
