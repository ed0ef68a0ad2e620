import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { refusedFor } from "#calls/refusal-kind";
import { DRAFT_STYLES, type DraftStyle } from "#semantics/drafting";

/** How a body is drawn: in which style, or with the values of one that was accepted. */
export interface ValueStyle {
  readonly style: DraftStyle;
  readonly accepted?: Json;
}

/** What became of the drawn bodies of an operation. */
interface Tried {
  readonly style: number;
  /** The first one that it took. */
  readonly accepted?: Json;
  /** From now on a refusal counts. */
  readonly isSettled: boolean;
  readonly wasRefused: boolean;
}

const UNTRIED: Tried = { style: 0, isSettled: false, wasRefused: false };
const USUAL: DraftStyle = { members: "all", fresh: "scalars" };

/** What tells things apart must differ; all else may stay as it was. */
const STEADY: DraftStyle = { members: "all", fresh: "names" };

/**
 * Services refuse what their document allows. A body that was drawn from its schema and refused is drawn otherwise
 * before the refusal counts: in another style where none was accepted so far, and else with the values of the one that
 * was. A protocol is about conversations, not about what a document leaves out.
 */
export class ValueStyles {
  readonly #tried = new Map<string, Tried>();

  styleFor(operation: string): ValueStyle {
    const { style, accepted, isSettled } = this.#of(operation);
    if (isSettled && accepted !== undefined) return { style: STEADY, accepted };
    return { style: DRAFT_STYLES[style] ?? USUAL };
  }

  accept(operation: string, body: Json): void {
    const tried = this.#of(operation);
    if (tried.accepted === undefined) this.#tried.set(operation, { ...tried, accepted: body });
  }

  /** Whether other values are worth a try. Where none at all are accepted, the first style counts. */
  refuse(operation: string): boolean {
    const tried = this.#of(operation);
    if (tried.isSettled) return false;
    const isLast = tried.accepted !== undefined || tried.style + 1 >= DRAFT_STYLES.length;
    const style = tried.accepted === undefined && isLast ? 0 : tried.style + (isLast ? 0 : 1);
    this.#tried.set(operation, { ...tried, style, isSettled: isLast, wasRefused: true });
    return true;
  }

  /** Operations that refused some of what their schema allows, and took the rest. */
  get choosy(): readonly string[] {
    return [...this.#tried]
      .filter(([, { wasRefused, accepted }]) => wasRefused && accepted !== undefined)
      .map(([key]) => key);
  }

  #of(operation: string): Tried {
    return this.#tried.get(operation) ?? UNTRIED;
  }
}

/** The answers that say something of the values of a request. */
export function objectsToValues(exchange: Exchange): boolean {
  return refusedFor(exchange, "invalid");
}
