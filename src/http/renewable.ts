/**
 * Something that is obtained once, on first need, for all who need it, and again when it has gone stale: a
 * login, a token. Callers who come while it is being obtained wait for the same attempt.
 */
export interface Renewable<T> {
  get(): Promise<Obtained<T>>;
  /** Obtains it again, unless that has happened since the caller last looked. */
  renew(seenGeneration: number): Promise<Obtained<T>>;
}

export type Obtained<T> =
  | { readonly ok: true; readonly value: T; readonly generation: number }
  | { readonly ok: false; readonly message: string };

/** After so many failures in a row it is not tried again: a locked account helps nobody. */
const MAX_FAILURES = 3;

export function createRenewable<T>(
  obtain: () => Promise<
    { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string }
  >,
  isStale: (value: T) => boolean,
): Renewable<T> {
  let current: Promise<Obtained<T>> | undefined;
  let generation = 0;
  let failures = 0;

  const start = (): Promise<Obtained<T>> => {
    current = obtain().then((result) => {
      if (result.ok) {
        failures = 0;
        generation += 1;
        return { ...result, generation };
      }
      failures += 1;
      if (failures < MAX_FAILURES) current = undefined;
      return result;
    });
    return current;
  };

  return {
    get: async () => {
      const held = await (current ?? start());
      return held.ok && isStale(held.value) && held.generation === generation ? await start() : held;
    },
    renew: async (seenGeneration) => {
      const held = await (current ?? start());
      return held.ok && held.generation === seenGeneration && generation === seenGeneration
        ? await start()
        : held;
    },
  };
}
