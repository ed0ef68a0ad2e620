import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

export const VSCODE = join(import.meta.dirname, "../../editors/vscode");

const GRAMMARS: Readonly<Record<string, string>> = {
  "source.copen": "syntaxes/copen.tmLanguage.json",
  "source.glacier": "syntaxes/glacier.tmLanguage.json",
};

export interface ColouredToken {
  readonly text: string;
  readonly start: number;
  /** The innermost scope. */
  readonly scope: string;
}

/** Tokens as the engine of VS Code makes them: the same grammar files, the same regular expressions. */
export async function createTokeniser(): Promise<(scope: string, text: string) => readonly ColouredToken[]> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (name) => {
      const file = GRAMMARS[name];
      if (file === undefined) throw new Error(`a grammar includes ${name}`);
      return textmate.parseRawGrammar(readFileSync(join(VSCODE, file), "utf8"), file);
    },
  });
  const grammars = new Map<string, textmate.IGrammar>();
  for (const name of Object.keys(GRAMMARS)) {
    const grammar = await registry.loadGrammar(name);
    if (grammar !== null) grammars.set(name, grammar);
  }
  return (name, text) => {
    let stack = textmate.INITIAL;
    let offset = 0;
    return text.split("\n").flatMap((line) => {
      const tokens = grammars.get(name)?.tokenizeLine(line, stack);
      if (tokens === undefined) throw new Error(`no grammar ${name}`);
      stack = tokens.ruleStack;
      const lineStart = offset;
      offset += line.length + 1;
      return tokens.tokens.map(({ startIndex, endIndex, scopes }) => ({
        text: line.slice(startIndex, endIndex),
        start: lineStart + startIndex,
        scope: scopes.at(-1) ?? "",
      }));
    });
  };
}
