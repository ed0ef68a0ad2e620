import type { Json } from "#base/json";
import { getAtPointer } from "#base/json-pointer";
import type { SchemaError } from "#values/compile-validator";
import { show } from "./show.js";

/** What a body has that its schema does not allow, to go on after "answers 200 with": the value, its place, and the rule. */
export function sayMismatch(body: Json, { pointer, keyword, params, message }: SchemaError): string {
  const shown = show(getAtPointer(body, pointer), 60);
  const at = pointer === "" ? "" : ` at ${pointer}`;
  switch (keyword) {
    case "required":
      return `no ${String(params.missingProperty)}${at}, which the document requires`;
    case "type":
      return `${shown}${at}, where the document says ${[params.type].flat().map(String).join(" or ")}`;
    case "additionalProperties":
    case "unevaluatedProperties":
      return `a member ${JSON.stringify(params.additionalProperty ?? params.unevaluatedProperty)}${at} that the document does not declare`;
    case "enum":
      return `${shown}${at}, which is none of ${show([params.allowedValues].flat() as Json, 120)}`;
    case "format":
      return `${shown}${at}, which is no ${String(params.format)}`;
    default:
      return `${shown}${at}, which ${message}`;
  }
}
