import { unreachable } from "#base/unreachable";
import { bindChecked, checkEntry, checkFormula, checkTerm, type Report, termFits } from "./check-formula.js";
import type { Term } from "./formula.js";
import type { Effect, Field } from "./model.js";
import { fieldNamed, type Scope } from "./scope.js";

export function checkEffect(
  effect: Effect,
  place: string,
  scope: Scope,
  report: Report,
  bound: readonly string[] = [],
): void {
  if (effect.kind !== "each" && !bound.every((name) => effect.key.includes(name))) {
    report(
      "model-type",
      `${place} writes one entry of ${effect.map} for several values of ${bound.join(", ")}.`,
      "Name every variable of the `each` in the key, and use `exists` in its formula for the others.",
    );
  }
  switch (effect.kind) {
    case "put": {
      const map = checkEntry(effect.map, effect.key, place, scope, report);
      if (map === undefined) return;
      const names = map.fields.map((field) => field.name);
      if (Object.keys(effect.record).sort().join("\n") !== [...names].sort().join("\n")) {
        report("model-type", `${place} puts a record into ${map.name} with other fields.`, fieldHint(names));
      }
      for (const field of map.fields) {
        const value = Object.hasOwn(effect.record, field.name) ? effect.record[field.name] : undefined;
        if (value !== undefined) checkValue(value, field, `${place}, ${map.name}`, scope, report);
      }
      return;
    }
    case "remove":
      checkEntry(effect.map, effect.key, place, scope, report);
      return;
    case "set": {
      const map = checkEntry(effect.map, effect.key, place, scope, report);
      if (map === undefined) return;
      const field = fieldNamed(map, effect.field);
      if (field !== undefined) {
        checkValue(effect.value, field, `${place}, ${map.name}`, scope, report);
        return;
      }
      const names = map.fields.map(({ name }) => name);
      report("model-name", `${place}: ${map.name} has no field ${effect.field}.`, fieldHint(names));
      return;
    }
    case "each": {
      const inside = bindChecked(effect.variables, place, scope, report);
      checkFormula(effect.where, place, inside, report);
      const names = effect.variables.map(({ name }) => name);
      for (const one of effect.effects) checkEffect(one, place, inside, report, [...bound, ...names]);
      return;
    }
    default:
      unreachable(effect);
  }
}

function checkValue(value: Term, field: Field, place: string, scope: Scope, report: Report): void {
  checkTerm(value, place, scope, report);
  if (termFits(value, field.type, scope)) return;
  report(
    "model-type",
    `${place}: a value does not fit the field ${field.name}.`,
    `It is of kind ${field.type.kind}.`,
  );
}

function fieldHint(names: readonly string[]): string {
  return names.length === 0 ? "It has none." : `It has: ${names.join(", ")}.`;
}
