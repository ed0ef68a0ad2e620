import type { Expression, Formula, Read } from "./formula.js";
import { printFormula } from "./print-formula.js";
import { patternKey } from "./read-request.js";
import type { Moment } from "./scope.js";
import { childrenOf, freeNames, someNode, urlValues } from "./walk-formula.js";

/** A read that a formula needs, known before anything is sent. */
export interface PlannedRead {
  readonly method: string;
  /** As the formula writes it, in canonical form. */
  readonly url: string;
  /** `METHOD /path/{}`. */
  readonly pattern: string;
  readonly moment: Moment;
  /** Quantified variables that its url depends on: it is made once per choice of them. */
  readonly variables: readonly string[];
  /** Other reads that its url depends on directly. */
  readonly afterReads: boolean;
  /** Its url needs the response of the judged call. */
  readonly afterResponse: boolean;
}

/** Each read once, in the order of the text. What has no variables costs one request each. */
export function planReads(formula: Formula): readonly PlannedRead[] {
  const found = new Map<string, PlannedRead>();
  collect(formula, "now", new Set(), (read) => {
    const key = `${read.moment} ${read.method} ${read.url}`;
    if (!found.has(key)) found.set(key, read);
  });
  return [...found.values()];
}

function collect(
  node: Expression,
  moment: Moment,
  variables: ReadonlySet<string>,
  add: (read: PlannedRead) => void,
): void {
  if (node.kind === "quantified") {
    const inner = new Set(variables);
    for (const variable of node.variables) {
      collect(variable.in, moment, inner, add);
      inner.add(variable.name);
    }
    collect(node.body, moment, inner, add);
    return;
  }
  const at = node.kind === "previous" ? "before" : moment;
  for (const child of childrenOf(node)) collect(child, at, variables, add);
  if (node.kind === "message" && node.of.kind === "read") add(plan(node.of, node, moment, variables));
}

function plan(read: Read, message: Expression, moment: Moment, variables: ReadonlySet<string>): PlannedRead {
  const values = urlValues(read);
  const text = printFormula(message);
  const path = read.url.map((part) => (part.kind === "text" ? part.text : "{}")).join("");
  return {
    method: read.method,
    url: text.slice(text.indexOf("(") + read.method.length + 2, -1),
    pattern: patternKey(read.method, path.split("?")[0] ?? ""),
    moment,
    variables: [...freeNames(message)].filter((name) => variables.has(name)),
    afterReads: values.some((value) =>
      someNode(value, (node) => node.kind === "message" && node.of.kind === "read"),
    ),
    afterResponse: values.some((value) =>
      someNode(
        value,
        (node) => node.kind === "message" && node.of.kind === "this" && node.part.startsWith("response"),
      ),
    ),
  };
}
