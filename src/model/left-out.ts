import type { Api } from "#openapi/api";
import { linkName, type Rule } from "#semantics/rule";
import type { Semantics } from "#semantics/semantics";
import type { DerivedModel } from "./derived-model.js";

const SAFE = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Operations that may change something and that no model calls, each with the reason. */
export function unmodelledOperations(
  api: Api,
  semantics: Semantics,
  taking: readonly string[],
  models: readonly DerivedModel[],
): string[] {
  const called = new Set(models.flatMap(({ model }) => model.actions.map(({ operation }) => operation)));
  const told = models.flatMap(({ leftOut }) => leftOut);
  return api.operations.flatMap(({ key, method }) => {
    if (SAFE.has(method) || called.has(key) || told.some((text) => text.startsWith(`${key} `))) return [];
    const meaning = semantics.operations[key];
    const resource = meaning?.resource ?? null;
    const isKnown = meaning !== undefined && meaning.semantics !== "OTHER";
    const reason = !isKnown
      ? (meaning?.reason ?? "what it does is not known")
      : resource !== null && !taking.includes(resource)
        ? `nothing creates ${resource}`
        : whyNot(key, semantics, called, models);
    return [`${key} is in no model: ${reason}.`];
  });
}

/** Why an operation that is understood is not walked, where what it works on can be created. */
function whyNot(
  key: string,
  { operations }: Semantics,
  called: ReadonlySet<string>,
  models: readonly DerivedModel[],
): string {
  const { semantics, resource } = operations[key] ?? { semantics: "OTHER", resource: null };
  const isPeer = (other: string) =>
    operations[other]?.semantics === semantics && operations[other]?.resource === resource;
  const peer = [...called].find(isPeer);
  if (peer !== undefined) return `${peer} is walked in its place`;
  const isModelled = models.some(({ resources }) => resource !== null && resources.includes(resource));
  return isModelled ? "calls of its kind are switched off" : `${resource ?? "its resource"} is in no model`;
}

/** Rules that no guess made and that speak of what no model holds. They still hold for the service. */
export function unmodelledRules(rules: readonly Rule[], models: readonly DerivedModel[]): string[] {
  const together = (...names: readonly string[]): boolean =>
    models.some(({ resources }) => names.every((name) => resources.includes(name)));
  return rules.flatMap((rule) => {
    if (rule.source === "hypothesis") return [];
    switch (rule.kind) {
      case "dangling":
      case "parent-delete":
      case "capacity":
        return together(rule.child, rule.parent)
          ? []
          : [
              `The ${rule.kind} rule of ${rule.child} and ${rule.parent} (${linkName(rule.via)}) is in no model.`,
            ];
      case "unique":
        return together(rule.resource)
          ? []
          : [`That ${rule.resource} is unique in ${rule.fields.join(", ")} is in no model.`];
      default:
        return [];
    }
  });
}
