import type { FieldType } from "#model/model";
import { tlaString } from "#model/print-tla-formula";
import { type TlaNames, tlaNames } from "#model/tla-names";
import type { Graph } from "./graph.js";
import { fieldValue, NONE, unpack } from "./layout.js";

/** A state as TLC prints it, in the form of `normaliseTlaState`. */
export function tlaStateText(graph: Graph): (state: number) => string {
  const { model, low, readState } = graph;
  const names = tlaNames(model);
  const words = new Int32Array(low.layout.words.length);
  const digits = new Int32Array(low.layout.cells.length);
  return (state) => {
    readState(state, words, 0);
    unpack(low.layout, words, 0, digits);
    const maps = model.maps.map((map, index) => {
      const layout = low.layout.maps[index];
      if (layout === undefined) return "";
      const entries = Array.from({ length: layout.cellCount }, (_, offset) => {
        const cell = layout.firstCell + offset;
        const slots = (low.layout.cells[cell]?.key ?? []).map((slot, place) =>
          names.slot(map.keys[place] ?? "", slot),
        );
        const key = slots.length === 1 ? slots[0] : `<<${slots.join(", ")}>>`;
        const fields = map.fields.map(({ name, type }, place) => {
          const field = layout.fields[place];
          const value = field === undefined ? 0 : fieldValue(field, digits[cell] ?? 0);
          return `${names.field(name)} |-> ${printValue(type, value, names)}`;
        });
        const record = fields.length === 0 ? "Present" : `[${fields.join(", ")}]`;
        return `${key} :> ${digits[cell] === 0 ? "Absent" : record}`;
      });
      return `/\\ ${names.map(map.name)} = (${entries.join(" @@ ")})`;
    });
    return normaliseTlaState(maps.join("\n"));
  };
}

function printValue(type: FieldType, value: number, names: TlaNames): string {
  switch (type.kind) {
    case "slot":
      return value === NONE ? "None" : names.slot(type.sort, value);
    case "integer":
      return String(value);
    case "flag":
      return value === 1 ? "TRUE" : "FALSE";
    case "choice":
      return tlaString(type.options[value] ?? "");
  }
}

/** TLC orders variables, entries and fields as it likes, breaks long lines, and writes no `/\\` where there is one variable. */
export function normaliseTlaState(text: string): string {
  return text
    .replace(/\s+/g, "")
    .split("/\\")
    .map((conjunct) => conjunct.replace(/\[([^\]]*)\]/g, (_, fields: string) => `[${sortedBy(",", fields)}]`))
    .map((conjunct) => conjunct.replace(/\((.*)\)$/, (_, entries: string) => `(${sortedBy("@@", entries)})`))
    .filter((conjunct) => conjunct !== "")
    .sort()
    .join("/\\");
}

function sortedBy(separator: string, text: string): string {
  return text.split(separator).sort().join(separator);
}
