import type { CompletionItem } from "vscode-languageserver";
import { unreachable } from "#base/unreachable";
import { CONSTANTS, MESSAGE_PARTS } from "#glacier/vocabulary";
import type { Api, Operation } from "#openapi/api";
import { membersOf } from "#openapi/schema-shape";
import { nameOperations } from "#protocol/find-named-operation";
import { nameTypes } from "#protocol/named-types";
import { inputsOf } from "#protocol/operation-inputs";
import { printOperationName } from "#protocol/parse-operation-name";
import type { OperationName } from "#protocol/protocol";
import { describeOperation } from "./describe-operation.js";
import type { Knowledge } from "./knowledge.js";
import type { Mark, Situation } from "./mark.js";
import { callNameOf } from "./read-call-name.js";

/** What fits where the cursor stands. Where the word begins that it replaces, the situation says. */
export function completionsAt(
  situation: Situation,
  marks: readonly Mark[],
  known: Knowledge,
): readonly CompletionItem[] {
  const { api } = known;
  switch (situation.kind) {
    case "nothing":
      return [];
    case "operation":
      return api === undefined ? [] : api.operations.map((operation) => operationItem(operation, api));
    case "status":
      return statusItems(called(situation.operation, api));
    case "argument":
      return [...variables(marks), ...targets(called(situation.operation, api), api)];
    case "type":
      return api === undefined ? [] : nameTypes(api).names.map((name) => item(name, KIND.class));
    case "generator":
      return [...known.generators, "constant"].map((name) => item(name, KIND.function));
    case "assertion":
      return [...variables(marks), ...functionItems(known), ...GLACIER_WORDS];
    case "step":
      return [...stepNames(marks), ...STEPS];
    case "heading":
      return [...SECTIONS, ...keys(api?.operations ?? [], api)];
    case "read":
      return keys(
        (api?.operations ?? []).filter(({ method }) => method === "GET"),
        api,
      ).map((read) => ({
        ...read,
        label: read.label.slice(read.label.indexOf("/")),
      }));
    default:
      return unreachable(situation);
  }
}

/** The protocol's numbers for what an icon stands for. */
const KIND = { function: 3, field: 5, variable: 6, class: 7, keyword: 14, reference: 18, event: 23 } as const;

function item(label: string, kind: CompletionItem["kind"], detail?: string): CompletionItem {
  return { label, ...(kind === undefined ? {} : { kind }), ...(detail === undefined ? {} : { detail }) };
}

function operationItem(operation: Operation, api: Api): CompletionItem {
  const { operationId, key, method, path } = operation;
  const name = operationId === undefined ? callNameOf({ method, path }) : callNameOf({ id: operationId });
  return {
    ...item(operationId ?? key, KIND.function, operationId === undefined ? operation.summary : key),
    insertText: printOperationName(name),
    documentation: { kind: "markdown", value: describeOperation(operation, api) },
  };
}

function keys(operations: readonly Operation[], api: Api | undefined): readonly CompletionItem[] {
  return api === undefined
    ? []
    : operations.map((operation) => ({
        ...item(operation.key, KIND.function, operation.summary),
        documentation: { kind: "markdown" as const, value: describeOperation(operation, api) },
      }));
}

function called(name: OperationName | undefined, api: Api | undefined): Operation | undefined {
  const found = name && api && nameOperations(api).find(name);
  return found?.kind === "found" ? found.operation : undefined;
}

function statusItems(operation: Operation | undefined): readonly CompletionItem[] {
  const declared = (operation?.responses ?? [])
    .map(({ status }) => status)
    .filter((status) => /^\d/.test(status));
  const classes = ["2XX", "4XX", "5XX"].filter((status) => !declared.includes(status));
  return [...declared, ...classes].map((status) => ({
    ...item(
      `C${status.toUpperCase()}`,
      KIND.event,
      declared.includes(status) ? operation?.key : "any of the class",
    ),
    sortText: declared.includes(status) ? `0${status}` : `1${status}`,
  }));
}

function targets(operation: Operation | undefined, api: Api | undefined): readonly CompletionItem[] {
  if (operation === undefined || api === undefined) return [];
  return inputsOf(operation, api).flatMap((slot) => {
    const detail = `${slot.input.kind === "parameter" ? slot.input.place : "body"}${slot.required ? ", required" : ""}`;
    const own = slot.input.kind === "body" && slot.input.pointer !== "" ? slot.input.pointer : slot.name;
    const members = slot.input.kind === "body" ? [...membersOf(slot.schemas[0], api.schemas)] : [];
    return [
      target(own, detail),
      ...members.map(([name, { required }]) =>
        target(
          `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
          `of the body${required ? ", required" : ""}`,
        ),
      ),
    ];
  });
}

function target(name: string, detail: string): CompletionItem {
  return { ...item(name, KIND.field, detail), insertText: `${name} = `, filterText: name };
}

function variables(marks: readonly Mark[]): readonly CompletionItem[] {
  const names = new Set(marks.flatMap(({ kind, text }) => (kind === "declaration" ? [text] : [])));
  return [...names].map((name) => item(name, KIND.variable));
}

function functionItems({ functions }: Knowledge): readonly CompletionItem[] {
  return [...functions].map((name) => ({ ...item(name, KIND.function), insertText: `${name}(` }));
}

function stepNames(marks: readonly Mark[]): readonly CompletionItem[] {
  const named = marks.filter(({ kind }) => kind === "definition" || kind === "recursion");
  return [...new Set(named.map(({ text }) => text))].map((name) => item(name, KIND.reference));
}

const STEPS = ["rec", "end"].map((word) => item(word, KIND.keyword));
const SECTIONS = ["requires:", "requires sufficient:", "ensures:", "ensures on refused:", "invariants:"].map(
  (word) => item(word, KIND.keyword),
);

const GLACIER_WORDS: readonly CompletionItem[] = [
  ...new Set(MESSAGE_PARTS.values()),
  ...["previous", "for", "exists", "in", "is part of", "not", "this", "GET"],
  ...[...CONSTANTS.keys()].filter((word) => word.length > 1 && word !== "nil" && word !== "none"),
].map((word) => item(word, KIND.keyword));
