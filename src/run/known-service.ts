import { arrayOf, boolean, changed, type Decoder, object } from "#base/decode-json";
import { type Json, property } from "#base/json";
import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { decodeAbsenceSigns, decodeRefusalSigns, type Signs } from "#calls/refusal-sign";
import type { Api } from "#openapi/api";
import type { RecipeBook } from "#semantics/find-recipes";
import type { Rule } from "#semantics/rule";
import type { Resource } from "#semantics/semantics";
import { bookOf, encodeRecipes, MORE_RECIPES, RECIPES } from "./decode-recipes.js";
import { decodeResource, decodeRule } from "./decode-rule.js";

/** All that an earlier run has found out by trying, so that nothing need be tried again. */
export interface KnownService {
  readonly resources: readonly Resource[];
  readonly book: RecipeBook;
  readonly rules: readonly Rule[];
  /** How the service says no, where the status does not tell. */
  readonly signs: Signs;
  readonly sendsEtags: boolean;
}

/** As the value of `learned` in the `x-piolet` of an overlay's root. */
export function encodeKnown({ book, signs, ...known }: KnownService): Json {
  return JSON.parse(JSON.stringify({ ...encodeRecipes(book), ...known, ...signs })) as Json;
}

const decodeKnown: Decoder<KnownService> = changed(
  object(
    {
      ...RECIPES,
      sendsEtags: boolean,
      rules: arrayOf(decodeRule),
      resources: arrayOf(decodeResource),
      refusals: decodeRefusalSigns,
    },
    { ...MORE_RECIPES, absences: decodeAbsenceSigns },
  ),
  ({ creates, updates, actions, corners, refusals, absences = [], ...known }) => ({
    ...known,
    signs: { refusals, absences },
    book: bookOf({
      creates,
      updates,
      ...(actions === undefined ? {} : { actions }),
      ...(corners === undefined ? {} : { corners }),
    }),
  }),
);

/** What `piolet learn -o` has put into the document by way of its overlay; undefined where there is nothing. */
export function knownIn(api: Api): Result<KnownService | undefined> {
  const learned = property(property(api.extensions, "x-piolet"), "learned");
  if (learned === undefined) return ok(undefined);
  const decoded = decodeKnown(learned, "/x-piolet/learned");
  if (decoded.ok) return ok(onlyCallable(decoded.value, api));
  return failed(
    ...decoded.mismatches.map(({ pointer, message }) =>
      problem(
        "semantics-invalid",
        `What was learned cannot be read: ${message}.`,
        "Write the file anew with piolet learn -o FILE.",
        { pointer },
      ),
    ),
  );
}

/** Filters may have left operations out that were learned of. */
function onlyCallable(known: KnownService, { operations }: Api): KnownService {
  const keys = new Set(operations.map(({ key }) => key));
  const has = ({ operation }: { readonly operation: string }) => keys.has(operation);
  const of = <T extends { readonly operation: string }>(recipes: ReadonlyMap<string, T>) =>
    new Map([...recipes].filter(([, recipe]) => has(recipe)));
  const { creates, updates, actions, corners, failures } = known.book;
  const callable = (list: readonly string[]) => list.filter((key) => keys.has(key));
  return {
    ...known,
    rules: known.rules.filter((rule) => !("operation" in rule) || has(rule)),
    book: {
      creates: of(creates),
      updates: of(updates),
      ...(actions === undefined ? {} : { actions: of(actions) }),
      ...(corners === undefined ? {} : { corners: of(corners) }),
      failures,
    },
    resources: known.resources.map((resource) => ({
      ...resource,
      create: callable(resource.create),
      read: callable(resource.read),
      list: callable(resource.list),
      update: callable(resource.update),
      delete: callable(resource.delete),
    })),
  };
}
