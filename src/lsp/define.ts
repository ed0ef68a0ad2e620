import { stringProperty } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import { nameOperations } from "#protocol/find-named-operation";
import { nameTypes } from "#protocol/named-types";
import { originsOf, plainType } from "./hover.js";
import type { Knowledge } from "./knowledge.js";
import type { Mark } from "./mark.js";

/** Where something is defined: elsewhere in the same text, or at a place in the OpenAPI document. */
export type Definition =
  | { readonly kind: "here"; readonly mark: Mark }
  | { readonly kind: "document"; readonly pointer: JsonPointer };

export function definitionOf(mark: Mark, marks: readonly Mark[], { api }: Knowledge): Definition | undefined {
  switch (mark.kind) {
    case "operation":
    case "status": {
      const found = api && mark.operation ? nameOperations(api).find(mark.operation) : undefined;
      if (found?.kind !== "found") return undefined;
      const { operation } = found;
      const answer = operation.responses.find(({ status }) => status === mark.text);
      return {
        kind: "document",
        pointer: mark.kind === "status" ? (answer ?? operation).pointer : operation.pointer,
      };
    }
    case "type": {
      const schema = api && nameTypes(api).schemaOf(plainType(mark));
      const ref = stringProperty(schema, "$ref");
      // What another file describes stands in that file.
      return ref?.startsWith("#") === true ? { kind: "document", pointer: ref.slice(1) } : undefined;
    }
    case "variable":
      return here(nearest(originsOf(mark, marks), mark));
    case "step name": {
      const named = marks.filter(({ kind, text }) => isNamed(kind) && text === mark.text);
      return here(nearest(named, mark));
    }
    default:
      return undefined;
  }
}

function isNamed(kind: Mark["kind"]): boolean {
  return kind === "definition" || kind === "recursion";
}

function here(mark: Mark | undefined): Definition | undefined {
  return mark && { kind: "here", mark };
}

/** The last one before it; where none is, the first behind it, which a round of a recursion comes to. */
function nearest(marks: readonly Mark[], { start }: Mark): Mark | undefined {
  return marks.findLast((mark) => mark.start <= start) ?? marks[0];
}
