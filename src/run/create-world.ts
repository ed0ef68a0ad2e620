import { setMaxListeners } from "node:events";
import type { Json } from "#base/json";
import type { Random } from "#base/random";
import type { Call } from "#calls/call";
import type { Exchange, HttpResponse } from "#calls/exchange";
import type { Clause } from "#glacier/clause";
import { systemClock } from "#http/clock";
import { executeCall } from "#http/execute-call";
import type { Target } from "#http/target";
import type { Oracle } from "#judge/oracle";
import { ORACLES } from "#judge/oracles";
import type { ValidatorFor } from "#judge/validators";
import type { Api, Schema } from "#openapi/api";
import { operationsByKey } from "#openapi/operation-of";
import type { ProtocolFunctions } from "#protocol/functions";
import { Patience } from "#semantics/patience";
import type { Semantics } from "#semantics/semantics";
import { SignBook } from "#semantics/sign-book";
import { compileValidator, type Validator } from "#values/compile-validator";
import type { Generators } from "#values/generators";
import { ClauseTally } from "./clause-tally.js";
import { createDraft } from "./draft-values.js";
import { findListed } from "./find-listed.js";
import { createFreshValues } from "./fresh-values.js";
import { Ledger } from "./ledger.js";
import { Meter } from "./meter.js";
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
  readonly runId: string;
  readonly signal?: AbortSignal;
  /** What of an answer is a secret, and must not be stored. */
  readonly secretsIn?: (exchange: Exchange) => readonly string[];
  /** Told of every call that was made, as it is stored. */
  readonly onExchange?: (exchange: Exchange) => void;
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
  const startCase: World["startCase"] = (name) => ({
    id: `${runId}-${++cases}`,
    fresh: createFreshValues(api.schemas, options.generators, random.derive(name), used),
  });
  const { wait = systemClock.sleep } = options;
  const patience = new Patience(
    (milliseconds) => (signal.aborted ? Promise.resolve() : wait(milliseconds, signal)),
    () => signal.aborted,
  );
  const contextFor = (exchanges: readonly Exchange[], { id, fresh }: CaseRun) => ({
    target,
    operations,
    schemas: api.schemas,
    fresh,
    runId,
    caseId: id,
    exchanges,
    ...(options.secretsIn === undefined ? {} : { secretsIn: options.secretsIn }),
    meaningIn: (response: HttpResponse) => signs.meaningIn(response),
  });
  const told = async (sending: Promise<Exchange>): Promise<Exchange> => {
    const exchange = await sending;
    meter.note(exchange);
    signs.hear(exchange);
    options.onExchange?.(exchange);
    return exchange;
  };
  // Neither a spent budget nor the end of the run's time is a reason to leave things behind.
  const undo = (call: Call, run: CaseRun) =>
    told(executeCall(call, { ...contextFor([], run), beyondBudget: true }));
  const draft = createDraft(api, options.generators);
  const validatorFor = createValidatorFor(api);
  const tally = new ClauseTally();
  const meter = new Meter();
  const signs = new SignBook();
  const withBooks = (ledger: Ledger, known: KnownOfService): World => ({
    api,
    signal,
    semantics: known.semantics,
    random,
    draft,
    send: async (call, exchanges, run) => {
      const send = (one: Call, before: readonly Exchange[]) =>
        executeCall(one, { ...contextFor(before, run), signal });
      const exchange = await send(call, exchanges);
      ledger.hear(exchange);
      // Without this look nobody knows what was made, and so what to delete.
      const look = (one: Call, before: readonly Exchange[]) =>
        told(executeCall(one, { ...contextFor(before, run), beyondBudget: true }));
      return told(findListed(exchange, exchanges, api, look, wait));
    },
    startCase,
    oracles: options.oracles ?? ORACLES,
    clauses: known.clauses,
    signs,
    tally,
    validatorFor,
    functions: options.functions ?? {},
    ledger,
    meter,
    knowing: (more) => withBooks(ledger, { ...known, ...more }),
    useToken: (token) => target.useToken(token),
    hasCredentials: target.hasCredentials,
    apart: () => withBooks(ledger.branch(), known),
    cleanUp: () => {
      const run = startCase("clean up");
      return ledger.cleanUp((call) => undo(call, run), wait, known.waysOut);
    },
    wait: patience.wait,
    patience,
  });
  return withBooks(new Ledger(), { semantics, clauses: options.clauses });
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
