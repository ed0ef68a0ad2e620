import { didYouMean } from "#base/did-you-mean";
import { stringProperty } from "#base/json";
import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { unreachable } from "#base/unreachable";
import type { Clause } from "#glacier/clause";
import type { UseEntry } from "#glacier/clause-entries";
import { ownList } from "#semantics/guess-rules";
import type { Rule, RuleContent } from "#semantics/rule";
import { CATALOGUE, formulaNamed } from "./catalogue.js";
import type { ContractContext } from "./contract-context.js";
import { clausesOf } from "./generate-clauses.js";
import type { CatalogueFormula } from "./named-formula.js";
import { UseReader } from "./use-reader.js";

/** What a clause of the form `{ use: capacity, parent: tournament, … }` means. */
export interface UsedFormula {
  readonly rule: Rule;
  /** Empty where the API has no reads that could show it: then it is a rule for the model alone. */
  readonly clauses: readonly Clause[];
}

/** Every name in it is checked against the catalogue, the resources and their fields. */
export function readUse(entry: UseEntry, context: ContractContext): Result<UsedFormula> {
  const use = new UseReader(entry, context);
  const name = stringProperty(entry.use, "use") ?? "";
  const formula = formulaNamed(name);
  if (formula === undefined) {
    const names = CATALOGUE.map((known) => known.name);
    const message = `There is no formula "${name}" in the catalogue.`;
    return failed(problem("contract-formula-unknown", message, didYouMean(name, names), use.place("use")));
  }
  use.expectOnly(formula.parameters);
  const content = use.problems.length === 0 ? contentOf(formula, use) : undefined;
  if (content === undefined || use.problems.length > 0) return failed(...use.problems);
  const rule: Rule = { ...content, source: "declared", reason: `a contract uses the formula ${name}` };
  const { operation, pointer, source, kind, sufficient } = entry;
  const clauses = clausesOf(formula, rule, context)
    .filter((clause) => operation === undefined || clause.operation === operation)
    .map((clause) => ({
      ...clause,
      pointer,
      ...(source === undefined ? {} : { source }),
      ...(sufficient === undefined || clause.kind !== kind ? {} : { sufficient }),
    }));
  return ok({ rule, clauses });
}

/** The formula's rule with the parameters that its kind has. */
function contentOf({ about }: CatalogueFormula, use: UseReader): RuleContent | undefined {
  switch (about.kind) {
    case "creates":
    case "echoes":
    case "removes":
    case "duplicate":
    case "absent": {
      const found = use.operation();
      const resource = found === undefined ? undefined : use.resourceOf(found);
      if (found === undefined || resource === undefined) return undefined;
      const except = about.kind === "echoes" ? { except: use.fields("except", resource, false) } : {};
      return { ...about, resource: resource.name, operation: found, ...except } as RuleContent;
    }
    case "creates-many": {
      const [found, resource] = [use.operation(), use.resource("resource")];
      if (found === undefined || resource === undefined) return undefined;
      return { kind: "creates-many", resource: resource.name, operation: found, at: use.text("at") ?? "" };
    }
    case "lists": {
      const resource = use.resource("resource");
      const list = resource === undefined ? undefined : ownList(resource);
      if (resource !== undefined && list === undefined)
        use.refuse(
          "resource",
          `There is no list of "${resource.name}".`,
          "This formula speaks of the list of all.",
        );
      return resource === undefined || list === undefined
        ? undefined
        : { kind: "lists", resource: resource.name, operation: list };
    }
    case "unique": {
      const resource = use.resource("resource");
      if (resource === undefined) return undefined;
      return { kind: "unique", resource: resource.name, fields: use.fields("fields", resource, true) };
    }
    case "dangling":
    case "parent-delete": {
      const link = use.link();
      return link === undefined ? undefined : ({ ...about, ...link } as RuleContent);
    }
    case "capacity": {
      const link = use.link();
      const limit = link === undefined ? undefined : use.limit(link.parent);
      return link === undefined || limit === undefined ? undefined : { kind: "capacity", ...link, limit };
    }
    case "begins": {
      const resource = use.resource("resource");
      const field = resource === undefined ? undefined : use.member(resource);
      const [status] = use.statuses("status", resource, field);
      if (resource === undefined || field === undefined || status === undefined) return undefined;
      return { kind: "begins", resource: resource.name, field, status };
    }
    case "allowed-in":
    case "leads-to": {
      const operation = use.operation();
      const resource = operation === undefined ? undefined : use.resourceOf(operation);
      const field = resource === undefined ? undefined : use.member(resource);
      const statuses = use.statuses(about.kind === "leads-to" ? "status" : "statuses", resource, field);
      const [status] = statuses;
      if (operation === undefined || resource === undefined || field === undefined || status === undefined)
        return undefined;
      const content = { resource: resource.name, operation, field };
      return about.kind === "leads-to"
        ? { kind: "leads-to", ...content, status }
        : { kind: "allowed-in", ...content, statuses };
    }
    case "shows-related":
      return use.relatedView();
    // No formula is about them: what was there before cannot be asked for, and no run calls what empties a list.
    case "reuse":
    case "empties":
      return undefined;
    default:
      return unreachable(about);
  }
}
