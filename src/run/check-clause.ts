import { property } from "#base/json";
import { appendToPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { type Check, type CheckLook, type Condition, isDerived, type Operand } from "#calls/check";
import { ACCEPTED, answers, either, inAnswer, REFUSED } from "#calls/checks";
import { type Reference, type Template, value } from "#calls/template";
import type { Binary, Expression, Message, Name, Quantified, Read } from "#glacier/formula";
import { patternKey } from "#glacier/read-request";
import { pathSegments } from "#semantics/path-template";
import { type BoundItem, boundItems, type Witness } from "./bound-items.js";
import { atMost, negated } from "./negated-condition.js";

/**
 * A clause as a check: the formula's reads as looks, its comparisons as conditions. Only the forms that a check can
 * say, which are most of those that the catalogue writes; a clause with any other has none.
 */
export function checkOfClause(
  formula: Expression,
  call: Call,
  operations: ReadonlyMap<string, { readonly key: string; readonly path: string }>,
  witness?: Witness,
): Check | undefined {
  const compile = (bound: ReadonlyMap<string, BoundItem>): Check | undefined => {
    const compiler = new ClauseCompiler(call, operations, bound);
    const expect = compiler.condition(formula);
    return expect && { looks: compiler.looks, expect };
  };
  return compile(new Map()) ?? (witness && compile(boundItems(formula, witness, operations)));
}

/** A call that should not have been accepted at all need not keep what it would ensure. */
export function orRefused(check: Check | undefined, call: string): Check | undefined {
  if (check === undefined) return undefined;
  return { ...check, expect: either(answers(call, REFUSED), check.expect) };
}

/** What is said of refusals binds no call that is accepted. */
export function orAccepted(check: Check, call: string): Check {
  return { ...check, expect: either(answers(call, ACCEPTED), check.expect) };
}

type Moment = "now" | "before";

class ClauseCompiler {
  readonly #looks = new Map<string, CheckLook>();
  /** The variable of the quantifier that is being said. */
  #each: string | undefined;

  constructor(
    private readonly call: Call,
    private readonly operations: ReadonlyMap<string, { readonly key: string; readonly path: string }>,
    /** Variables of which it is said for one thing each. */
    private readonly bound: ReadonlyMap<string, BoundItem>,
  ) {}

  get looks(): readonly CheckLook[] {
    return [...this.#looks.values()];
  }

  condition(node: Expression): Condition | undefined {
    if (node.kind === "quantified") return this.#quantified(node);
    if (node.kind === "not") return negated(this.condition(node.of));
    if (node.kind !== "binary") return undefined;
    const { operator } = node;
    if (operator !== "&&" && operator !== "||" && operator !== "=>") return this.#comparison(node);
    const [left, right] = [this.condition(node.left), this.condition(node.right)];
    const first = operator === "=>" ? negated(left) : left;
    if (first === undefined || right === undefined) return undefined;
    return { kind: operator === "&&" ? "all" : "any", of: [first, right] };
  }

  #comparison({ operator, left, right }: Binary): Condition | undefined {
    const status = left.kind === "message" && left.part === "response_code" ? left : undefined;
    if (status !== undefined) {
      const answered = this.#answering(status, "now");
      return operator === "==" && right.kind === "literal" && answered !== undefined
        ? answers(answered, String(right.value))
        : undefined;
    }
    const [a, b] = [this.#operand(left, "now"), this.#operand(right, "now")];
    if (a === undefined || b === undefined) return undefined;
    if (operator === "is part of") return { kind: "part", part: a, whole: b };
    if (operator === "<=" || operator === "<") return atMost(a, b, operator === "<");
    if (operator === ">=" || operator === ">") return atMost(b, a, operator === ">");
    if (operator !== "==" && operator !== "!=") return undefined;
    const not = operator === "!=" ? ({ not: true } as const) : {};
    // Path parameters are text, whatever the body says.
    return { kind: "equal", left: a, right: b, ...not, ...(mayBeText(left, right) ? { as: "text" } : {}) };
  }

  /** `exists x in list :- x.id == id`, `for x in list :- x.id != id`, `for x in previous(list) :- x in list`. */
  #quantified({ quantifier, variables, body }: Quantified): Condition | undefined {
    if (quantifier === "for" && variables.every(({ name }) => this.bound.has(name)))
      return this.condition(body);
    const [variable, ...others] = variables;
    if (variable === undefined || others.length > 0) return undefined;
    const list = this.#operand(variable.in, "now");
    if (list?.kind !== "reference") return undefined;
    const { name } = variable;
    return this.#ofItem(quantifier, name, list, body) ?? this.#ofEach(quantifier, name, list, body);
  }

  /** What is said of each item by itself. */
  #ofEach(
    quantifier: Quantified["quantifier"],
    name: string,
    list: Reference,
    body: Expression,
  ): Condition | undefined {
    if (this.#each !== undefined) return undefined;
    this.#each = name;
    const that = this.condition(body);
    this.#each = undefined;
    return that && { kind: quantifier === "exists" ? "some" : "every", list, that };
  }

  #ofItem(
    quantifier: Quantified["quantifier"],
    name: string,
    list: Reference,
    body: Expression,
  ): Condition | undefined {
    if (quantifier === "exists") {
      const [first, rest] =
        body.kind === "binary" && body.operator === "&&" ? [body.left, body.right] : [body];
      const item = this.#itemWhere(first, "==", name, list);
      if (item === undefined) return undefined;
      const present: Condition = { kind: "present", at: item };
      if (rest === undefined) return present;
      const isPart = rest.kind === "binary" && rest.operator === "is part of" && isVariable(rest.left, name);
      const whole = isPart ? this.#operand(rest.right, "now") : undefined;
      return whole === undefined
        ? undefined
        : { kind: "all", of: [present, { kind: "part", part: item, whole }] };
    }
    const gone = this.#itemWhere(body, "!=", name, list);
    if (gone !== undefined) return { kind: "present", at: gone, not: true };
    const [except, kept] =
      body.kind === "binary" && body.operator === "||" ? [body.left, body.right] : [undefined, body];
    if (kept.kind !== "binary" || kept.operator !== "in" || !isVariable(kept.left, name)) return undefined;
    const whole = this.#operand(kept.right, "now");
    if (whole?.kind !== "reference") return undefined;
    if (except === undefined) return { kind: "within", items: list, list: whole };
    const left = this.#itemWhere(except, "==", name, list);
    if (left?.kind !== "item") return undefined;
    const [field = ""] = left.fields;
    return { kind: "within", items: list, list: whole, except: { field, id: left.id } };
  }

  #itemWhere(node: Expression, operator: "==" | "!=", name: string, list: Reference): Operand | undefined {
    if (node.kind !== "binary" || node.operator !== operator || node.left.kind !== "field") return undefined;
    if (!isVariable(node.left.of, name)) return undefined;
    const id = this.#operand(node.right, "now");
    if (id === undefined || isDerived(id)) return undefined;
    return { kind: "item", list, id, fields: [node.left.name], pointer: "" };
  }

  #operand(node: Expression, moment: Moment): Operand | undefined {
    switch (node.kind) {
      case "literal":
        return value(node.value);
      case "name":
        return this.#name(node);
      case "message":
        return this.#message(node, moment);
      case "previous":
        return this.#operand(node.of, "before");
      case "field":
        return memberOf(this.#operand(node.of, moment), node.name);
      case "length": {
        const list = this.#operand(node.of, moment);
        return list?.kind === "reference" ? { kind: "count", list, plus: 0 } : undefined;
      }
      case "negate": {
        const of = this.#operand(node.of, moment);
        return of && { kind: "sum", of: [], less: [of] };
      }
      case "binary":
        return this.#sum(node, moment);
      default:
        return undefined;
    }
  }

  #sum({ operator, left, right }: Binary, moment: Moment): Operand | undefined {
    const [a, b] = [this.#operand(left, moment), this.#operand(right, moment)];
    if (a === undefined || b === undefined || (operator !== "+" && operator !== "-")) return undefined;
    const step = b.kind === "value" ? b.value : undefined;
    if (a.kind === "count" && typeof step === "number")
      return { ...a, plus: a.plus + (operator === "+" ? step : -step) };
    return operator === "+" ? { kind: "sum", of: [a, b], less: [] } : { kind: "sum", of: [a], less: [b] };
  }

  /** As the language reads a bare name: a path parameter, else a field that is sent, else one that is answered. */
  #name({ name }: Name): Operand | undefined {
    if (name === this.#each) return { kind: "each", pointer: "" };
    const item = this.bound.get(name);
    if (item !== undefined) return this.#boundTo(item);
    if (Object.hasOwn(this.call.path, name)) return this.call.path[name] ?? value(null);
    return memberOf(this.call.body?.content, name) ?? inAnswer(this.call.id, appendToPointer("", name));
  }

  #boundTo({ in: collection, id, field }: BoundItem): Operand | undefined {
    const list = this.#operand(collection, "now");
    if (list?.kind !== "reference") return undefined;
    return { kind: "item", list, id, fields: [field], pointer: "" };
  }

  /** A value of a path. What a thing is called is known without a look at it. */
  #inPath(node: Expression): Operand | undefined {
    const item = node.kind === "field" && node.of.kind === "name" ? this.bound.get(node.of.name) : undefined;
    return item === undefined || node.kind !== "field"
      ? this.#operand(node, "now")
      : item.members.get(node.name);
  }

  #message(node: Message, moment: Moment): Operand | undefined {
    if (node.part === "response_body") {
      const answered = this.#answering(node, moment);
      return answered === undefined ? undefined : inAnswer(answered, "");
    }
    if (node.of.kind !== "this") return undefined;
    if (node.part === "request_body") return this.call.body?.content;
    return node.part === "path_param" ? { kind: "object", members: this.call.path } : undefined;
  }

  /** The id of the call whose answer a message is about. */
  #answering({ of }: Message, moment: Moment): string | undefined {
    if (of.kind === "this") return moment === "now" ? this.call.id : undefined;
    const call = this.#lookFor(of, moment);
    if (call === undefined) return undefined;
    this.#looks.set(call.id, moment === "now" ? { call } : { call, before: this.call.id });
    return call.id;
  }

  #lookFor({ method, url }: Read, moment: Moment): Call | undefined {
    const text = url.map((part) => (part.kind === "text" ? part.text : "{}")).join("");
    const operation = this.operations.get(patternKey(method, text));
    // What is asked for in a query would have to be taken apart.
    if (operation === undefined || text.includes("?")) return undefined;
    const values = url.flatMap((part) => (part.kind === "value" ? [this.#inPath(part.of)] : []));
    const names = pathSegments(operation.path).flatMap(({ parameter }) => parameter ?? []);
    const path = names.map((name, index) => [name, values[index]] as const);
    const isComplete = path.every(([, one]) => one !== undefined && !isDerived(one));
    if (!isComplete) return undefined;
    const members = Object.fromEntries(path) as Readonly<Record<string, Template>>;
    const name = `${moment === "now" ? "look" : "look before"} ${operation.key}`;
    // The same read of two things is two looks.
    for (let turn = 1; ; turn++) {
      const id = turn === 1 ? name : `${name} ${turn}`;
      const known = this.#looks.get(id)?.call;
      if (known === undefined || JSON.stringify(known.path) === JSON.stringify(members))
        return { id, operation: operation.key, path: members, query: {}, header: {}, cookie: {} };
    }
  }
}

function isVariable(node: Expression, name: string): boolean {
  return node.kind === "name" && node.name === name;
}

function memberOf(operand: Operand | undefined, name: string): Operand | undefined {
  if (operand === undefined) return undefined;
  if (operand.kind === "object") {
    return Object.hasOwn(operand.members, name) ? operand.members[name] : undefined;
  }
  if (operand.kind === "value") {
    const found = property(operand.value, name);
    return found === undefined ? undefined : value(found);
  }
  if (operand.kind === "item" || operand.kind === "each")
    return { ...operand, pointer: appendToPointer(operand.pointer, name) };
  if (operand.kind !== "reference" || operand.source.in !== "response body") return undefined;
  const pointer = appendToPointer(operand.source.pointer, name);
  return { ...operand, source: { in: "response body", pointer } };
}

function mayBeText(...sides: readonly Expression[]): boolean {
  return sides.some(
    (side) =>
      side.kind === "name" ||
      (side.kind === "field" && side.of.kind === "message" && side.of.part === "path_param"),
  );
}
