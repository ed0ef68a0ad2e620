import type { Filtered } from "#base/filtered";
import { type Problem, problem } from "#base/problem";
import { createRandom } from "#base/random";
import { failed, ok, type Result } from "#base/result";
import { firstIncomparable } from "#calls/comparable";
import { credentialsIn } from "#calls/credential";
import type { FaultFile } from "#calls/fault-file";
import type { Finding } from "#calls/finding";
import type { Cleanup, Fault } from "#calls/run-record";
import { filterSecrets } from "#http/filter-secrets";
import { probeTarget } from "#http/probe-target";
import type { Target } from "#http/target";
import type { Api } from "#openapi/api";
import type { ProtocolFunctions } from "#protocol/functions";
import { contactWith } from "#semantics/contact-with";
import { guessSemantics } from "#semantics/guess-semantics";
import { NO_HABITS } from "#semantics/habits";
import { PATIENT } from "#semantics/patience";
import { whyRefused } from "#semantics/read-refusal";
import type { Generators } from "#values/generators";
import { createWorld } from "./create-world.js";
import { learnAccess } from "./learn-access.js";
import { learnRefusals } from "./learn-refusals.js";
import { withMeanings } from "./learned-meaning.js";
import { readReplay } from "./read-replay.js";
import { checkedPlan } from "./replay-checked.js";
import { checked, type ReplayResult, replayOnce, type Wanted } from "./replay-once.js";
import { type Doubt, tellIncomparable } from "./tell-incomparable.js";
import type { World } from "./world.js";

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
  /** Why it is unclear, and what may be done about it. */
  readonly reason?: string;
  readonly hint?: string;
  /** What the replay made and could not delete. */
  readonly left?: Cleanup["left"];
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
  const { fault } = file;
  const stored = fault.replay === undefined ? undefined : readReplay(file, api);
  if (stored?.ok === false) return stored;
  const contact = await probeTarget(target, runId, contactWith(api, options.signal));
  if (!contact.ok) return contact;
  if (stored === undefined)
    return ok(
      filterSecrets(
        untold(file, { reason: "what was seen only in passing cannot be run again" }),
        target.redactor,
      ),
    );
  const { plan, judgedAs, resources, meanings = [], habits = NO_HABITS } = stored.value;
  const guessed = guessSemantics(api);
  const known = new Map(resources.map((resource) => [resource.name, resource]));
  const others = guessed.resources.filter(({ name }) => !known.has(name));
  const semantics = withMeanings({ ...guessed, resources: [...resources, ...others] }, meanings);
  const random = createRandom(seed);
  const unknown = createWorld({
    ...{ ...options, semantics, random, clauses: [], runId },
    ...(fault.callers === undefined ? {} : { callers: fault.callers }),
  });
  await learnRefusals(unknown, () => {}, fault.refusals);
  if (wasRegistered(fault, target)) await learnAccess(unknown, () => {});
  unknown.signs.close();
  const world = unknown.knowing({ habits });
  const wanted = { ...fault, verdict: judgedAs };
  const asScript = checkedPlan(fault, plan, world);
  const enough = fault.reproduced < fault.tried ? FLAKY : STEADY;
  const results: ReplayResult[] = [];
  const count = (outcome: ReplayResult["outcome"]) =>
    results.filter((result) => result.outcome === outcome).length;
  while (count("fails") === 0 && count("passes") < enough && count("unclear") < UNCLEAR) {
    const name = `replay ${results.length + 1}`;
    const result =
      (await outOfReach(wanted, world, name)) ??
      // By turns as those judge who found it, and as its script does: it is fixed where neither sees it any more.
      (results.length % 2 === 1 && asScript !== undefined
        ? await checked(asScript, wanted, world, name, PATIENT)
        : await replayOnce(plan, wanted, world, name, PATIENT));
    results.push(result);
    if (result.isOver) break;
  }
  const broken = options.generators.failure();
  if (broken !== undefined) return failed(broken);
  if (results.at(-1)?.isOver === true && count("fails") === 0) return failed(lost(target.url));
  const { left } = world.ledger.summary();
  const report = { ...reportOf(file, results), ...(left.length === 0 ? {} : { left }) };
  return ok(filterSecrets(report, target.redactor));
}

/** The run had registered and logged in by itself: a token does not last, so a replay does so again. */
function wasRegistered({ exchanges }: Fault, target: Target): boolean {
  return !target.hasCredentials && credentialsIn(exchanges).some(({ actor }) => actor === undefined);
}

/** Where not even the read is answered that always was, nothing can be told of anything else. */
async function outOfReach(wanted: Wanted, world: World, name: string): Promise<ReplayResult | undefined> {
  if (wanted.contact === undefined) return undefined;
  const exchange = await world.send(wanted.contact, [], world.startCase(`${name}: contact`));
  if (firstIncomparable(wanted, [exchange]) === undefined) return undefined;
  const isOver = exchange.outcome.kind === "none" && exchange.outcome.reason === "unreachable";
  const doubt = tellIncomparable(wanted, exchange);
  return { outcome: "unclear", exchanges: [exchange], others: [], isOver, doubt };
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
  if (last === undefined || unclear !== undefined)
    return untold(file, unclear?.doubt ?? { reason: "it could not be run" }, results.length);
  const other = results.flatMap(({ others }) => others).find(({ verdict }) => verdict === "ERR");
  const now = other?.message ?? answerNow(last, fault);
  if (other !== undefined) {
    const doubt = { reason: `another fault shows instead: ${other.message}` };
    return { ...untold(file, doubt, results.length), difference: { ...compared, now } };
  }
  return { ...tried, outcome: "fixed", reproduced: 0, difference: { ...compared, now } };
}

function untold({ fault }: FaultFile, doubt: Doubt, tried = 0): ReplayReport {
  return { id: fault.id, outcome: "unclear", tried, reproduced: 0, difference: null, ...doubt };
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
