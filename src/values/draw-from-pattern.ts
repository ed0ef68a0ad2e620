import { unreachable } from "#base/unreachable";
import { type CodePoints, characterAt, codePoints, intersection, size } from "./code-points.js";
import type { Dice } from "./dice.js";
import { type PatternNode, parsePattern } from "./parse-pattern.js";
import { aimAtLength, type Lengths, patternLengths } from "./pattern-lengths.js";

/**
 * A text that a pattern matches from its first to its last character. JSON Schema patterns are unanchored, but
 * who writes `[a-z]+` means a word, so nothing is put around the match unless a length asks for it.
 * The result is a candidate: assertions inside the pattern may still reject it.
 */
export function drawFromPattern(
  pattern: string,
  wanted: Lengths,
  flavour: "plausible" | "wide",
  dice: Dice,
): string | undefined {
  const tree = parsePattern(pattern);
  if (!tree) return undefined;
  const possible = patternLengths(tree);
  // An empty string is rarely what a field wants, even where its pattern allows it.
  const least =
    flavour === "plausible" ? Math.max(wanted.min, Math.min(1, possible.max, wanted.max)) : wanted.min;
  const aimed = aimAtLength(tree, { min: least, max: Math.min(wanted.max, least + LONGER_BY) });
  const writer: Writer = { flavour, dice, left: LONGEST, groups: new Map() };
  const text = write(aimed, writer);
  if (text === undefined) return undefined;
  const missing = wanted.min - [...text].length;
  // A match that cannot grow (`[A-Z]{3}` with `minLength: 5`): the pattern is unanchored after all.
  return missing > 0 && missing < LONGEST ? text + text.slice(-1).repeat(missing) : text;
}

interface Writer {
  readonly flavour: "plausible" | "wide";
  readonly dice: Dice;
  /** Parts that may still be written: nested repetitions multiply, even those of nothing. */
  left: number;
  readonly groups: Map<number | string, string>;
}

const LONGEST = 100_000;
const LONGER_BY = 256;
const ALPHANUMERIC: CodePoints = codePoints("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
const PRINTABLE: CodePoints = [[0x20, 0x7e]];

function write(node: PatternNode, writer: Writer): string | undefined {
  if (--writer.left < 0) return undefined;
  switch (node.kind) {
    case "empty":
      return "";
    case "character":
      return writeCharacter(node.set, writer);
    case "sequence": {
      let text = "";
      for (const part of node.parts) {
        const piece = write(part, writer);
        if (piece === undefined) return undefined;
        text += piece;
      }
      return text;
    }
    case "choice":
      return write(writer.dice.pick(node.options), writer);
    case "repeat": {
      const usual = writer.flavour === "plausible" ? 6 : 24;
      const count = writer.dice.between(node.min, Math.min(node.max, Math.max(node.min, 1) + usual));
      let text = "";
      for (let index = 0; index < count; index++) {
        const piece = write(node.part, writer);
        if (piece === undefined) return undefined;
        text += piece;
      }
      return text;
    }
    case "group": {
      const text = write(node.part, writer);
      if (text === undefined) return undefined;
      writer.groups.set(node.index, text);
      if (node.name !== undefined) writer.groups.set(node.name, text);
      return text;
    }
    case "back":
      return writer.groups.get(node.group) ?? "";
    default:
      return unreachable(node);
  }
}

function writeCharacter(set: CodePoints, writer: Writer): string | undefined {
  const readable = writer.flavour === "plausible" || writer.dice.chance(0.5);
  const chosen = readable ? readableOf(set) : set;
  const count = size(chosen);
  return count === 0 ? undefined : characterAt(chosen, writer.dice.between(0, count - 1));
}

const readables = new WeakMap<CodePoints, CodePoints>();

/** The letters and digits of a set, or else its printable characters, or else all of it. */
function readableOf(set: CodePoints): CodePoints {
  const known = readables.get(set);
  if (known) return known;
  const narrower = [intersection(set, ALPHANUMERIC), intersection(set, PRINTABLE)];
  const chosen = narrower.find((candidate) => size(candidate) > 0) ?? set;
  readables.set(set, chosen);
  return chosen;
}
