import { referencesOf } from "#calls/references";
import type { Operation } from "#openapi/api";
import { plainRecipe } from "#semantics/plain-recipe";
import type { Probe } from "#semantics/probe";
import { type CallRecipe, SELF } from "#semantics/recipe";
import { isRead, type Resource } from "#semantics/semantics";
import { nameWords } from "#values/name-words";

/** More looks than this per resource cost more than they tell. */
const MOST = 8;

/**
 * The reads that show the surroundings of a thing: every GET whose path is filled by its parents alone. A thing
 * that comes and goes must leave no trace in them.
 */
export function viewsAround(
  probe: Pick<Probe, "api" | "semantics" | "random" | "draft">,
  resource: Resource,
  parents: ReadonlySet<string>,
): readonly CallRecipe[] {
  return (
    probe.api.operations
      // A GET that removes or acts is no look at anything.
      .filter(({ method, key }) => method === "GET" && isRead(probe.semantics.operations[key]?.semantics))
      .filter(({ key }) => !resource.list.includes(key) && key !== resource.seenIn)
      .filter((operation) => !demandsMore(operation) && !remembers(operation))
      .map((operation) => plainRecipe(probe, operation, resource))
      .filter((recipe) => {
        const named = referencesOf({ id: "", operation: recipe.operation, ...recipe.inputs }).map(
          ({ reference }) => reference.call,
        );
        const filled = Object.values(recipe.inputs.path).every((template) => template.kind === "reference");
        return filled && named.length > 0 && named.every((name) => name !== SELF && parents.has(name));
      })
      .slice(0, MOST)
  );
}

/** What keeps a record of all that happens is meant to show traces. */
const RECORDS = new Set(
  "history log logs audit audits event events activity activities change changes journal revisions trace timeline statistics stats metrics".split(
    " ",
  ),
);

function remembers({ path }: Operation): boolean {
  const last = path.split("/").findLast((segment) => segment !== "" && !segment.startsWith("{")) ?? "";
  return nameWords(last).some((word) => RECORDS.has(word));
}

function demandsMore(operation: Operation): boolean {
  return operation.parameters.some((parameter) => parameter.in !== "path" && parameter.required);
}
