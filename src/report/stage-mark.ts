import type { StageRecord } from "#calls/run-record";
import type { Paint } from "./paint.js";

/** `✗` where the stage itself found faults, `!` where it could not do all that it was to do, else `✓`. */
export function stageMark({ ok, partial }: Pick<StageRecord, "ok" | "partial">, paint: Paint): string {
  if (!ok) return paint.bad("✗");
  return partial === true ? paint.warn("!") : paint.good("✓");
}
