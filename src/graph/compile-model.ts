import { emitEffects } from "./emit-effects.js";
import {
  type CellAccess,
  conjunction,
  type Environment,
  FormulaEmitter,
  type NumberCode,
} from "./emit-formula.js";
import { expandedSize } from "./expanded-size.js";
import { interpretModel } from "./interpret-model.js";
import { fieldValue, type Layout } from "./layout.js";
import type { LowAction, LowModel } from "./lower-model.js";
import { orderParameters, type ParameterOrder } from "./order-parameters.js";
import type { Stepper } from "./stepper.js";

/** V8 does not optimise functions above 60 KB of bytecode; a call costs some fifty bytes. */
const MOST_UNROLLED_CALLS = 1_000;
/** Above this the text alone takes seconds to parse, and closures are the better bargain. */
const MOST_EXPANDED_NODES = 300_000;

/**
 * A model as generated JavaScript: digits in local variables, loops over slots unrolled, guards tested as soon as
 * their parameters are known. The text is made of numbers and of names chosen here; nothing that a document says
 * can reach it, because lowering has replaced every name by a number.
 *
 * Where code generation is forbidden (`--disallow-code-generation-from-strings`) closures do the same, slower.
 */
export function compileModel(low: LowModel, mostUnrolledCalls = MOST_UNROLLED_CALLS): Stepper {
  if (expandedSize(low, mostUnrolledCalls) > MOST_EXPANDED_NODES) return interpretModel(low);
  const { source, tables } = low.calls <= mostUnrolledCalls ? emitUnrolled(low) : emitLoops(low);
  try {
    const build: (tables: readonly Int32Array[]) => Stepper = new Function("T", source) as never;
    return build(tables);
  } catch (error) {
    if (error instanceof EvalError) return interpretModel(low);
    throw error;
  }
}

interface Emitted {
  readonly source: string;
  readonly tables: readonly Int32Array[];
}

/** Every call has its own piece of code, and every digit its own variable. */
function emitUnrolled({ layout, actions, invariants }: LowModel): Emitted {
  const stride = layout.words.length + 1;
  const { tables, tableOf } = decodeTables(layout);
  const needed = new Map<string, string>();
  const access: CellAccess = {
    digit: (cell) => `d${cell}`,
    fieldOf: (map, field, cell) => {
      const table = tableOf(map, field);
      needed.set(`f${table}_${cell}`, `T[${table}][d${cell}]`);
      return `f${table}_${cell}`;
    },
  };
  const emitter = new FormulaEmitter(layout, access);

  const leaf = (action: LowAction, env: Environment, call: NumberCode): string => {
    const written = new Set<NumberCode>();
    const body = emitEffects(action.effects, env, emitter, {
      current: (cell) => {
        written.add(cell);
        return `n${cell}`;
      },
      write: (cell, digit) => {
        written.add(cell);
        return `n${cell}=${digit};`;
      },
    });
    const cells = [...written];
    const words = layout.words.map((_, word) => {
      const parts = cells.filter((cell) => layout.cells[Number(cell)]?.word === word);
      const sum = parts.map((cell) => `+(n${cell}-d${cell})*${layout.cells[Number(cell)]?.weight ?? 0}`);
      return `o[n+${word + 1}]=s${word}${sum.join("")};`;
    });
    const start = cells.length === 0 ? "" : `let ${cells.map((cell) => `n${cell}=d${cell}`).join(",")};`;
    return `out:{${start}${body}o[n]=${call};${words.join("")}n+=${stride};}`;
  };
  const calls = actions
    .map((action) => unrollNest(action, orderParameters(action), emitter, leaf))
    .join("\n");
  const callFields = declarations(needed);
  needed.clear();
  const broken = invariants
    .map((formula, index) => `if(!(${emitter.truth(formula, [])}))return ${index};`)
    .join("\n");

  const words = layout.words.map((_, word) => `const s${word}=s[a+${word}];`).join("");
  const digits = layout.cells
    .map(({ word, weight, radix }, cell) => `const d${cell}=(s${word}/${weight}|0)%${radix};`)
    .join("");
  const source = `return {successors(s,a,o){${words}${digits}${callFields}let n=0;
${calls}
return n/${stride};},
brokenInvariant(s,a){${words}${digits}${declarations(needed)}
${broken}
return -1;}};`;
  return { source, tables };
}

function declarations(needed: ReadonlyMap<string, string>): string {
  return [...needed].map(([name, code]) => `const ${name}=${code};`).join("");
}

function unrollNest(
  action: LowAction,
  { order, conjuncts }: ParameterOrder,
  emitter: FormulaEmitter,
  leaf: (action: LowAction, env: Environment, call: NumberCode) => string,
): string {
  return nest(0, [], action.firstCall);

  function nest(level: number, env: Environment, call: number): string {
    const guard = conjunction((conjuncts[level] ?? []).map((formula) => emitter.truth(formula, env)));
    if (guard === false) return "";
    const inner = level === order.length ? leaf(action, env, call) : nextLevel(level, env, call);
    return guard === true || inner === "" ? inner : `if(${guard}){${inner}}`;
  }

  function nextLevel(level: number, env: Environment, call: number): string {
    const index = order[level] ?? 0;
    const parameter = action.parameters[index];
    if (parameter === undefined)
      throw new Error(`no parameter ${index}: the order was made for another action`);
    return Array.from({ length: parameter.count }, (_, number) => {
      const inside = [...env];
      inside[index] = parameter.base + number;
      return nest(level + 1, inside, call + number * parameter.stride);
    }).join("");
  }
}

/** For many calls: digits in arrays, and one loop per parameter. */
function emitLoops({ layout, actions, invariants }: LowModel): Emitted {
  const stride = layout.words.length + 1;
  const { tables, tableOf } = decodeTables(layout);
  const emitter = new FormulaEmitter(layout, {
    digit: (cell) => `D[${cell}]`,
    fieldOf: (map, field, cell) => `T[${tableOf(map, field)}][D[${cell}]]`,
  });
  const cellTables = [
    Int32Array.from(layout.cells, ({ word }) => word),
    Int32Array.from(layout.cells, ({ weight }) => weight),
    Int32Array.from(layout.cells, ({ radix }) => radix),
  ];
  const nests = actions
    .map((action) => loopNest(action, orderParameters(action), emitter, stride))
    .join("\n");
  const broken = invariants
    .map((formula, index) => `if(!(${emitter.truth(formula, [])}))return ${index};`)
    .join("\n");
  const count = layout.cells.length;
  const decode = `for(let i=0;i<${count};i++)D[i]=(s[a+W[i]]/X[i]|0)%R[i];`;
  const source = `const W=T[${tables.length}],X=T[${tables.length + 1}],R=T[${tables.length + 2}];
const D=new Int32Array(${count}),N=new Int32Array(${count}),C=[];
return {successors(s,a,o){${decode}N.set(D);let n=0,t=0;
${nests}
return n/${stride};},
brokenInvariant(s,a){${decode}
${broken}
return -1;}};`;
  return { source, tables: [...tables, ...cellTables] };
}

function loopNest(
  action: LowAction,
  { order, conjuncts }: ParameterOrder,
  emitter: FormulaEmitter,
  stride: number,
): string {
  const env = action.parameters.map((_, index) => `p${index}`);
  const call = action.parameters.map(
    (parameter, index) => `+(p${index}-(${parameter.base}))*${parameter.stride}`,
  );
  return nest(0);

  function nest(level: number): string {
    const guard = conjunction((conjuncts[level] ?? []).map((formula) => emitter.truth(formula, env)));
    if (guard === false) return "";
    const inner = level === order.length ? leaf() : loop(level);
    return guard === true ? inner : `if(${guard}){${inner}}`;
  }

  function loop(level: number): string {
    const index = order[level] ?? 0;
    const { base, count } = action.parameters[index] ?? { base: 0, count: 0 };
    return `for(let p${index}=${base};p${index}<${base + count};p${index}++){${nest(level + 1)}}`;
  }

  /** Digits are written to N, and what was written is taken back from D, also where the call is not enabled. */
  function leaf(): string {
    const copies = Array.from({ length: stride - 1 }, (_, word) => `o[n+${word + 1}]=s[a+${word}];`).join("");
    const body = emitEffects(action.effects, env, emitter, {
      current: (cell) => `N[${cell}]`,
      write: (cell, digit) =>
        `{const c=${cell},v=${digit};if(N[c]===D[c])C[t++]=c;o[n+1+W[c]]+=(v-N[c])*X[c];N[c]=v;}`,
    });
    return `out:{${copies}${body}o[n]=${action.firstCall}${call.join("")};n+=${stride};}
while(t>0){const c=C[--t];N[c]=D[c];}`;
  }
}

/** What a field's value is for each digit, per map and field. */
function decodeTables(layout: Layout): {
  tables: readonly Int32Array[];
  tableOf: (map: number, field: number) => number;
} {
  const starts: number[] = [];
  const tables: Int32Array[] = [];
  for (const { fields, radix } of layout.maps) {
    starts.push(tables.length);
    for (const field of fields) {
      tables.push(Int32Array.from({ length: radix }, (_, digit) => fieldValue(field, digit)));
    }
  }
  return { tables, tableOf: (map, field) => (starts[map] ?? 0) + field };
}
