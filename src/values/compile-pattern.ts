import vm from "node:vm";
import { RE2JS } from "re2js";
import { readPattern } from "./read-pattern.js";

/**
 * Matches the `pattern`s of a document, which are untrusted: `^(a+)+$` in a backtracking engine takes years on
 * forty characters. RE2 is linear, and reads the PCRE classes (`\pL`) that documents use beside ECMA-262.
 * What RE2 cannot express (lookahead, backreferences, more than 1,000 repetitions) runs in the native engine
 * inside `vm`, whose timeout does interrupt a match. That costs 0.13 ms a match against 0.003 for RE2.
 */
export interface PatternMatcher {
  /** Unanchored, as in JSON Schema. Undefined where the time ran out, so nothing can be said. */
  test(text: string): boolean | undefined;
}

const MATCH_MILLISECONDS = 100;
/** RE2 is linear, but no field that a pattern guards is this long. */
const LONGEST_TEXT = 1_000_000;
const CACHE_SIZE = 5_000;

const cache = new Map<string, PatternMatcher | undefined>();

/** Undefined where no engine understands the pattern. */
export function compilePattern(text: string): PatternMatcher | undefined {
  if (!cache.has(text)) {
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(text, linearMatcher(text) ?? guardedMatcher(text));
  }
  return cache.get(text);
}

function linearMatcher(text: string): PatternMatcher | undefined {
  const { source, ignoreCase } = readPattern(text);
  // RE2JS rejects `\1`, but reads the named backreference `\k<n>` as the text "k<n>".
  if (source.includes("\\k<")) return undefined;
  try {
    const compiled = RE2JS.compile(
      RE2JS.translateRegExp(source),
      RE2JS.LOOKBEHINDS | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0),
    );
    return { test: (value) => (value.length > LONGEST_TEXT ? undefined : compiled.test(value)) };
  } catch {
    return undefined;
  }
}

function guardedMatcher(text: string): PatternMatcher | undefined {
  const expression = nativeExpression(text);
  if (!expression) return undefined;
  const context = vm.createContext(Object.assign(Object.create(null), { expression, text: "" }));
  const script = new vm.Script("expression.test(text)");
  return {
    test: (value) => {
      if (value.length > LONGEST_TEXT) return undefined;
      context.text = value;
      try {
        return script.runInContext(context, { timeout: MATCH_MILLISECONDS }) === true;
      } catch {
        return undefined;
      }
    },
  };
}

/** With the `u` flag as JSON Schema asks, and without it for the needless escapes (`\@`) that it forbids. */
function nativeExpression(text: string): RegExp | undefined {
  const { source, ignoreCase } = readPattern(text);
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(source, ignoreCase ? `${flags}i` : flags);
    } catch {
      // The next spelling may be readable.
    }
  }
  return undefined;
}
