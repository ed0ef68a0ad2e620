import type { Exchange } from "#calls/exchange";
import { DRAFT_STYLES, type DraftStyle } from "#semantics/draft-inputs";

const USUAL: DraftStyle = { members: "all", fresh: "scalars" };

/** How drawn bodies look, by operation. */
interface Tried {
  readonly style: number;
  /** It was accepted, or nothing was: from now on a refusal counts. */
  readonly isSettled: boolean;
  readonly wasRefused: boolean;
}

/**
 * Services refuse what their document allows. A body that was drawn from its schema and refused is drawn in another
 * style before the refusal counts: a protocol is about conversations, not about what a document leaves out.
 */
export class ValueStyles {
  readonly #tried = new Map<string, Tried>();

  styleFor(operation: string): DraftStyle {
    return DRAFT_STYLES[this.#tried.get(operation)?.style ?? 0] ?? USUAL;
  }

  accept(operation: string): void {
    const { style, wasRefused } = this.#of(operation);
    this.#tried.set(operation, { style, wasRefused, isSettled: true });
  }

  /** Whether another style is worth a try. Where none of them is accepted, the first counts. */
  refuse(operation: string): boolean {
    const { style, isSettled } = this.#of(operation);
    if (isSettled) return false;
    const isLast = style + 1 >= DRAFT_STYLES.length;
    this.#tried.set(operation, { style: isLast ? 0 : style + 1, isSettled: isLast, wasRefused: !isLast });
    return true;
  }

  /** Operations that refused some of what their schema allows, and took the rest. */
  get choosy(): readonly string[] {
    return [...this.#tried].filter(([, tried]) => tried.isSettled && tried.wasRefused).map(([key]) => key);
  }

  #of(operation: string): Tried {
    return this.#tried.get(operation) ?? { style: 0, isSettled: false, wasRefused: false };
  }
}

/** The answers that say something of the values of a request. */
export function objectsToValues({ outcome }: Exchange): boolean {
  return outcome.kind === "response" && (outcome.status === 400 || outcome.status === 422);
}
