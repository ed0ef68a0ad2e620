import { unreachable } from "#base/unreachable";
import type { Comparison } from "#model/formula";
import { digitsOf, fieldValue, isDefined, type MapLayout, pack, unpack } from "./layout.js";
import type {
  LowAction,
  LowBound,
  LowEffect,
  LowFormula,
  LowModel,
  LowTerm,
  LowWrite,
} from "./lower-model.js";
import { orderParameters } from "./order-parameters.js";
import type { Stepper } from "./stepper.js";

/** What closures read: the digits of the state and the values of the variables. */
interface Frame {
  readonly digits: Int32Array;
  readonly next: Int32Array;
  readonly variables: Int32Array;
}

type Test = (frame: Frame) => boolean;
type Value = (frame: Frame) => number;
/** False where the effect would store what its field cannot hold. */
type Write = (frame: Frame) => boolean;

/** `checkModel` allows fewer. */
const MOST_VARIABLES = 64;

/** Runs a model by closures: slower than generated code by ten, but plain to read, and it needs no `eval`. */
export function interpretModel(low: LowModel): Stepper {
  const { layout } = low;
  const frame: Frame = {
    digits: new Int32Array(layout.cells.length),
    next: new Int32Array(layout.cells.length),
    variables: new Int32Array(MOST_VARIABLES),
  };
  const closures = closuresFor(layout.maps);
  const actions = low.actions.map((action) => ({
    action,
    calls: Int32Array.from(callsInOrder(action)),
    guard: closures.test(action.guard),
    effects: action.effects.map(closures.run),
  }));
  const invariants = low.invariants.map(closures.test);

  return {
    successors(states, at, out) {
      unpack(layout, states, at, frame.digits);
      let size = 0;
      for (const { action, calls, guard, effects } of actions) {
        for (const number of calls) {
          setArguments(action, number, frame.variables);
          if (!guard(frame)) continue;
          frame.next.set(frame.digits);
          if (!effects.every((write) => write(frame))) continue;
          out[size] = action.firstCall + number;
          pack(layout, frame.next, out, size + 1);
          size += 1 + layout.words.length;
        }
      }
      return size / (1 + layout.words.length);
    },
    brokenInvariant(states, at) {
      unpack(layout, states, at, frame.digits);
      return invariants.findIndex((holds) => !holds(frame));
    },
  };
}

/** The numbers of an action's calls, in the order in which generated code tries them. */
function* callsInOrder(action: LowAction): Generator<number> {
  const parameters = orderParameters(action).order.flatMap((index) => action.parameters[index] ?? []);
  const counts = parameters.map(({ count }) => count);
  for (let turn = 0; turn < action.callCount; turn++) {
    const digits = digitsOf(turn, counts);
    yield parameters.reduce((call, { stride }, index) => call + (digits[index] ?? 0) * stride, 0);
  }
}

/** The arguments of the action's call of this number, counted from its first. */
export function setArguments(action: LowAction, number: number, into: Int32Array): void {
  for (let index = 0; index < action.parameters.length; index++) {
    const parameter = action.parameters[index];
    if (parameter === undefined) continue;
    into[index] = parameter.base + (Math.trunc(number / parameter.stride) % parameter.count);
  }
}

function closuresFor(maps: readonly MapLayout[]): {
  test: (formula: LowFormula) => Test;
  run: (effect: LowEffect) => Write;
} {
  return { test, run };

  function mapAt(index: number): MapLayout {
    const map = maps[index];
    if (map === undefined) throw new Error(`no map ${index}: the model was not checked`);
    return map;
  }

  function cell(map: MapLayout, key: readonly number[]): Value {
    return ({ variables }) =>
      key.reduce(
        (sum, variable, index) => sum + (variables[variable] ?? 0) * (map.keyStrides[index] ?? 0),
        map.firstCell,
      );
  }

  function test(formula: LowFormula): Test {
    switch (formula.kind) {
      case "truth":
        return () => formula.value;
      case "present": {
        const at = cell(mapAt(formula.map), formula.key);
        return (frame) => frame.digits[at(frame)] !== 0;
      }
      case "compare": {
        const [left, right] = [value(formula.left), value(formula.right)];
        return (frame) => compareValues(formula.operator, left(frame), right(frame));
      }
      case "member":
        return ({ variables }) =>
          (((variables[formula.subset] ?? 0) >> (variables[formula.slot] ?? 0)) & 1) === 1;
      case "and": {
        const parts = formula.parts.map(test);
        return (frame) => parts.every((part) => part(frame));
      }
      case "or": {
        const parts = formula.parts.map(test);
        return (frame) => parts.some((part) => part(frame));
      }
      case "not": {
        const part = test(formula.part);
        return (frame) => !part(frame);
      }
      case "forall": {
        const where = test(formula.where);
        return (frame) => !someAssignment(formula.bound, frame, (inside) => !where(inside));
      }
      case "exists": {
        const where = test(formula.where);
        return (frame) => someAssignment(formula.bound, frame, where);
      }
      default:
        return unreachable(formula);
    }
  }

  function value(term: LowTerm): Value {
    switch (term.kind) {
      case "constant":
        return () => term.value;
      case "variable":
        return ({ variables }) => variables[term.variable] ?? 0;
      case "field": {
        const map = mapAt(term.map);
        const at = cell(map, term.key);
        const field = map.fields[term.field];
        if (field === undefined) throw new Error(`no field ${term.field}: the model was not checked`);
        return (frame) => fieldValue(field, frame.digits[at(frame)] ?? 0);
      }
      case "count": {
        const where = test(term.where);
        return (frame) => {
          let count = 0;
          someAssignment(term.bound, frame, (inside) => {
            if (where(inside)) count++;
            return false;
          });
          return count;
        };
      }
      case "plus": {
        const [left, right] = [value(term.left), value(term.right)];
        return (frame) => left(frame) + right(frame);
      }
      default:
        return unreachable(term);
    }
  }

  function run({ bound, where, write: effect }: LowEffect): Write {
    const applies = test(where);
    const written = write(effect);
    return (frame) => !someAssignment(bound, frame, (inside) => applies(inside) && !written(inside));
  }

  function write(effect: LowWrite): Write {
    switch (effect.kind) {
      case "put": {
        const map = mapAt(effect.map);
        const at = cell(map, effect.key);
        const values = effect.values.map(value);
        return (frame) => {
          let digit = 1;
          for (const [index, field] of map.fields.entries()) {
            const code = (values[index]?.(frame) ?? 0) - field.base;
            if (code < 0 || code >= field.count) return false;
            digit += code * field.stride;
          }
          frame.next[at(frame)] = digit;
          return true;
        };
      }
      case "remove": {
        const at = cell(mapAt(effect.map), effect.key);
        return (frame) => {
          frame.next[at(frame)] = 0;
          return true;
        };
      }
      case "set": {
        const map = mapAt(effect.map);
        const at = cell(map, effect.key);
        const field = map.fields[effect.field];
        const wanted = value(effect.value);
        if (field === undefined) throw new Error(`no field ${effect.field}: the model was not checked`);
        return (frame) => {
          const digit = frame.next[at(frame)] ?? 0;
          if (digit === 0) return true;
          const code = wanted(frame) - field.base;
          if (code < 0 || code >= field.count) return false;
          frame.next[at(frame)] = digit + (code + field.base - fieldValue(field, digit)) * field.stride;
          return true;
        };
      }
      default:
        return unreachable(effect);
    }
  }
}

/** Whether some assignment of slots to the variables passes the test; tries them in order. */
function someAssignment(bound: readonly LowBound[], frame: Frame, test: Test, from = 0): boolean {
  const variable = bound[from];
  if (variable === undefined) return test(frame);
  for (let slot = 0; slot < variable.slots; slot++) {
    frame.variables[variable.variable] = slot;
    if (someAssignment(bound, frame, test, from + 1)) return true;
  }
  return false;
}

/** A comparison in which something undefined takes part is false. */
export function compareValues(operator: Comparison, left: number, right: number): boolean {
  if (!isDefined(left) || !isDefined(right)) return false;
  switch (operator) {
    case "=":
      return left === right;
    case "!=":
      return left !== right;
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
    default:
      return unreachable(operator);
  }
}
