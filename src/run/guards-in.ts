import type { Call } from "#calls/call";
import { mapInputs } from "#calls/map-inputs";
import type { Template } from "#calls/template";
import { isSafeMethod } from "#glacier/read-request";

/** Looks at an id that a later call is about to give: without them that call could hit what is not ours. */
export function guardsIn(calls: readonly Call[]): ReadonlyMap<string, string> {
  const guards = new Map<string, string>();
  for (const [index, call] of calls.entries()) {
    const ids = isLook(call) ? freshIn(call) : [];
    const guarded = calls
      .slice(index + 1)
      .find((later) => !isLook(later) && freshIn(later).some((name) => ids.includes(name)));
    if (guarded !== undefined) guards.set(call.id, guarded.id);
  }
  return guards;
}

/** The names of the fresh values that a call sends. */
export function freshIn(call: Call): readonly string[] {
  const names: string[] = [];
  mapInputs(call, {
    fresh: (fresh): Template => {
      names.push(fresh.name);
      return fresh;
    },
  });
  return names;
}

export function isLook({ operation }: Call): boolean {
  return isSafeMethod(operation.split(" ")[0] ?? "");
}
