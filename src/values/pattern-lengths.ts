import { unreachable } from "#base/unreachable";
import type { PatternNode } from "./parse-pattern.js";

/** How many characters a part of a pattern can produce. */
export interface Lengths {
  readonly min: number;
  readonly max: number;
}

export function patternLengths(node: PatternNode): Lengths {
  switch (node.kind) {
    case "empty":
      return { min: 0, max: 0 };
    case "character":
      return { min: 1, max: 1 };
    case "sequence":
      return node.parts
        .map(patternLengths)
        .reduce((a, b) => ({ min: a.min + b.min, max: a.max + b.max }), NOTHING);
    case "choice": {
      const options = node.options.map(patternLengths);
      return {
        min: Math.min(...options.map((option) => option.min)),
        max: Math.max(...options.map((option) => option.max)),
      };
    }
    case "repeat": {
      const part = patternLengths(node.part);
      return { min: node.min * part.min, max: node.max === 0 || part.max === 0 ? 0 : node.max * part.max };
    }
    case "group":
      return patternLengths(node.part);
    case "back":
      // What the group produced is known only then; the check of the result catches a wrong length.
      return { min: 0, max: Number.POSITIVE_INFINITY };
    default:
      return unreachable(node);
  }
}

const NOTHING: Lengths = { min: 0, max: 0 };

/**
 * Narrows the repetitions so that what is produced has a length in the wanted range: `^[a-z]*$` with
 * `minLength: 20` would otherwise be guessed at until doomsday. Best effort where parts depend on each other.
 */
export function aimAtLength(node: PatternNode, wanted: Lengths): PatternNode {
  const possible = patternLengths(node);
  if (possible.min >= wanted.min && possible.max <= wanted.max) return node;
  switch (node.kind) {
    case "empty":
    case "character":
    case "back":
      return node;
    case "group":
      return { ...node, part: aimAtLength(node.part, wanted) };
    case "choice": {
      const fitting = node.options.filter((option) => {
        const lengths = patternLengths(option);
        return lengths.max >= wanted.min && lengths.min <= wanted.max;
      });
      return {
        kind: "choice",
        options: (fitting.length > 0 ? fitting : node.options).map((option) => aimAtLength(option, wanted)),
      };
    }
    case "repeat":
      return aimRepeat(node, wanted);
    case "sequence":
      return { kind: "sequence", parts: aimParts(node.parts, wanted) };
    default:
      return unreachable(node);
  }
}

function aimRepeat(node: PatternNode & { kind: "repeat" }, wanted: Lengths): PatternNode {
  const part = patternLengths(node.part);
  const sure = Math.max(1, part.min);
  const min = Math.min(node.max, Math.max(node.min, Math.ceil(wanted.min / sure)));
  const longest = Number.isFinite(part.max) ? Math.max(1, part.max) : sure;
  const max = Math.max(min, Math.min(node.max, Math.floor(wanted.max / longest)));
  const each = {
    min: max > 0 ? Math.ceil(wanted.min / max) : 0,
    max: min > 0 ? Math.floor(wanted.max / min) : wanted.max,
  };
  return {
    kind: "repeat",
    part: aimAtLength(node.part, { min: Math.min(each.min, each.max), max: each.max }),
    min,
    max,
  };
}

/** Gives what is missing to the parts that can grow most, then shares what is left of the maximum. */
function aimParts(parts: readonly PatternNode[], wanted: Lengths): PatternNode[] {
  const lengths = parts.map(patternLengths);
  const minima = lengths.map((length) => length.min);
  let missing = wanted.min - sum(minima);
  const byGrowth = lengths.map((_, index) => index).sort((a, b) => growth(lengths[b]) - growth(lengths[a]));
  for (const index of byGrowth) {
    if (missing <= 0) break;
    const more = Math.min(missing, growth(lengths[index]));
    minima[index] = (minima[index] ?? 0) + more;
    missing -= more;
  }
  let spare = wanted.max - sum(minima);
  return parts.map((part, index) => {
    const min = minima[index] ?? 0;
    const more = Math.max(0, Math.min(spare, (lengths[index]?.max ?? 0) - min));
    spare -= more;
    return aimAtLength(part, { min, max: min + more });
  });
}

function growth(lengths: Lengths | undefined): number {
  return lengths ? lengths.max - lengths.min : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
