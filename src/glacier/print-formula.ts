import { unreachable } from "#base/unreachable";
import type { Expression, Quantified, Read, UrlPart } from "./formula.js";
import { BINDING, isLogical, isReserved } from "./vocabulary.js";

/**
 * Tree to text, in the one canonical form: the long published spelling, with parentheses only where reading
 * the text back needs them or where the published grammar would group it differently.
 */
export function printFormula(node: Expression): string {
  return print(node, printUrl);
}

/** As `printFormula`, with each url as the given function shows it: a message names the real one. */
export function printWithUrls(node: Expression, url: (read: Read) => string): string {
  return print(node, url);
}

type UrlPrinter = (read: Read) => string;

const PLAIN_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const DOTTED_NAMES = /^[\p{L}_$][\p{L}\p{N}_$.]*$/u;

function print(node: Expression, url: UrlPrinter): string {
  const sub = (child: Expression) => print(child, url);
  switch (node.kind) {
    case "literal":
      return Object.is(node.value, -0) ? "-0" : JSON.stringify(node.value);
    case "unstated":
      return "?";
    case "name":
      return PLAIN_NAME.test(node.name) && !isReserved(node.name) ? node.name : `{${node.name}}`;
    case "list":
      return `[${node.items.map(sub).join(", ")}]`;
    case "message":
      return `${node.part}(${node.of.kind === "this" ? "this" : `${node.of.method} ${url(node.of)}`})`;
    case "previous":
      return `previous(${sub(node.of)})`;
    case "field":
      return wrap(node.of, BINDING.postfix, url) + printField(node.of, node.name);
    case "index":
      return `${wrap(node.of, BINDING.postfix, url)}[${sub(node.index)}]`;
    case "length":
      return `${wrap(node.of, BINDING.postfix, url)}.length`;
    case "negate": {
      const operand = wrap(node.of, BINDING.negate, url);
      // `-1` is a literal, and `-1.length` the length of one.
      return /^[-\d]/.test(operand) ? `-(${sub(node.of)})` : `-${operand}`;
    }
    case "not":
      return `!${wrap(node.of, BINDING.negate, url, node.of.kind === "not")}`;
    case "binary": {
      const power = BINDING[node.operator];
      const left = wrap(
        node.left,
        node.operator === "=>" || power === BINDING["=="] ? power + 1 : power,
        url,
      );
      const mixed =
        isLogical(node.operator) && node.right.kind === "binary" && isLogical(node.right.operator);
      const right = mixed ? `(${sub(node.right)})` : wrap(node.right, power + 1, url);
      return `${left} ${node.operator} ${right}`;
    }
    case "quantified":
      return `${node.quantifier} ${printVariables(node, url)} :- ${sub(node.body)}`;
    default:
      return unreachable(node);
  }
}

function wrap(node: Expression, power: number, url: UrlPrinter, bare = false): string {
  const text = print(node, url);
  return bare || bindingOf(node) >= power ? text : `(${text})`;
}

function bindingOf(node: Expression): number {
  if (node.kind === "binary") return BINDING[node.operator];
  if (node.kind === "not") return BINDING.not;
  if (node.kind === "negate") return BINDING.negate;
  return node.kind === "quantified" ? 0 : BINDING.postfix;
}

/** The published files write `request_body(this){pid}`, but `t.tid`. */
function printField(of: Expression, name: string): string {
  if (!PLAIN_NAME.test(name)) return `[${JSON.stringify(name)}]`;
  if (of.kind === "message" || name === "length" || name === "len") return `{${name}}`;
  return `.${name}`;
}

function printVariables(node: Quantified, url: UrlPrinter): string {
  const groups: { names: string[]; collection: string }[] = [];
  for (const variable of node.variables) {
    const collection = wrap(variable.in, BINDING["+"], url);
    const last = groups.at(-1);
    if (last?.collection === collection) last.names.push(variable.name);
    else groups.push({ names: [variable.name], collection });
  }
  return groups.map(({ names, collection }) => `${names.join(", ")} in ${collection}`).join(", ");
}

function printUrl(read: Read): string {
  return read.url.map((part, index) => printUrlPart(part, read.url[index - 1], read.url[index + 1])).join("");
}

function printUrlPart(part: UrlPart, before: UrlPart | undefined, after: UrlPart | undefined): string {
  if (part.kind === "text") return part.text;
  const text = printFormula(part.of);
  if (part.of.kind === "name" && text.startsWith("{")) return text;
  // In braces any dotted words are names, so `null` needs parentheses there.
  if (DOTTED_NAMES.test(text) && rootOf(part.of).kind !== "name") return `{(${text})}`;
  // A whole segment may be a call without braces, as published: what follows cannot be taken for a suffix.
  const segment =
    before?.kind === "text" && before.text.endsWith("/") && (after === undefined || startsSegment(after));
  return segment && isCallWithField(part.of) ? text : `{${text}}`;
}

function rootOf(node: Expression): Expression {
  return node.kind === "field" || node.kind === "length" ? rootOf(node.of) : node;
}

function startsSegment(part: UrlPart): boolean {
  return part.kind === "text" && part.text.startsWith("/");
}

function isCallWithField(node: Expression): boolean {
  const call = node.kind === "field" && PLAIN_NAME.test(node.name) ? node.of : node;
  return call.kind === "message" && call.of.kind === "this";
}
