import { ok, type Result } from "#base/result";
import type { Api } from "#openapi/api";
import { knownIn } from "#run/known-service";
import type { LearnWish } from "#run/learn-service";
import type { Settings } from "./settings.js";

/** With `--semantics` what its file says that was learned counts, and is not tried again. */
export function readLearning(api: Api, { learning }: Settings): Result<Partial<LearnWish>> {
  if (learning === undefined) return ok({});
  const known = knownIn(api);
  if (!known.ok) return known;
  return ok({ ...learning, ...(known.value === undefined ? {} : { known: known.value }) });
}
