import { setMaxListeners } from "node:events";
import type { Json } from "#base/json";
import type { Random } from "#base/random";
import type { Call } from "#calls/call";
import type { Exchange, HttpResponse, ResolvedInputs } from "#calls/exchange";
import type { LedgerEvent } from "#calls/run-event";
import type { Clause } from "#glacier/clause";
import { systemClock } from "#http/clock";
import { executeCall } from "#http/execute-call";
import type { Target } from "#http/target";
import type { Oracle } from "#judge/oracle";
import { judgesOfAnswers } from "#judge/oracle-choice";
import { ORACLES } from "#judge/oracles";
import type { ValidatorFor } from "#judge/validators";
import type { Api, Operation, Schema } from "#openapi/api";
import { operationAmong, operationsByKey } from "#openapi/operation-of";
import type { ProtocolFunctions } from "#protocol/functions";
import { NO_HABITS } from "#semantics/habits";
import { sameId } from "#semantics/list-items";
import { Patience } from "#semantics/patience";
import type { Vouched } from "#semantics/probe";
import type { Semantics } from "#semantics/semantics";
import { SignBook } from "#semantics/sign-book";
import { compileValidator, type Validator } from "#values/compile-validator";
import type { Generators } from "#values/generators";
import { Bystanders } from "./bystanders.js";
import { Callers, type KnownCallers } from "./callers.js";
import { ClauseTally } from "./clause-tally.js";
import { createDraft } from "./draft-values.js";
import { EmptyLedger } from "./empty-ledger.js";
import { findListed } from "./find-listed.js";
import { createFreshValues } from "./fresh-values.js";
import { Ledger } from "./ledger.js";
import { Meter } from "./meter.js";
import { OwnMarks } from "./own-marks.js";
import { whyWithheld } from "./withhold.js";
import type { CaseRun, KnownOfService, World } from "./world.js";

export interface WorldOptions {
  readonly api: Api;
  readonly semantics: Semantics;
  readonly target: Target;
  readonly random: Random;
  readonly generators: Generators;
  readonly clauses: readonly Clause[];
  /** Who judges; everybody where it is left out. */
  readonly oracles?: readonly Oracle[];
  /** The config file's functions for assertions of protocols. */
  readonly functions?: ProtocolFunctions;
  /** As whom operations are called, as far as an earlier run has found that out. */
  readonly callers?: KnownCallers;
  readonly runId: string;
  /** Somebody has written the calls, and may name what is theirs: the conversations of a protocol. */
  readonly isWritten?: boolean;
  readonly signal?: AbortSignal;
  /** What of an answer is a secret, and must not be stored. */
  readonly secretsIn?: (exchange: Exchange) => readonly string[];
  /** Told of every call that was made, as it is stored. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Told of all that was made, and is gone again. */
  readonly onLedger?: (event: LedgerEvent) => void;
  /** Lets time pass, so that what is slow may show. Default: really. */
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** The real world: a target on the network, a clock, and one stream of randomness per sequence. */
export function createWorld(options: WorldOptions): World {
  const { api, semantics, target, random, runId } = options;
  const signal = AbortSignal.any([options.generators.failed, ...(options.signal ? [options.signal] : [])]);
  // Every call that waits for its turn listens to it.
  setMaxListeners(0, signal, options.generators.failed);
  const operations = operationsByKey(api);
  const used = new Map<string, Json[]>();
  let cases = 0;
  const marks = new OwnMarks();
  const bystanders = new Bystanders();
  const startCase: World["startCase"] = (name) => ({
    id: `${runId}-${++cases}`,
    fresh: marks.noting(createFreshValues(api.schemas, options.generators, random.derive(name), used)),
  });
  const { wait = systemClock.sleep } = options;
  const patience = new Patience(wait, signal);
  let isOwnAccount = false;
  const contextFor = (
    exchanges: readonly Exchange[],
    { id, fresh }: CaseRun,
    known: KnownOfService,
    ledger: Ledger,
    vouched?: Vouched,
  ) => ({
    target,
    operations,
    schemas: api.schemas,
    fresh,
    runId,
    caseId: id,
    exchanges,
    ...(options.secretsIn === undefined ? {} : { secretsIn: options.secretsIn }),
    meaningIn: (response: HttpResponse) => signs.meaningIn(response),
    withhold: (call: Call, operation: Operation, inputs: ResolvedInputs) =>
      vouched === "all is ours"
        ? undefined
        : whyWithheld(call, operation, inputs, {
            api,
            operations,
            earlier: exchanges,
            hasMade: (made) => ledger.hasMadeAny(made),
            isForeign: (one, parameter, id) => {
              // What is made below something of others changes nothing of it.
              if (known.semantics.operations[one.key]?.semantics === "CREATE") return false;
              const kind = bystanders.kindOf(one, parameter, id);
              return kind !== undefined && !ledger.hasMade(kind, (made) => sameId(made, id));
            },
            isOwnAccount,
            isWritten: options.isWritten === true,
          }),
  });
  const told = async (sending: Promise<Exchange>): Promise<Exchange> => {
    const exchange = await sending;
    meter.note(exchange);
    signs.hear(exchange);
    options.onExchange?.(exchange);
    return exchange;
  };
  // Neither a spent budget nor the end of the run's time is a reason to leave things behind.
  const undo = (call: Call, run: CaseRun, known: KnownOfService, ledger: Ledger) =>
    callers.undo(call, known.semantics, (one) =>
      told(executeCall(one, { ...contextFor([], run, known, ledger), beyondBudget: true })),
    );
  const { oracles = ORACLES } = options;
  const draft = createDraft(api, options.generators);
  const validatorFor = createValidatorFor(api);
  const tally = new ClauseTally();
  const meter = new Meter();
  const callers = new Callers(target.actors, options.callers);
  const signs = new SignBook();
  const withBooks = (ledger: Ledger, known: KnownOfService): World => ({
    api,
    signal,
    semantics: known.semantics,
    random,
    draft,
    send: async (call, exchanges, run, vouched) => {
      const send = (one: Call) =>
        executeCall(one, { ...contextFor(exchanges, run, known, ledger, vouched), signal });
      const exchange = await callers.send(call, known.semantics, send, (denied) =>
        told(Promise.resolve(denied)),
      );
      ledger.hear(exchange);
      bystanders.hear(exchange, operationAmong(operations, call.operation));
      // Without this look nobody knows what was made, and so what to delete.
      const look = (one: Call, before: readonly Exchange[]) =>
        told(
          callers.send(
            one,
            known.semantics,
            (it) => executeCall(it, { ...contextFor(before, run, known, ledger), beyondBudget: true }),
            () => {},
          ),
        );
      return told(findListed(exchange, exchanges, api, look, patience));
    },
    startCase,
    oracles: known.storesNothing === true ? judgesOfAnswers(oracles) : oracles,
    ...(known.storesNothing === undefined ? {} : { storesNothing: known.storesNothing }),
    clauses: known.clauses,
    signs,
    habits: known.habits,
    tally,
    validatorFor,
    functions: options.functions ?? {},
    ledger,
    bystanders,
    hasDrawnWithin: (text) => marks.isIn(text),
    callers,
    meter,
    knowing: (more) =>
      withBooks(more.storesNothing === true ? new EmptyLedger() : ledger, { ...known, ...more }),
    useToken: (token) => {
      isOwnAccount = true;
      target.useToken(token);
    },
    hasCredentials: target.hasCredentials,
    apart: () => withBooks(ledger.branch(), known),
    cleanUp: () => {
      const run = startCase("clean up");
      return ledger.cleanUp((call) => undo(call, run, known, ledger), patience.waitToTheEnd, known.waysOut);
    },
    wait: patience.wait,
    patience,
  });
  return withBooks(new Ledger(options.onLedger), { semantics, clauses: options.clauses, habits: NO_HABITS });
}

function createValidatorFor(api: Api): ValidatorFor {
  const compiled = new Map<Schema, Validator | undefined>();
  return (schema) => {
    if (!compiled.has(schema)) {
      const result = compileValidator(schema, { schemas: api.schemas, direction: "response" });
      compiled.set(schema, result.ok ? result.value : undefined);
    }
    return compiled.get(schema);
  };
}
