import type { Json } from "#base/json";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Fresh } from "#calls/template";
import type { Clause } from "#glacier/clause";
import type { Oracle } from "#judge/oracle";
import type { ValidatorFor } from "#judge/validators";
import type { ProtocolFunctions } from "#protocol/functions";
import type { Habits } from "#semantics/habits";
import type { Patience } from "#semantics/patience";
import type { Probe, Vouched } from "#semantics/probe";
import type { Semantics } from "#semantics/semantics";
import type { SignBook } from "#semantics/sign-book";
import type { Bystanders } from "./bystanders.js";
import type { Callers } from "./callers.js";
import type { ClauseTally } from "./clause-tally.js";
import type { Trial } from "./judge-contract.js";
import type { Ledger } from "./ledger.js";
import type { Meter } from "./meter.js";
import type { WaysOut } from "./ways-out.js";

/** What running sequences needs of the world around it. Time, randomness and the network come in from here. */
export interface World extends Pick<Probe, "api" | "semantics" | "random" | "draft" | "storesNothing"> {
  /** Aborted when nothing new is to be begun: the time is up, or somebody has interrupted the run. */
  readonly signal: AbortSignal;
  readonly send: (
    call: Call,
    earlier: readonly Exchange[],
    run: CaseRun,
    vouched?: Vouched,
  ) => Promise<Exchange>;
  /** A run of one sequence; equal names give equal values. */
  readonly startCase: (name: string) => CaseRun;
  readonly oracles: readonly Oracle[];
  /** What the document's contracts say; judged around every write. */
  readonly clauses: readonly Clause[];
  /** How the service says no, where the status does not tell. */
  readonly signs: SignBook;
  /** What it does with everything that it is sent. */
  readonly habits: Habits;
  /** Generated clauses, while it is still open whether the service keeps them. */
  readonly trial?: Trial;
  /** How often each clause was judged so far. */
  readonly tally: ClauseTally;
  readonly validatorFor: ValidatorFor;
  /** The user's functions, which assertions of protocols call. */
  readonly functions: ProtocolFunctions;
  readonly ledger: Ledger;
  /** What was there before the run. */
  readonly bystanders: Bystanders;
  /** Whether a text holds one that only this run can have drawn. */
  readonly hasDrawnWithin: (text: string) => boolean;
  /** As whom operations are called. */
  readonly callers: Callers;
  /** What was sent so far of what the run is planned for. */
  readonly meter: Meter;
  /** The same world with more known of it; books and values go on. */
  readonly knowing: (more: Partial<KnownOfService>) => World;
  /** From now on calls are made as whoever holds this token. */
  readonly useToken: (token: string) => void;
  /** The user gave something to be somebody by. */
  readonly hasCredentials: boolean;
  /** The same world with books of its own: what is created there is cleaned up there. */
  readonly apart: () => World;
  /** Deletes what the run created and still has. */
  readonly cleanUp: () => Promise<void>;
  /** Ends at once where the run does. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Waits for what may come late, as long as there is hope. */
  readonly patience: Patience;
}

/** What is learned while a run goes on, and counts from then on. */
export interface KnownOfService {
  readonly semantics: Semantics;
  readonly clauses: readonly Clause[];
  /** The service makes up its answers: only what judges an answer alone is asked, and nothing is to be cleaned up. */
  readonly storesNothing?: true;
  readonly habits: Habits;
  /** What may be called on a thing whose delete is refused, so that it is accepted. */
  readonly waysOut?: WaysOut;
}

export interface CaseRun {
  readonly id: string;
  readonly fresh: FreshValues;
}

/** Draws a value per fresh name, and gives the same one when the name comes again. */
export type FreshValues = (fresh: Fresh) => Json;
