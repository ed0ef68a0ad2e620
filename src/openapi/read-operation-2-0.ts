import { isArray, isObject, type Json, property, stringProperty } from "#base/json";
import type { MediaType, Parameter, RequestBody } from "./api.js";
import { readExamples } from "./examples.js";
import { formBody } from "./form-body-2-0.js";
import { inlineSchema } from "./inline-schema-2-0.js";
import { styleOfCollection } from "./parameter-style.js";
import { member, type Part } from "./part.js";
import type { Inputs } from "./read-operation.js";
import { isRequired, noteInvalid, placeOf, resolveParameters } from "./read-parameters.js";
import type { ResponseDialect } from "./read-responses.js";
import type { Reading } from "./reading.js";

/**
 * What OpenAPI 2.0 writes otherwise in an operation: bodies and form fields are parameters, media types stand
 * in `consumes` and `produces`, and parameters are schemas themselves.
 */
export function readInputs20(reading: Reading, operation: Part, root: Part, lists: readonly Part[]): Inputs {
  const parts = resolveParameters(reading, lists);
  const consumes = mediaTypesOf(operation, root, "consumes");
  const bodies = parts.filter((part) => placeText(part) === "body");
  const fields = parts.filter((part) => placeText(part) === "formdata");
  const others = parts.filter((part) => !bodies.includes(part) && !fields.includes(part));
  const [body, ...rest] = bodies;
  if (rest.length > 0 || (body !== undefined && fields.length > 0)) {
    noteInvalid(
      reading,
      operation,
      "An operation has one body or form fields, not both; the first body is used.",
    );
  }
  return {
    parameters: others.flatMap((part) => readParameter(reading, part)),
    body:
      body !== undefined
        ? readBody(reading, body, consumes)
        : fields.length > 0
          ? formBody(reading, fields, consumes, operation)
          : undefined,
  };
}

export function responseDialect20(reading: Reading, operation: Part, root: Part): ResponseDialect {
  const produces = mediaTypesOf(operation, root, "produces");
  return {
    content: (response) => responseContent(reading, response, produces),
    headerSchema: (header) => inlineSchema(reading, header)(),
  };
}

function placeText(part: Part): string | undefined {
  return stringProperty(part.value, "in")?.toLowerCase();
}

function mediaTypesOf(operation: Part, root: Part, name: "consumes" | "produces"): readonly string[] {
  const value = property(operation.value, name) ?? property(root.value, name);
  const list = isArray(value) ? value : [value];
  return list.filter((type): type is string => typeof type === "string" && type !== "");
}

function readParameter(reading: Reading, part: Part): readonly Parameter[] {
  const place = placeOf(reading, part);
  if (place === undefined) return [];
  const schema = inlineSchema(reading, part);
  const isList = stringProperty(part.value, "type") === "array";
  const description = stringProperty(part.value, "description");
  return [
    {
      name: stringProperty(part.value, "name") ?? "",
      in: place,
      required: isRequired(reading, part, place),
      ...styleOfCollection(place, isList, property(part.value, "collectionFormat")),
      allowReserved: false,
      declared: true,
      ...(description === undefined ? {} : { description }),
      pointer: part.pointer,
      get schema() {
        return schema();
      },
      get examples() {
        return readExamples(reading, part);
      },
    },
  ];
}

function readBody(reading: Reading, part: Part, consumes: readonly string[]): RequestBody {
  const schema = member(part, "schema");
  const types = consumes.length > 0 ? consumes : ["application/json"];
  return {
    required: property(part.value, "required") === true,
    content: types.map((contentType) =>
      mediaType(reading, contentType, schema, () => readExamples(reading, part)),
    ),
    pointer: part.pointer,
  };
}

/** A response with a schema and no `produces` may be of any type. */
function responseContent(
  reading: Reading,
  response: Part,
  produces: readonly string[],
): readonly MediaType[] {
  const schema = member(response, "schema");
  const examples = property(response.value, "examples");
  const exampleTypes = isObject(examples) ? Object.keys(examples).filter((type) => type.includes("/")) : [];
  if (schema.value === undefined && exampleTypes.length === 0) return [];
  const types = produces.length > 0 ? produces : exampleTypes.length > 0 ? exampleTypes : ["*/*"];
  return types.map((contentType) =>
    mediaType(reading, contentType, schema, () => {
      const example = property(examples, contentType);
      return example === undefined ? [] : [example];
    }),
  );
}

function mediaType(
  reading: Reading,
  contentType: string,
  schema: Part,
  examples: () => readonly Json[],
): MediaType {
  const encoding = {};
  const { pointer } = schema;
  if (schema.value === undefined) return { contentType, encoding, pointer, examples: examples() };
  return {
    contentType,
    encoding,
    pointer,
    get schema() {
      return reading.schemas.normalise(schema);
    },
    get examples() {
      return examples();
    },
  };
}
