import type { Api } from "#openapi/api";
import { bindArguments } from "./bind-arguments.js";
import type { Checking, ResolvedCall } from "./checking.js";
import { schemasOfBinding } from "./checking.js";
import { whyUnlike } from "./compare-types.js";
import type { Report } from "./diagnosing.js";
import { nameOperations } from "./find-named-operation.js";
import type { FlowGraph } from "./flow-graph.js";
import type { Slot } from "./operation-inputs.js";
import { printOperationName } from "./parse-operation-name.js";
import { typeText } from "./parse-type.js";
import type { Declaration, Literal, Send, ValueType } from "./protocol.js";
import { suggestName } from "./suggest-name.js";

/** Generators that need no config file. */
const BUILT_IN: readonly string[] = ["constant", "const"];

/** The operation of each call, with its arguments bound to the operation's inputs. */
export function resolveCalls(graph: FlowGraph, api: Api, report: Report): ReadonlyMap<Send, ResolvedCall> {
  const operations = nameOperations(api);
  const calls = new Map<Send, ResolvedCall>();
  for (const { step } of graph.nodes) {
    if (step?.kind !== "send") continue;
    const { operation: name } = step;
    const found = operations.find(name);
    if (found.kind === "found") {
      const { operation } = found;
      calls.set(step, { operation, bound: bindArguments(step, operation, api, report) });
    } else if (found.kind === "several") {
      const keys = found.operations.map(({ key }) => key).join(", ");
      const message = `${printOperationName(name)} may be any of ${keys}.`;
      report("error", "protocol-unknown-operation", message, "Write the method and the path.", name.span);
    } else {
      const text = name.kind === "id" ? name.id : `${name.method} ${name.path}`;
      const known = name.kind === "id" ? operations.names : api.operations.map(({ key }) => key);
      const message = `The document has no operation ${text}.`;
      const hint = () => suggestName(text.slice(text.indexOf(".") + 1), known);
      report("error", "protocol-unknown-operation", message, hint, name.span);
    }
  }
  return calls;
}

/** What the calls send: that it has a value, and one that the document allows. */
export function checkCalls(checking: Checking): void {
  for (const { step } of checking.graph.nodes) {
    if (step?.kind !== "send") continue;
    const slots = new Map(checking.calls.get(step)?.bound.map(({ argument, slot }) => [argument, slot]));
    const names = new Set<string>();
    for (const argument of step.arguments) {
      const { value } = argument;
      const slot = slots.get(argument);
      if (value.kind === "declaration") {
        checkDeclaration(value, slot, checking);
        if (names.has(value.name)) reportTwice(value, checking);
        names.add(value.name);
      } else if (value.kind === "literal") checkLiteral(value, slot, checking);
      else checkVariable(step, value, slot, checking);
    }
  }
}

function reportTwice({ name, span }: Declaration, { report }: Checking): void {
  const message = `This call gives the name \`${name}\` to two values.`;
  report("error", "protocol-duplicate-variable", message, "Rename one of them.", span);
}

function checkVariable(
  step: Send,
  value: { name: string; span: Send["span"] },
  slot: Slot | undefined,
  checking: Checking,
): void {
  const { variables, report, api } = checking;
  const { bindings, always } = variables.before(step, value.name);
  if (!always) {
    const message =
      bindings.length === 0
        ? `\`${value.name}\` has no value here.`
        : `\`${value.name}\` has no value on some of the ways here.`;
    const hint = () => {
      const near = suggestName(
        value.name,
        variables.names.filter((name) => variables.before(step, name).always),
      );
      const declare = `To draw one, write ${value.name}: String.`;
      return near.startsWith("Did") ? near : declare;
    };
    report("error", "protocol-unbound", message, hint, value.span);
  }
  if (!slot || slot.schemas.length === 0) return;
  for (const binding of bindings) {
    const held = schemasOfBinding(binding, checking);
    const whys = held.map((schema) => whyUnlike(schema, slot.schemas, api.schemas));
    const [why] = whys;
    if (why === undefined || whys.includes(undefined)) continue;
    const message = `\`${value.name}\` of line ${binding.by.span.start.line} does not fit \`${slot.name}\`: there ${why}.`;
    report("warning", "protocol-type", message, "Take the part that is meant: ?C200(id = /id).", value.span);
  }
}

function checkDeclaration(
  { type, generator }: Declaration,
  slot: Slot | undefined,
  checking: Checking,
): void {
  const { report, generators } = checking;
  checkType(type, slot?.schemas ?? [], `\`${slot?.name}\``, checking);
  if (!generator || !generators || BUILT_IN.includes(generator.name) || generators.has(generator.name))
    return;
  const message = `The config file has no generator \`${generator.name}\`: the value is drawn from the schema.`;
  const hint = () => suggestName(generator.name, [...BUILT_IN, ...generators]);
  report("warning", "protocol-unknown-generator", message, hint, generator.span);
}

function checkLiteral({ value, span }: Literal, slot: Slot | undefined, { api, report }: Checking): void {
  const isText = slot?.input.kind !== "body";
  // What travels as text may be any text.
  if (!slot || slot.schemas.length === 0 || (isText && typeof value === "string")) return;
  const type = value === null ? "null" : typeof value;
  const why = whyUnlike({ type }, slot.schemas, api.schemas);
  if (why === undefined) return;
  const message = `${JSON.stringify(value)} does not fit \`${slot.name}\`: there ${why}.`;
  report("warning", "protocol-type", message, "Give a value of that type.", span);
}

/** A type against what the document says of the same place. */
export function checkType(
  type: ValueType,
  declared: readonly Parameters<typeof whyUnlike>[0][],
  place: string,
  { types, api, report }: Checking,
): void {
  const stated = types.schemaOf(type);
  if (stated === undefined) {
    const message = `There is no type ${typeText(type)}: neither a schema of the document nor String, Int, Seq[…] and the like.`;
    report(
      "warning",
      "protocol-unknown-type",
      message,
      () => suggestName(innermost(type), types.names),
      type.span,
    );
    return;
  }
  const why = declared.length === 0 ? undefined : whyUnlike(stated, declared, api.schemas);
  if (why === undefined) return;
  const message = `${typeText(type)} does not fit ${place}: there ${why}.`;
  report("warning", "protocol-type", message, "Give it that type.", type.span);
}

function innermost(type: ValueType): string {
  const last = type.of.at(-1);
  return last ? innermost(last) : type.name;
}
