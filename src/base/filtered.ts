declare const filtered: unique symbol;

/**
 * Data without the secrets of the user and of the service. What leaves the run carries this mark, and whatever writes
 * asks for it: so nothing is written that nobody has filtered. Inside the run everything is as it was on the wire.
 */
export type Filtered<T> = T & { readonly [filtered]: true };

/** What stands for a secret in whatever leaves the run. */
export const FILTERED = "[Filtered]";
