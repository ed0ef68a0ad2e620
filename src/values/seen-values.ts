import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";

/**
 * Values that a service accepted or returned, to be offered again: what worked once is the best guess for the
 * same field. Kept per operation and field, and per field alone for operations that have none yet; the latest
 * first, a few of each, so that a long run neither grows nor clings to its first resources.
 */
export class SeenValues {
  private readonly byKey = new Map<string, readonly Json[]>();

  /** `field` is a parameter's or property's name; `operation` is `METHOD /path`. */
  remember(operation: string, field: string, value: Json): void {
    this.add(JSON.stringify([operation, field]), value);
    this.add(JSON.stringify([field]), value);
  }

  recall(operation: string | undefined, field: string): readonly Json[] {
    const own = operation === undefined ? undefined : this.byKey.get(JSON.stringify([operation, field]));
    return own ?? this.byKey.get(JSON.stringify([field])) ?? [];
  }

  private add(key: string, value: Json): void {
    const known = this.byKey.get(key) ?? [];
    if (known.length === 0 && this.byKey.size >= MOST_KEYS) return;
    this.byKey.set(key, [value, ...known.filter((other) => !jsonEqual(other, value))].slice(0, MOST_VALUES));
  }
}

const MOST_VALUES = 8;
const MOST_KEYS = 20_000;
