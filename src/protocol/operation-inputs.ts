import { formatPointer } from "#base/json-pointer";
import type { Api, MediaType, Operation, Parameter, ParameterPlace, Schema } from "#openapi/api";
import { membersOf } from "#openapi/schema-shape";

/** Where a value goes that a call sends. */
export type Input =
  | { readonly kind: "parameter"; readonly place: ParameterPlace; readonly name: string }
  /** The whole body, or a part of it. */
  | { readonly kind: "body"; readonly pointer: string }
  | { readonly kind: "credential"; readonly scheme: string };

export interface Slot {
  readonly name: string;
  readonly input: Input;
  readonly required: boolean;
  /** The schemas that a value must satisfy; none where the document does not say. */
  readonly schemas: readonly Schema[];
}

/**
 * What an operation takes, in the order of arguments by position: what is required first, otherwise as in the
 * document, parameters of the path item first, the body (or the fields of a form) last. That is the order of
 * the clients that OpenAPI Generator writes, which the published models are written for.
 */
export function inputsOf(operation: Operation, api: Api): readonly Slot[] {
  const ofPathItem = (parameter: Parameter) => !parameter.pointer.startsWith(`${operation.pointer}/`);
  const parameters = [
    ...operation.parameters.filter(ofPathItem),
    ...operation.parameters.filter((parameter) => !ofPathItem(parameter)),
  ].map(parameterSlot);
  const slots = [...parameters, ...bodySlots(operation, api)];
  return [...slots.filter((slot) => slot.required), ...slots.filter((slot) => !slot.required)];
}

/** The public tool's clients take credentials before all else: one for each key, token or login. */
export function credentialsOf(operation: Operation, api: Api): readonly Slot[] {
  return Object.keys(operation.security[0] ?? {})
    .filter((scheme) => ["apiKey", "http"].includes(api.securitySchemes[scheme]?.type ?? ""))
    .map((scheme) => ({ name: scheme, input: { kind: "credential", scheme }, required: true, schemas: [] }));
}

export function parameterSlot({ name, in: place, required, schema }: Parameter): Slot {
  return { name, input: { kind: "parameter", place, name }, required, schemas: [schema] };
}

/** The body's schemas, one for each media type; none where it has no body or the document does not say. */
export function bodySchemas(operation: Operation): readonly Schema[] {
  const schemas = (operation.body?.content ?? []).map((media) => media.schema);
  const known = schemas.filter((schema) => schema !== undefined);
  return known.length === schemas.length ? known : [];
}

function bodySlots(operation: Operation, api: Api): readonly Slot[] {
  if (!operation.body) return [];
  const [media] = operation.body.content;
  if (media && isForm(media)) {
    return [...membersOf(media.schema, api.schemas)].map(([name, { schema, required }]) => ({
      name,
      input: { kind: "body", pointer: formatPointer([name]) },
      required,
      schemas: [schema],
    }));
  }
  const input = { kind: "body", pointer: "" } as const;
  return [{ name: "body", input, required: operation.body.required, schemas: bodySchemas(operation) }];
}

function isForm({ contentType }: MediaType): boolean {
  return /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(contentType);
}
