import type { Json } from "#base/json";

/**
 * The part of JSONPath (RFC 9535) that overlays use: names, indices, wildcards, descent, and filters that
 * compare or test for presence. Slices and functions are not understood, and an expression is never evaluated
 * as code. Parsing gives a tree or the place at which it stops making sense.
 */
export type JsonPath = readonly Segment[];

export interface Segment {
  /** `..`: the selectors apply to the node and to everything below it. */
  readonly descend: boolean;
  readonly selectors: readonly Selector[];
}

export type Selector =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "wildcard" }
  | { readonly kind: "filter"; readonly filter: Filter };

export type Filter =
  | { readonly kind: "exists"; readonly path: JsonPath }
  | { readonly kind: "compare"; readonly path: JsonPath; readonly equal: boolean; readonly value: Json }
  | { readonly kind: "not"; readonly filter: Filter }
  | { readonly kind: "and" | "or"; readonly left: Filter; readonly right: Filter };

export type ParsedPath =
  | { readonly ok: true; readonly path: JsonPath }
  | { readonly ok: false; readonly column: number; readonly expected: string };

export function parseJsonPath(text: string): ParsedPath {
  const parser = new PathParser(text);
  try {
    return { ok: true, path: parser.parseWhole() };
  } catch (error) {
    if (!(error instanceof PathError)) throw error;
    return { ok: false, column: error.column, expected: error.message };
  }
}

class PathError extends Error {
  constructor(
    readonly column: number,
    expected: string,
  ) {
    super(expected);
  }
}

/** Brackets and parentheses recurse, so their depth is bounded. */
const MAX_NESTING = 50;

class PathParser {
  readonly #text: string;
  #at = 0;
  #nesting = 0;

  constructor(text: string) {
    this.#text = text.trim();
  }

  parseWhole(): JsonPath {
    this.#expect("$", "a path that begins with $");
    const path = this.#segments();
    if (this.#at < this.#text.length) this.#fail("a `.`, a `[` or the end");
    return path;
  }

  #segments(): Segment[] {
    const segments: Segment[] = [];
    for (;;) {
      if (this.#take("..")) {
        segments.push({ descend: true, selectors: this.#take("[") ? this.#bracket() : [this.#shorthand()] });
      } else if (this.#take(".")) segments.push({ descend: false, selectors: [this.#shorthand()] });
      else if (this.#take("[")) segments.push({ descend: false, selectors: this.#bracket() });
      else return segments;
    }
  }

  /** RFC 9535 allows no hyphen here; overlays write `@.x-internal` all the same. */
  #shorthand(): Selector {
    if (this.#take("*")) return { kind: "wildcard" };
    const name = /^[\p{L}_$][\p{L}\p{N}_$-]*/u.exec(this.#text.slice(this.#at))?.[0];
    if (name === undefined) return this.#fail("a name or `*`; other names go in brackets and quotes");
    this.#at += name.length;
    return { kind: "name", name };
  }

  #bracket(): Selector[] {
    this.#enter();
    const selectors: Selector[] = [];
    do {
      selectors.push(this.#selector());
      this.#blanks();
    } while (this.#take(","));
    this.#expect("]", "a `]`");
    this.#nesting--;
    return selectors;
  }

  #selector(): Selector {
    this.#blanks();
    if (this.#take("*")) return { kind: "wildcard" };
    if (this.#take("?")) return { kind: "filter", filter: this.#or() };
    const quoted = this.#quoted();
    if (quoted !== undefined) return { kind: "name", name: quoted };
    const index = this.#match(/^-?\d+/);
    if (index === undefined) return this.#fail("a quoted name, an index, `*` or a filter");
    return { kind: "index", index: Number(index) };
  }

  #or(): Filter {
    let left = this.#and();
    while (this.#takeAfterBlanks("||")) left = { kind: "or", left, right: this.#and() };
    return left;
  }

  #and(): Filter {
    let left = this.#test();
    while (this.#takeAfterBlanks("&&")) left = { kind: "and", left, right: this.#test() };
    return left;
  }

  #test(): Filter {
    this.#blanks();
    if (this.#take("!")) {
      this.#enter();
      const filter = this.#test();
      this.#nesting--;
      return { kind: "not", filter };
    }
    if (this.#take("(")) {
      this.#enter();
      const filter = this.#or();
      this.#blanks();
      this.#expect(")", "a `)`");
      this.#nesting--;
      return filter;
    }
    this.#expect("@", "a test such as @.name == 'value'");
    const path = this.#segments();
    this.#blanks();
    if (this.#take("==")) return { kind: "compare", path, equal: true, value: this.#literal() };
    if (this.#take("!=")) return { kind: "compare", path, equal: false, value: this.#literal() };
    return { kind: "exists", path };
  }

  #literal(): Json {
    this.#blanks();
    const quoted = this.#quoted();
    if (quoted !== undefined) return quoted;
    const word = this.#match(/^(true|false|null|-?\d+(\.\d+)?([eE][+-]?\d+)?)/);
    return word === undefined
      ? this.#fail("a quoted text, a number, true, false or null")
      : (JSON.parse(word) as Json);
  }

  #quoted(): string | undefined {
    const text = this.#match(/^('([^'\\]|\\.)*'|"([^"\\]|\\.)*")/s);
    return text?.slice(1, -1).replaceAll(/\\(.)/gs, "$1");
  }

  #match(pattern: RegExp): string | undefined {
    const found = pattern.exec(this.#text.slice(this.#at))?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #take(token: string): boolean {
    const taken = this.#text.startsWith(token, this.#at);
    if (taken) this.#at += token.length;
    return taken;
  }

  #takeAfterBlanks(token: string): boolean {
    this.#blanks();
    return this.#take(token);
  }

  #expect(token: string, expected: string): void {
    if (!this.#take(token)) this.#fail(expected);
  }

  #blanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at++;
  }

  #enter(): void {
    if (++this.#nesting > MAX_NESTING) this.#fail("fewer nested brackets");
  }

  #fail(expected: string): never {
    throw new PathError(this.#at + 1, expected);
  }
}
