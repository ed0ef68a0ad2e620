import { countOf } from "#base/count-of";
import type { Filtered } from "#base/filtered";
import { createRandom } from "#base/random";
import { failed, ok, type Result } from "#base/result";
import { isAccepted } from "#calls/is-accepted";
import { numberFaults } from "#calls/number-faults";
import type { RunRecord, StageRecord } from "#calls/run-record";
import { filterSecrets } from "#http/filter-secrets";
import { probeTarget } from "#http/probe-target";
import type { Target } from "#http/target";
import { chooseOracles, chosenOf, type OracleChoice } from "#judge/oracle-choice";
import { ORACLES } from "#judge/oracles";
import type { ChoiceWay } from "#protocol/choose-branch";
import type { CompiledProtocol } from "#protocol/compile-protocol";
import type { ProtocolFunctions } from "#protocol/functions";
import { contactWith } from "#semantics/contact-with";
import { guessSemantics } from "#semantics/guess-semantics";
import type { Generators } from "#values/generators";
import { createWorld } from "../create-world.js";
import { lookBack } from "../look-back.js";
import { type RunListener, tellFiltered } from "../run-listener.js";
import { USUAL_SHRINKS } from "../shrink-faults.js";
import { tellBystanders } from "../tell-bystanders.js";
import { type Conversations, recordProtocol } from "./record-protocol.js";
import { secretCaptures } from "./secret-captures.js";
import { shrinkConversations } from "./shrink-conversations.js";
import { walkProtocol } from "./walk-protocol.js";

export interface ProtocolOptions {
  /** Piolet's own version, for the record. */
  readonly version: string;
  readonly protocol: CompiledProtocol;
  readonly target: Target;
  readonly seed: number;
  readonly generators: Generators;
  readonly functions: ProtocolFunctions;
  readonly choices: ChoiceWay;
  readonly runs?: number;
  readonly maxSteps?: number;
  readonly maxShrinks?: number;
  readonly oracles?: OracleChoice;
  /** Findings to leave out, by key. */
  readonly accepted: ReadonlySet<string>;
  readonly signal?: AbortSignal;
  readonly now: () => number;
}

/** What walking protocols came to. */
export interface ProtocolRun {
  readonly record: Filtered<RunRecord>;
  readonly conversations: Conversations;
}

const USUAL_STEPS = 50;

/** Walks protocols against a service. What the user can cause comes back as problems; findings are in the record. */
export async function testProtocol(
  options: ProtocolOptions,
  listener: RunListener = {},
): Promise<Result<ProtocolRun>> {
  const { protocol, target, seed } = options;
  const { api } = protocol;
  const told = tellFiltered(listener, target.redactor);
  const runId = `piolet-${seed}`;
  const began = options.now();
  const stages: StageRecord[] = [];
  const finish = (stage: StageRecord) => {
    stages.push(stage);
    told.onStage(stage);
  };

  // 1. Is anybody there?
  const contact = await probeTarget(target, runId, contactWith(api, options.signal));
  if (!contact.ok) return contact;

  // 2. Conversations; what is found is had once more.
  const oracles = chooseOracles(ORACLES, options.oracles ?? {});
  const semantics = guessSemantics(api);
  const world = createWorld({
    ...options,
    ...(told.onExchange && { onExchange: told.onExchange }),
    ...(told.onLedger && { onLedger: told.onLedger }),
    secretsIn: secretCaptures(protocol),
    api,
    oracles,
    semantics,
    clauses: [],
    random: createRandom(seed),
    runId,
    isWritten: true,
  });
  await world.bystanders.look(world);
  const walked = await walkProtocol({
    ...options,
    world,
    ...(told.onFault && { onFault: told.onFault }),
    maxSteps: options.maxSteps ?? USUAL_STEPS,
    onProgress: (done, { branches }, faults) =>
      told.onProgress(
        "walk",
        `${countOf(done, "conversation")}, ${branches.covered} of ${countOf(branches.total, "branch", "branches")}, ${countOf(faults.length, "fault")}`,
      ),
  });

  // 3. Each fault in the smallest conversation that shows it.
  const small = await shrinkConversations(walked, {
    protocol,
    world,
    target,
    maxShrinks: options.maxShrinks ?? USUAL_SHRINKS,
    onProgress: (text) => told.onProgress("shrink", text),
  });
  const broken = options.generators.failure();
  if (broken !== undefined) return failed(broken);
  const faults = numberFaults(
    chosenOf(small.faults, options.oracles ?? {}).filter((fault) => !isAccepted(fault, options.accepted)),
  );

  const bystanders = walked.lostContact ? undefined : await lookBack(world);

  // 4. Count.
  const { counts, conversations } = recordProtocol(walked, protocol, options.accepted, target.url);
  finish(describeWalk(conversations, counts.calls));
  if (small.shrinking.faults > 0)
    finish({
      name: "shrink",
      ok: true,
      summary: `${countOf(small.shrinking.faults, "fault")} in ${countOf(small.shrinking.attempts, "try", "tries")}`,
      cost: countOf(small.shrinking.requests, "request"),
    });
  const record: RunRecord = {
    ...{ piolet: options.version, title: api.title, document: api.source, url: target.url, seed },
    ...counts,
    stages,
    requests: target.requests,
    shrinking: small.shrinking,
    milliseconds: options.now() - began,
    faults,
    cleanup: world.ledger.summary(),
    ...(bystanders === undefined ? {} : { bystanders }),
    problems: [...counts.problems, ...(bystanders === undefined ? [] : tellBystanders(bystanders))],
  };
  return ok({ record: filterSecrets(record, target.redactor), conversations }, record.problems);
}

function describeWalk({ runs, failed, branches, pairs }: Conversations, calls: number): StageRecord {
  const covered = `${branches.covered} of ${countOf(branches.total, "branch", "branches")}, ${pairs.covered} of ${countOf(pairs.total, "pair")}`;
  return {
    name: "walk",
    ok: failed === 0,
    summary: `${countOf(runs, "conversation")}, ${failed} failed; ${covered}`,
    cost: countOf(calls, "call"),
  };
}
