import fc from "fast-check";
import type { Expression } from "#glacier/formula";
import { printFormula } from "#glacier/print-formula";

type Choose = (options: number) => number;

/** The same formula, as other people might write it: every change keeps what it says. */
export function respell(node: Expression, choose: Choose): Expression {
  const again = (child: Expression) => respell(child, choose);
  const not = (of: Expression): Expression => ({ kind: "not", of, span: of.span });
  switch (node.kind) {
    case "not":
      return not(again(node.of));
    case "binary": {
      const sides = { left: again(node.left), right: again(node.right) };
      const plain: Expression = { ...node, ...sides };
      const swapped = { ...plain, left: sides.right, right: sides.left };
      switch (node.operator) {
        case "==":
          return [plain, swapped, not({ ...plain, operator: "!=" })][choose(3)] ?? plain;
        case "!=":
          return [plain, swapped, not({ ...plain, operator: "==" })][choose(3)] ?? plain;
        case "<=":
          return [plain, { ...swapped, operator: ">=" as const }][choose(2)] ?? plain;
        case "<":
          return [plain, { ...swapped, operator: ">" as const }][choose(2)] ?? plain;
        case "&&":
          return [plain, swapped][choose(2)] ?? plain;
        case "||": {
          const implies: Expression = { ...plain, operator: "=>", left: not(sides.left) };
          const morgan = not({ ...plain, operator: "&&", left: not(sides.left), right: not(sides.right) });
          return [plain, swapped, implies, morgan][choose(4)] ?? plain;
        }
        default:
          return plain;
      }
    }
    case "quantified": {
      const opposite = node.quantifier === "for" ? "exists" : "for";
      const plain: Expression = {
        ...node,
        variables: node.variables.map((variable) => ({ ...variable, in: again(variable.in) })),
        body: again(node.body),
      };
      const turned = not({ ...plain, quantifier: opposite, body: not(plain.body) });
      return [plain, turned][choose(2)] ?? plain;
    }
    default:
      return node;
  }
}

/** The published grammar's words or the paper's. */
export function shortSpelling(text: string): string {
  return text
    .replaceAll("response_", "res_")
    .replaceAll("request_body(this)", "req_body(@)")
    .replaceAll("previous(", "prev(")
    .replaceAll(".length", ".len")
    .replaceAll(" == ", " = ")
    .replaceAll(" <= ", " ≤ ")
    .replaceAll(" != ", " ≠ ");
}

/** Renames the variables of a printed formula, which are single letters before `in` or a comma. */
export function renameVariables(text: string): string {
  const names = [...text.matchAll(/\b(?:for|exists) ((?:\w+, )*\w+) in /g)].flatMap(
    (match) => match[1]?.split(", ") ?? [],
  );
  return names.reduce(
    (renamed, name) =>
      renamed.replace(new RegExp(`(?<![\\w.{/])${name}(?!\\w)|(?<=/\\{)${name}(?=[.}])`, "g"), `${name}_1`),
    text,
  );
}

/** A formula in one of its many spellings. */
export function spellingOf(formula: Expression): fc.Arbitrary<string> {
  return fc
    .record({ choices: fc.array(fc.nat(11), { minLength: 40, maxLength: 40 }), short: fc.boolean() })
    .map(({ choices, short }) => {
      let next = 0;
      const text = printFormula(
        respell(formula, (options) => (choices[next++ % choices.length] ?? 0) % options),
      );
      return short ? shortSpelling(text) : text;
    });
}
