import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import type { Fault } from "#calls/run-record";
import { isCredentialName } from "#http/redactor";
import type { OperationKey } from "#openapi/api";
import { expectsAbsence, isProvocation } from "#semantics/life";
import type { Semantics } from "#semantics/semantics";

/** A user of the auth file; null: whoever the run is, that is the first of them with whatever else was given. */
export type Caller = string | null;

/** By operation, where it is not whoever the run is. */
export type KnownCallers = Readonly<Record<OperationKey, Caller>>;

/** An operation that is denied to everybody so often is not tried by others any more. */
const MOST_IN_VAIN = 5;

/**
 * As whom operations are called. Who calls is an input like others: while it is learned what works, an operation that has
 * never worked and is denied is tried as the other users of the auth file, in their order, and from then on called as the
 * first of them who is let in. What one user creates they also read, change and delete, as far as they may.
 *
 * What has worked once is not tried as others: it is denied because of how things stand, and who may do more would only hide that.
 */
export class Callers {
  readonly #all: readonly Caller[];
  readonly #chosen: Map<OperationKey, Caller>;
  readonly #worked = new Set<OperationKey>();
  readonly #inVain = new Map<OperationKey, number>();
  #isLearning = false;

  constructor(actors: readonly string[], known: KnownCallers = {}) {
    this.#all = [null, ...actors.slice(1)];
    this.#chosen = new Map(Object.entries(known));
  }

  /** While this goes on, what is denied is tried as others. */
  async learning<T>(work: () => Promise<T>): Promise<T> {
    this.#isLearning = true;
    try {
      return await work();
    } finally {
      this.#isLearning = false;
    }
  }

  get known(): KnownCallers {
    return Object.fromEntries(this.#chosen);
  }

  /** What was learned by somebody else. */
  recall(known: KnownCallers): void {
    for (const [operation, caller] of Object.entries(known)) this.#chosen.set(operation, caller);
  }

  /** Users who were let in somewhere where whoever the run is was not. */
  get privileged(): ReadonlySet<string> {
    return new Set([...this.#chosen.values()].filter((caller) => caller !== null));
  }

  of(operation: OperationKey, { operations, resources }: Semantics): Caller {
    const chosen = this.#chosen.get(operation);
    if (chosen !== undefined) return chosen;
    const name = operations[operation]?.resource;
    const creates = resources.find((resource) => resource.name === name)?.create ?? [];
    return creates.map((create) => this.#chosen.get(create)).find((caller) => caller != null) ?? null;
  }

  /** The call as whom it names, else as who is let in. `onOther` is told of attempts whose answer does not count. */
  async send(
    call: Call,
    semantics: Semantics,
    make: (call: Call) => Promise<Exchange>,
    onOther: (exchange: Exchange) => unknown,
  ): Promise<Exchange> {
    if (call.actor !== undefined) return make(call);
    const { operation, id } = call;
    const usual = this.of(operation, semantics);
    const first = await make(as(usual, call));
    if (means(first, "done")) this.#worked.add(operation);
    const isAnswerable = !isProvocation(id) && !expectsAbsence(id);
    if (!this.#isLearning || !isAnswerable || !means(first, "denied") || this.#isSettled(operation))
      return first;
    const attempts = [{ caller: usual, exchange: first }];
    for (const caller of this.#all.filter((other) => other !== usual)) {
      const exchange = await make(as(caller, call));
      attempts.push({ caller, exchange });
      if (means(exchange, "done")) break;
    }
    // Whose input is objected to was let in.
    const letIn =
      attempts.find(({ exchange }) => means(exchange, "done")) ??
      attempts.find(({ exchange }) => means(exchange, "refused"));
    if (letIn === undefined) this.#inVain.set(operation, (this.#inVain.get(operation) ?? 0) + 1);
    else this.#chosen.set(operation, letIn.caller);
    if (means(letIn?.exchange, "done")) this.#worked.add(operation);
    const { exchange: answer } = letIn ?? { exchange: first };
    for (const { exchange } of attempts) if (exchange !== answer) onOther(exchange);
    return answer;
  }

  /** A fault whose calls say as whom they were made, also to those who do not know what was learned. */
  inFault(fault: Fault, semantics: Semantics): Fault {
    if (this.#chosen.size === 0) return fault;
    const named = (call: Call): Call =>
      call.actor === undefined ? as(this.of(call.operation, semantics), call) : call;
    const { sequence, check, undo } = fault;
    return {
      ...fault,
      sequence: { ...sequence, calls: sequence.calls.map(named) },
      ...(check === undefined
        ? {}
        : { check: { ...check, looks: check.looks.map((look) => ({ ...look, call: named(look.call) })) } }),
      ...(undo === undefined ? {} : { undo: undo.map((one) => ({ ...one, call: named(one.call) })) }),
      callers: this.known,
    };
  }

  #isSettled(operation: OperationKey): boolean {
    return this.#worked.has(operation) || (this.#inVain.get(operation) ?? 0) >= MOST_IN_VAIN;
  }

  /** Deletes what the run made: as whom that names or is let in, else as anybody who is. Only a success tells that it is gone. */
  async undo(call: Call, semantics: Semantics, make: (call: Call) => Promise<Exchange>): Promise<Exchange> {
    const usual = call.actor === undefined ? this.of(call.operation, semantics) : call.actor;
    const first = await make(call.actor === undefined ? as(usual, call) : call);
    if (!means(first, "denied")) return first;
    const isInVain = (this.#inVain.get(undoing(call)) ?? 0) >= MOST_IN_VAIN;
    for (const caller of isInVain ? [] : this.#all) {
      if (caller === usual && call.actor === undefined) continue;
      const exchange = await make(as(caller, withoutCredentials(call)));
      if (!means(exchange, "done")) continue;
      this.#inVain.delete(undoing(call));
      return exchange;
    }
    this.#inVain.set(undoing(call), (this.#inVain.get(undoing(call)) ?? 0) + 1);
    return first;
  }
}

function undoing({ operation }: Call): string {
  return `undo ${operation}`;
}

function as(caller: Caller, call: Call): Call {
  if (caller !== null) return { ...call, actor: caller };
  const { actor, ...asTheRun } = call;
  return actor === undefined ? call : asTheRun;
}

/** Of somebody who was registered for the call. */
function withoutCredentials(call: Call): Call {
  const header = Object.entries(call.header).filter(([name]) => !isCredentialName(name));
  return { ...call, header: Object.fromEntries(header) };
}
