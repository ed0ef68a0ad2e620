import type { Random } from "#base/random";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Api } from "#openapi/api";
import type { Draft } from "./drafting.js";
import type { Patience } from "./patience.js";
import type { Made } from "./recipe.js";
import type { Resource, Semantics } from "./semantics.js";

/** What probing needs of the world: a way to send calls, and someone to tell what was created. */
export interface Probe {
  readonly api: Api;
  readonly semantics: Semantics;
  readonly random: Random;
  readonly draft: Draft;
  readonly send: (call: Call, earlier: readonly Exchange[], vouched?: Vouched) => Promise<Exchange>;
  /** Aborted when nothing new is to be begun. */
  readonly signal?: AbortSignal;
  /** Nothing may be sent that could write: what is there already is looked up, nothing is made. */
  readonly readOnly?: boolean;
  /** The service makes up its answers: a look shows nothing of what was made, and no id is taken. */
  readonly storesNothing?: true;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly patience: Patience;
  /** Deletes what was created so far: a leftover of one resource may change how another behaves. */
  readonly cleanUp: () => Promise<void>;
  /** What was created could only be seen after a while. */
  readonly onSlow: () => void;
  /** Something was created, and nobody knows its id. */
  readonly onLost: (resource: Resource, create: Call, exchanges: readonly Exchange[]) => void;
  readonly onCreated: (resource: Resource, made: Made, exchanges: readonly Exchange[]) => void;
}

/** Whoever sends a call that names nothing has seen just before that the run made all that is there. */
export type Vouched = "all is ours";
