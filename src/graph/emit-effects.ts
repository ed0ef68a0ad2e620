import { unreachable } from "#base/unreachable";
import { assignments, type Environment, type FormulaEmitter, type NumberCode } from "./emit-formula.js";
import type { LowEffect, LowWrite } from "./lower-model.js";

/** How generated code keeps the digits that a call has written so far. */
export interface DigitWriter {
  /** The digit that the effects so far leave in a cell. */
  current(cell: NumberCode): string;
  write(cell: NumberCode, digit: NumberCode): string;
}

/** Statements that run effects; `break out` where a value does not fit its field. */
export function emitEffects(
  effects: readonly LowEffect[],
  env: Environment,
  emitter: FormulaEmitter,
  writer: DigitWriter,
): string {
  return effects
    .flatMap(({ bound, where, write }) =>
      assignments(bound, env).map((inside) => {
        const condition = emitter.truth(where, inside);
        if (condition === false) return "";
        const body = emitWrite(write, inside, emitter, writer);
        return condition === true ? body : `if(${condition}){${body}}`;
      }),
    )
    .join("");
}

function emitWrite(effect: LowWrite, env: Environment, emitter: FormulaEmitter, writer: DigitWriter): string {
  switch (effect.kind) {
    case "remove":
      return writer.write(emitter.cell(effect.map, effect.key, env), 0);
    case "put": {
      const tests: string[] = [];
      let known = 1;
      const rest: string[] = [];
      for (const [index, field] of emitter.map(effect.map).fields.entries()) {
        const term = effect.values[index];
        const value = term === undefined ? 0 : emitter.number(term, env);
        tests.push(leaveUnlessFits(value, field.base, field.count));
        if (typeof value === "number") known += (value - field.base) * field.stride;
        else rest.push(`(${value}-(${field.base}))*${field.stride}`);
      }
      const digit = rest.length === 0 ? known : `${known}+${rest.join("+")}`;
      return tests.join("") + writer.write(emitter.cell(effect.map, effect.key, env), digit);
    }
    case "set": {
      const cell = emitter.cell(effect.map, effect.key, env);
      const field = emitter.map(effect.map).fields[effect.field];
      if (field === undefined) throw new Error(`no field ${effect.field}: the model was not checked`);
      const value = emitter.number(effect.value, env);
      const old = writer.current(cell);
      const code = `(${old}-1)/${field.stride}%${field.count}|0`;
      const digit = `${old}+(${value}-(${field.base})-(${code}))*${field.stride}`;
      const fits = leaveUnlessFits(value, field.base, field.count);
      return `if(${old}!==0){${fits}${writer.write(cell, digit)}}`;
    }
    default:
      return unreachable(effect);
  }
}

function leaveUnlessFits(value: NumberCode, base: number, count: number): string {
  const last = base + count - 1;
  if (typeof value === "number") return value >= base && value <= last ? "" : "break out;";
  return `if(${value}<${base}||${value}>${last})break out;`;
}
