import { parseFormula } from "#glacier/parse-formula";
import { printFormula } from "#glacier/print-formula";

const PATH = String.raw`[\p{L}_$][\p{L}\p{N}_$.]*`;

/** The turns of Scala that the published models use, each with GLACIER's. */
const TURNS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`(${PATH})\.contains\(\s*(${PATH}|"[^"]*")\s*\)`, "gu"), "$2 in $1"],
  [new RegExp(String.raw`(${PATH})\.(?:exists|isDefined)\b(?!\()`, "gu"), "$1 != null"],
  [/\.nonEmpty\b/g, ".length > 0"],
  [/\.isEmpty\b/g, ".length == 0"],
  [/\.size\b/g, ".length"],
  [/\.get\b(?!\()/g, ""],
];

/** An assertion of the published models in GLACIER, where it is one of the few turns that have an equal there. */
export function suggestFormula(text: string): string | undefined {
  const translated = TURNS.reduce((result, [pattern, turn]) => result.replaceAll(pattern, turn), text);
  if (translated === text) return undefined;
  const parsed = parseFormula(translated);
  return parsed.ok ? printFormula(parsed.value) : undefined;
}
