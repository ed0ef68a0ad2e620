import type { Clause } from "#glacier/clause";
import type { Api } from "#openapi/api";
import { loadApi } from "#openapi/load-api";
import { guessRules } from "#semantics/guess-rules";
import { guessSemantics } from "#semantics/guess-semantics";
import type { Rule, RuleContent } from "#semantics/rule";
import type { Semantics } from "#semantics/semantics";
import { SERVICES } from "#services/list";
import { documentPath } from "#services/service-files";

export interface Known {
  readonly name: string;
  readonly api: Api;
  readonly semantics: Semantics;
  readonly rules: readonly Rule[];
}

/** What is known of an API before it is called. */
export function known(name: string, api: Api): Known {
  const semantics = guessSemantics(api);
  return { name, api, semantics, rules: guessRules(api, semantics) };
}

const loaded = new Map<string, Promise<Known>>();

/** Each is read once: they do not change. */
export function bundled(name: string): Promise<Known> {
  const known = loaded.get(name) ?? load(name);
  loaded.set(name, known);
  return known;
}

async function load(name: string): Promise<Known> {
  const api = await loadApi(documentPath(name));
  if (!api.ok) throw new Error(`${name}: ${api.problems[0]?.message}`);
  return known(name, api.value);
}

/** Every bundled service that has a document of its own. */
export function allBundled(): Promise<readonly Known[]> {
  return Promise.all(SERVICES.map(({ name }) => bundled(name)));
}

/** `POST /players ensures …`: a clause in a line. */
export function line({ operation, kind, text }: Clause): string {
  return operation === undefined ? `${kind} ${text}` : `${operation} ${kind} ${text}`;
}

export function declared(content: RuleContent): Rule {
  return { ...content, source: "declared", reason: "a test says so" };
}

export function contentOf({ source: _, reason: __, ...content }: Rule): RuleContent {
  return content;
}
