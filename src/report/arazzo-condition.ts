import type { JsonObject } from "#base/json";
import type { Meaning } from "#calls/meaning";

/**
 * What Arazzo's simple conditions can say, in the part that every runner reads alike: comparisons, joined by `&&` and those
 * by `||`. The specification has parentheses as well, but no grammar for them, and Redocly's `respect` refuses them: so a
 * condition is kept as alternatives of comparisons, and what would become too long is not said.
 */
export type Alternatives = readonly (readonly string[])[];

/** More than a reader can follow. */
const MOST = 16;

export function oneOf(...parts: readonly (Alternatives | undefined)[]): Alternatives | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length < parts.length ? undefined : known.flat();
}

export function allOf(...parts: readonly (Alternatives | undefined)[]): Alternatives | undefined {
  let whole: Alternatives = [[]];
  for (const part of parts) {
    if (part === undefined || whole.length * part.length > MOST) return undefined;
    whole = whole.flatMap((left) => part.map((right) => [...left, ...right]));
  }
  return whole;
}

/** All criteria of a step must hold: what has no alternative is one for each comparison. */
export function criteriaFor(alternatives: Alternatives): readonly JsonObject[] {
  const [first = [], ...others] = alternatives;
  if (others.length === 0) return first.map((condition) => ({ condition }));
  return [{ condition: alternatives.map((comparisons) => comparisons.join(" && ")).join(" || ") }];
}

/** `2xx`, `404` or `default`, whichever of them. */
export function statusIs(status: string, patterns: readonly string[]): Alternatives {
  return patterns.map((pattern) => {
    if (pattern === "default") return [`${status} > 0`];
    if (/^\d+$/.test(pattern)) return [`${status} == ${pattern}`];
    const from = Number(pattern[0]) * 100;
    return [`${status} >= ${from}`, `${status} < ${from + 100}`];
  });
}

/** The answer means one of these, by what a status means. */
export function statusMeans(status: string, meanings: readonly Meaning[]): readonly JsonObject[] {
  const isMeant = (meaning: Meaning) => meanings.includes(meaning);
  const patterns = meanings.flatMap((meaning) =>
    isMeant("refused") && meaning !== "refused" ? (CLASSES[meaning] ?? []) : STATUSES[meaning],
  );
  const others = isMeant("refused")
    ? SPECIAL.filter((meaning) => !isMeant(meaning)).flatMap((meaning) => codesOf(meaning))
    : [];
  return [
    ...criteriaFor(statusIs(status, patterns)),
    ...others.map((code) => ({ condition: `${status} != ${code}` })),
  ];
}

const STATUSES: Readonly<Record<Meaning, readonly string[]>> = {
  done: ["2xx"],
  refused: ["4xx"],
  absent: ["404", "410"],
  denied: ["401", "403", "407"],
  broken: ["5xx"],
  silent: ["1xx", "3xx", "408", "429"],
};

/** Beside `4xx`, which has the rest of theirs. */
const CLASSES: Readonly<Partial<Record<Meaning, readonly string[]>>> = {
  done: ["2xx"],
  broken: ["5xx"],
  silent: ["1xx", "3xx"],
};

/** Those to which some statuses below 500 belong that are no refusal. */
const SPECIAL: readonly Meaning[] = ["absent", "denied", "silent"];

function codesOf(meaning: Meaning): readonly string[] {
  return STATUSES[meaning].filter((pattern) => /^\d+$/.test(pattern));
}
