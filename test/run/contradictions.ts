import { parsePointer } from "#base/json-pointer";
import { linkName, type Rule } from "#semantics/rule";
import { readTruth } from "#services/truth";

/** Where learned rules say otherwise than what a service is known to do. What the truth is silent about counts not. */
export function contradictions(service: string, rules: readonly Rule[]): readonly string[] {
  const truth = readTruth(service);
  const resourceOf = (name: string) => truth.resources[name];
  return rules.flatMap((rule): string[] => {
    switch (rule.kind) {
      case "parent-delete": {
        const relation = truth.relations.find(
          ({ child, parent, via }) =>
            child === rule.child &&
            parent === rule.parent &&
            `/${via}` === `/${linkName(rule.via).replace(/^\//, "")}`,
        );
        const expected = relation?.onParentDelete;
        return expected == null || expected === rule.effect
          ? []
          : [`${rule.child} ${rule.parent}: ${rule.effect}`];
      }
      case "duplicate": {
        const known = resourceOf(rule.resource);
        const expected = known?.upsert === true ? "replace" : "refuse";
        return known === undefined || expected === rule.effect ? [] : [`${rule.resource}: ${rule.effect}`];
      }
      case "unique": {
        const fields = [...rule.fields].map((field) => parsePointer(field).at(-1)).sort();
        const isTrue = truth.unique.some(
          ({ resource, fields: known }) =>
            resource === rule.resource && [...known].sort().join() === fields.join(),
        );
        return isTrue || resourceOf(rule.resource) === undefined ? [] : [`unique ${fields.join()}`];
      }
      case "removes": {
        const soft = truth.softDeletes?.some(({ operation }) => operation === rule.operation) === true;
        return (rule.how === "trash") === soft ? [] : [`${rule.operation}: ${rule.how}`];
      }
      case "lists": {
        const paged = truth.paging?.some(({ operation }) => operation === rule.operation) === true;
        const known = resourceOf(rule.resource);
        const isList = known === undefined || known.list.includes(rule.operation);
        return paged || !isList ? [`${rule.operation} does not list all`] : [];
      }
      default:
        return [];
    }
  });
}
