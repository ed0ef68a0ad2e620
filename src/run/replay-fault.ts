import type { Filtered } from "#base/filtered";
import { type Problem, problem } from "#base/problem";
import { createRandom } from "#base/random";
import { failed, ok, type Result } from "#base/result";
import type { FaultFile } from "#calls/fault-file";
import type { Finding } from "#calls/finding";
import { filterSecrets } from "#http/filter-secrets";
import { probeTarget } from "#http/probe-target";
import type { Target } from "#http/target";
import type { Api } from "#openapi/api";
import type { ProtocolFunctions } from "#protocol/functions";
import { guessSemantics } from "#semantics/guess-semantics";
import { whyRefused } from "#semantics/read-refusal";
import type { Generators } from "#values/generators";
import { createWorld } from "./create-world.js";
import { learnRefusals } from "./learn-refusals.js";
import { withMeanings } from "./learned-meaning.js";
import { readReplay } from "./read-replay.js";
import { type ReplayResult, replayOnce } from "./replay-once.js";
import { PATIENT } from "./run-sequence.js";

export interface ReplayOptions {
  readonly api: Api;
  readonly target: Target;
  readonly seed: number;
  readonly generators: Generators;
  /** For assertions of protocols. */
  readonly functions?: ProtocolFunctions;
  readonly signal?: AbortSignal;
}

/** What became of a fault. */
export interface ReplayReport {
  readonly id: string;
  readonly outcome: "failing" | "fixed" | "unclear";
  readonly tried: number;
  readonly reproduced: number;
  /** Null where there is nothing to compare. */
  readonly difference: {
    readonly operation: string;
    readonly expected: string;
    readonly before: string;
    readonly now: string;
  } | null;
  /** Why it is unclear. */
  readonly reason?: string;
}

/** Runs that show nothing before a fault counts as fixed: two, and more where it did not always show. */
const [STEADY, FLAKY] = [2, 5];

/** Runs without a result before nothing can be told. */
const UNCLEAR = 3;

/** Runs a stored fault again and says whether it still shows. */
export async function replayFault(
  file: FaultFile,
  options: ReplayOptions,
): Promise<Result<Filtered<ReplayReport>>> {
  const { api, target, seed } = options;
  const runId = `piolet-replay-${seed}`;
  const contact = await probeTarget(target, runId, options.signal);
  if (!contact.ok) return contact;
  const { fault } = file;
  if (fault.replay === undefined)
    return ok(
      filterSecrets(untold(file, "what was seen only in passing cannot be run again"), target.redactor),
    );
  const stored = readReplay(file, api);
  if (!stored.ok) return stored;
  const { plan, judgedAs, resources, meanings = [] } = stored.value;
  const guessed = guessSemantics(api);
  const known = new Map(resources.map((resource) => [resource.name, resource]));
  const others = guessed.resources.filter(({ name }) => !known.has(name));
  const semantics = withMeanings({ ...guessed, resources: [...resources, ...others] }, meanings);
  const random = createRandom(seed);
  const unknown = createWorld({ ...options, semantics, random, clauses: [], runId });
  await learnRefusals(unknown, () => {}, fault.refusals);
  unknown.signs.close();
  const world = unknown;
  const wanted = { ...fault, verdict: judgedAs };
  const enough = fault.reproduced < fault.tried ? FLAKY : STEADY;
  const results: ReplayResult[] = [];
  const count = (outcome: ReplayResult["outcome"]) =>
    results.filter((result) => result.outcome === outcome).length;
  while (count("fails") === 0 && count("passes") < enough && count("unclear") < UNCLEAR) {
    const result = await replayOnce(plan, wanted, world, `replay ${results.length + 1}`, PATIENT);
    results.push(result);
    if (result.isOver) break;
  }
  const broken = options.generators.failure();
  if (broken !== undefined) return failed(broken);
  if (results.at(-1)?.isOver === true && count("fails") === 0) return failed(lost(target.url));
  return ok(filterSecrets(reportOf(file, results), target.redactor));
}

function reportOf(file: FaultFile, results: readonly ReplayResult[]): ReplayReport {
  const { fault } = file;
  const failing = results.find(({ outcome }) => outcome === "fails");
  const tried = { id: fault.id, tried: results.length };
  const compared = { operation: fault.operation, expected: fault.expected, before: fault.got };
  if (failing !== undefined) {
    const now = failing.finding?.got ?? "";
    return { ...tried, outcome: "failing", reproduced: 1, difference: { ...compared, now } };
  }
  const last = results.at(-1);
  const unclear = results.find(({ outcome }) => outcome === "unclear");
  if (last === undefined || unclear !== undefined) return untold(file, unclear?.reason ?? "", results.length);
  const other = last.others.find(({ verdict }) => verdict === "ERR");
  const now = other?.message ?? answerNow(last, fault);
  if (other !== undefined) {
    const reason = `another fault shows instead: ${other.message}`;
    return { ...untold(file, reason, results.length), difference: { ...compared, now } };
  }
  return { ...tried, outcome: "fixed", reproduced: 0, difference: { ...compared, now } };
}

function untold({ fault }: FaultFile, reason: string, tried = 0): ReplayReport {
  return { id: fault.id, outcome: "unclear", tried, reproduced: 0, difference: null, reason };
}

/** What came of the accused operation; else of the call at which it showed. */
function answerNow({ exchanges }: ReplayResult, { call, operation }: Finding): string {
  const exchange =
    exchanges.findLast((candidate) => candidate.call.operation === operation) ??
    exchanges.find((candidate) => candidate.call.id === call);
  if (exchange?.outcome.kind !== "response") return "as expected";
  const { status } = exchange.outcome;
  return status >= 400 ? whyRefused(exchange) : `${status}, as expected`;
}

function lost(url: string): Problem {
  return problem("target-unreachable", `${url} stopped answering.`, "Check that the service is up.");
}
