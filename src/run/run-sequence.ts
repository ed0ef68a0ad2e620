import type { Json } from "#base/json";
import type { Call } from "#calls/call";
import type { Exchange, Trace } from "#calls/exchange";
import { type Finding, isAboutState } from "#calls/finding";
import { means } from "#calls/meaning";
import { refusedFor } from "#calls/refusal-kind";
import { resolveCall } from "#calls/resolve-call";
import { resolveReference } from "#calls/resolve-template";
import { succeeded } from "#calls/succeeded";
import type { Reference } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import { isSafeMethod } from "#glacier/read-request";
import type { Subject } from "#judge/oracle";
import { showsSomething } from "#semantics/find-identity";
import { AFTERMATH, BEFORE, isProvocation, LIFE } from "#semantics/life";
import { BRIEF, type Pauses, SLOW } from "#semantics/patience";
import { whyRefused } from "#semantics/read-refusal";
import { concreteCall } from "./concrete-call.js";
import { isLook } from "./guards-in.js";
import { type Around, ContractJudge } from "./judge-contract.js";
import { judgeExchange } from "./judge-exchange.js";
import { mayBreak } from "./may-break.js";
import type { CaseRun, World } from "./world.js";

export interface Stop {
  readonly message: string;
  /** Other fresh values may get further: an id or a name was taken. */
  readonly drawAgain: boolean;
}

export interface SequenceResult {
  readonly planned: PlannedSequence;
  readonly trace: Trace;
  readonly findings: readonly Finding[];
  /** Why the sequence ended before its last call; undefined where it did not. */
  readonly stopped?: Stop;
}

/** Milliseconds between looks at something that may only be slow to show. */
/**
 * Runs a sequence call by call and judges each. After an ERR about it the service's state is unknown, so the
 * sequence ends there. A read that looks wrong is read again a few times first: effects may be asynchronous.
 */
export async function runSequence(
  planned: PlannedSequence,
  world: World,
  name: string,
  patience: Pauses,
): Promise<SequenceResult> {
  const run = world.startCase(name);
  const exchanges: Exchange[] = [];
  const findings: Finding[] = [];
  let stopped: Stop | undefined;
  const isQuiet = world.oracles.some(({ id, quiet }) => id === planned.oracle && quiet === true);
  if (isQuiet && world.ledger.deletesLater) await world.wait(SLOW);
  const look = (call: Call) => world.send(call, [], run);
  const contract = new ContractJudge(world.api, world.clauses, look, world);
  for (const call of planned.sequence.calls) {
    const around = { planned, before: exchanges, world, run, patience };
    const { exchange, found } = await underContract(call, around, contract);
    exchanges.push(exchange);
    findings.push(...found);
    keepBooks(call, planned, exchanges, world, found);
    stopped = whyStop(call, planned, exchange, found);
    if (stopped !== undefined) break;
  }
  const trace = { sequence: planned.sequence, exchanges };
  return { planned, trace, findings, ...(stopped === undefined ? {} : { stopped }) };
}

/** Where in a run a call is made. */
export interface Surroundings {
  readonly planned: PlannedSequence;
  readonly before: readonly Exchange[];
  readonly world: World;
  readonly run: CaseRun;
  readonly patience: Pauses;
  /** A refusal may only mean that a slow service does not know yet what the call is about. */
  readonly mustWork?: boolean;
  /** A finding with this key was patiently looked at before. */
  readonly isKnown?: (key: string) => boolean;
}

export interface JudgedCall {
  readonly exchange: Exchange;
  readonly found: readonly Finding[];
}

/**
 * A write with its contract around it, and with whatever else is to hold after it. A read changes nothing that a
 * contract could speak of.
 */
export async function underContract(
  call: Call,
  around: Surroundings,
  contract: ContractJudge,
  more: Pick<Around, "answer" | "frame" | "counts"> = {},
): Promise<JudgedCall> {
  const { planned, before, world, run, patience } = around;
  const hasClauses = planned.oracle === undefined && (world.clauses.length > 0 || world.trial !== undefined);
  // Most documents carry no contracts, and most calls are reads: nothing is resolved twice for them.
  const isIdle = !hasClauses && more.answer === undefined;
  if (isIdle || isSafeMethod(call.operation.split(" ")[0] ?? "")) return callAndJudge(call, around);
  const inputs = resolveCall(call, { exchanges: before, fresh: run.fresh });
  if (!inputs.ok) return callAndJudge(call, around);
  let judged: readonly Finding[] = [];
  const evidence = before
    .filter(({ request }) => !isSafeMethod(request.method))
    .map((exchange) => exchange.call.id);
  const { exchange, found } = await contract.around({
    call,
    inputs: inputs.value,
    send: async () => {
      const sent = await callAndJudge(call, around);
      judged = sent.found;
      return sent.exchange;
    },
    before,
    evidence,
    pauses: (doubted, missing) => {
      const isKnown = doubted.length > 0 && doubted.every(({ key }) => around.isKnown?.(key) === true);
      const effects = () => missing().map((one) => `${call.operation}: ${one}`);
      return world.patience.pauses(effects, isKnown ? BRIEF : patience);
    },
    mayBeEarly: around.mustWork === true && world.ledger.isPatient,
    ...more,
    counts: (clause) => mayBreak(clause, call.operation, world.semantics) && (more.counts?.(clause) ?? true),
  });
  return { exchange, found: [...judged, ...found] };
}

/** What the call is about is not there, as far as the service knows. */
function isTooEarly(exchange: Exchange): boolean {
  return means(exchange, "absent") || refusedFor(exchange, "conflict");
}

/** A look at what the call before it promised to delete, and has not yet. */
function isLeaving(exchange: Exchange, before: readonly Exchange[]): boolean {
  const last = before.at(-1);
  if (exchange.request.method !== "GET" || !succeeded(exchange)) return false;
  if (last?.request.method !== "DELETE" || last.outcome.kind !== "response" || last.outcome.status !== 202)
    return false;
  return exchange.request.url === last.request.url;
}

export async function callAndJudge(call: Call, around: Surroundings): Promise<JudgedCall> {
  const { planned, before, world, run, patience } = around;
  let exchange = await world.send(call, before, run);
  if (around.mustWork === true && isTooEarly(exchange) && world.ledger.isPatient) {
    await world.wait(Math.max(...patience));
    exchange = await world.send(call, before, run);
  }
  // Also where nothing is expected to be wrong: what comes after this look goes by what it shows.
  const leaving = () =>
    isLeaving(exchange, before) ? [`${call.operation}: what is to be deleted is gone`] : [];
  for await (const _ of world.patience.pauses(leaving)) exchange = await world.send(call, before, run);
  let found = judge(exchange, planned, before, world);
  const { method } = exchange.request;
  const isRead = method === "GET" || world.semantics.operations[call.operation]?.semantics === "READ_MULTI";
  // Only what a later look could show differently is worth waiting for; what is broken is looked at once more, at once.
  if (!isRead || !found.some(isAboutState)) return { exchange, found };
  const lookAgain = async () => {
    exchange = await world.send(call, before, run);
    found = judge(exchange, planned, before, world);
  };
  if (means(exchange, "broken")) await lookAgain();
  if (means(exchange, "broken") || !found.some(isAboutState)) return { exchange, found };
  const missing = () => found.filter(isAboutState).map(({ key }) => `${call.operation}: ${key}`);
  for await (const _ of world.patience.pauses(missing, patience)) {
    await lookAgain();
    if (means(exchange, "broken")) break;
  }
  return { exchange, found };
}

function judge(
  exchange: Exchange,
  planned: PlannedSequence,
  before: readonly Exchange[],
  world: World,
): readonly Finding[] {
  const subject = subjectOf(planned, [...before, exchange]);
  return judgeExchange(exchange, before, world, {
    ...(subject === undefined ? {} : { subject }),
    ...(planned.oracle === undefined ? {} : { plannedBy: planned.oracle }),
  });
}

function subjectOf(planned: PlannedSequence, exchanges: readonly Exchange[]): Subject | undefined {
  const { subject } = planned;
  if (subject === undefined) return undefined;
  const id = idValue(subject.id, exchanges);
  const otherId = subject.otherId === undefined ? undefined : idValue(subject.otherId, exchanges);
  return {
    resource: subject.resource,
    idAt: subject.id,
    ...(subject.otherId === undefined ? {} : { otherIdAt: subject.otherId }),
    ...(id === undefined ? {} : { id }),
    ...(otherId === undefined ? {} : { otherId }),
  };
}

function idValue(reference: Reference, exchanges: readonly Exchange[]): Json | undefined {
  const resolved = resolveReference(reference, exchanges);
  return resolved.ok ? resolved.value : undefined;
}

/** Notes what was created, and strikes out what the sequence itself deleted for good. */
export function keepBooks(
  call: Call,
  planned: PlannedSequence,
  exchanges: readonly Exchange[],
  world: World,
  found: readonly Finding[],
): void {
  for (const creation of succeeded(exchanges.at(-1)) ? (planned.creations.get(call.id) ?? []) : []) {
    const id = idValue(creation.id, exchanges);
    const undo = creation.undo === undefined ? undefined : concreteCall(creation.undo, exchanges);
    if (id !== undefined)
      world.ledger.add({ resource: creation.resource, id, ...(undo === undefined ? {} : { undo }) });
  }
  const { subject } = planned;
  if (
    call.id === LIFE.readDeleted &&
    subject !== undefined &&
    found.length === 0 &&
    !succeeded(exchanges.at(-1))
  ) {
    const id = idValue(subject.id, exchanges);
    if (id !== undefined) world.ledger.settle(subject.resource.name, id);
  }
}

export function whyStop(
  call: Call,
  planned: PlannedSequence,
  exchange: Exchange,
  found: readonly Finding[],
): Stop | undefined {
  const { outcome } = exchange;
  if (outcome.kind === "none" && outcome.reason === "unresolved" && call.id.startsWith(AFTERMATH))
    return undefined;
  if (outcome.kind === "none") return { message: `${call.operation}: ${outcome.message}`, drawAgain: false };
  if (found.some((finding) => finding.verdict === "ERR" && isAboutState(finding)))
    return { message: "a fault was found", drawAgain: false };
  const isGuard = call.id === LIFE.absent || (call.id.startsWith(BEFORE) && isFollowedByWrite(call, planned));
  if (isGuard && showsSomething(exchange)) {
    return { message: "every id that was tried is taken", drawAgain: true };
  }
  const mustSucceed = planned.creations.has(call.id) && planned.open?.has(call.id) !== true;
  if (mustSucceed && !succeeded(exchange) && !isProvocation(call.id)) {
    return {
      message: `${call.operation} worked before and now ${whyRefused(exchange).replace(/^it /, "")}`,
      drawAgain: true,
    };
  }
  return undefined;
}

/** Where only looks follow, nothing is given an id that may be taken. */
function isFollowedByWrite({ id }: Call, { sequence: { calls } }: PlannedSequence): boolean {
  const at = calls.findIndex((call) => call.id === id);
  return calls.slice(at + 1).some((call) => !isLook(call));
}
