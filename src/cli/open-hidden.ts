import type { Result } from "#base/result";
import { openTarget, type Target } from "#http/target";
import type { TargetOptions } from "#http/target-options";
import type { Terminal } from "./terminal.js";

/** The service, with all that it and the user keep secret hidden from whatever the command writes from then on. */
export function openHidden(options: TargetOptions, terminal: Pick<Terminal, "hide">): Result<Target> {
  const target = openTarget(options);
  if (target.ok) terminal.hide(target.value.redactor);
  return target;
}
