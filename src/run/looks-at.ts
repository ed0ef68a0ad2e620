import { jsonEqual } from "#base/json-equal";
import type { Exchange, ResolvedInputs } from "#calls/exchange";
import { resolveCall } from "#calls/resolve-call";
import { textOf } from "#http/serialize-parameter";
import type { ReplayResult } from "./replay-once.js";
import type { CaseRun, World } from "./world.js";

/**
 * A world that remembers what is sent in it, and finds among that the answers in which a fault was seen: the last ones to the
 * looks of its check. Without them a reader is told what the service shows, and cannot see it.
 */
export function recording(world: World): {
  readonly world: World;
  readonly looksAt: (result: ReplayResult) => readonly Exchange[];
} {
  const sent: Exchange[] = [];
  const runs: CaseRun[] = [];
  const startCase: World["startCase"] = (name) => {
    const run = world.startCase(name);
    runs.push(run);
    return run;
  };
  const send: World["send"] = async (call, earlier, run) => {
    const exchange = await world.send(call, earlier, run);
    sent.push(exchange);
    return exchange;
  };

  const looksAt = ({ finding, exchanges }: ReplayResult): readonly Exchange[] => {
    const fresh = runs.at(-1)?.fresh;
    if (fresh === undefined) return [];
    const context = { exchanges, fresh };
    const last = exchanges.at(-1)?.call.id;
    const later = sent.slice(sent.findLastIndex(({ call }) => call.id === last) + 1);
    return (finding?.check?.looks ?? []).flatMap(({ call, before }) => {
      // What was looked at before a call shows how things were; the finding has that in words.
      const inputs = before === undefined ? resolveCall(call, context) : undefined;
      if (inputs?.ok !== true) return [];
      const isIt = (exchange: Exchange) =>
        exchange.call.operation === call.operation && isSame(exchange.request.inputs, inputs.value);
      return later.findLast(isIt) ?? [];
    });
  };
  return { world: { ...world, startCase, send }, looksAt };
}

/** An id is a number in a body and text in a path. */
function isSame(left: ResolvedInputs, right: ResolvedInputs): boolean {
  const asText = ({ path, query }: ResolvedInputs) =>
    [path, query].map((inputs) => Object.entries(inputs).map(([name, value]) => `${name} ${textOf(value)}`));
  return jsonEqual(asText(left), asText(right));
}
