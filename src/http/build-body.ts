import { isArray, isObject, type JsonObject } from "#base/json";
import { unreachable } from "#base/unreachable";
import type { ResolvedInputs } from "#calls/exchange";
import type { Encoding, MediaType, Operation, Schemas } from "#openapi/api";
import { isJsonType, mediaEssence } from "#openapi/media-type";
import { keywordOf, membersOf } from "#openapi/schema-shape";
import { type Built, unsendable } from "./build-path.js";
import { bodyForm } from "./choose-media-type.js";
import { encodeMultipart, type Part } from "./encode-multipart.js";
import { formEncode } from "./percent-encode.js";
import { serializePairs, textOf } from "./serialize-parameter.js";

export interface WrittenBody {
  /** With the boundary, where there is one. */
  readonly contentType: string;
  readonly text: string;
}

export interface BodyContext {
  readonly operation: Operation;
  /** For the schemas behind `$ref`: a file part is told from a text part by its schema. */
  readonly schemas: Schemas;
  /** What the multipart boundary is made from, so that a run repeats byte for byte. */
  readonly boundarySeed: string;
}

/**
 * The body as it goes over the wire. A string goes as it is under any content type that has no structure of
 * its own; a structure needs one of the forms that Piolet writes, and XML is not among them.
 */
export function buildBody(
  body: NonNullable<ResolvedInputs["body"]>,
  context: BodyContext,
): Built<WrittenBody> {
  const { contentType, content } = body;
  if (body.raw === true) return written(contentType, textOf(content));
  const media = context.operation.body?.content.find((candidate) => candidate.contentType === contentType);
  const form = bodyForm(contentType);
  switch (form) {
    case "json": {
      const type = contentType.includes("*") ? "application/json" : contentType;
      return written(type, JSON.stringify(content));
    }
    case "form":
      if (typeof content === "string") return written(contentType, content);
      if (!isObject(content)) return unsendable(`${contentType} needs an object`);
      return written(contentType, encodeForm(content, media));
    case "multipart": {
      if (!isObject(content)) return unsendable(`${contentType} needs an object`);
      const encoded = encodeMultipart(partsOf(content, media, context.schemas), context.boundarySeed);
      return written(`${mediaEssence(contentType)}; boundary=${encoded.boundary}`, encoded.text);
    }
    case "raw":
      if (typeof content === "string") return written(contentType, content);
      if (/^text\//i.test(contentType) && !isObject(content) && !isArray(content)) {
        return written(contentType, textOf(content));
      }
      return unsendable(`Piolet writes no ${mediaEssence(contentType)} from structured data`);
    default:
      return unreachable(form);
  }
}

function encodeForm(content: JsonObject, media: MediaType | undefined): string {
  return Object.entries(content)
    .flatMap(([name, value]) => {
      const encoding = encodingOf(media, name);
      // Without a style an object is JSON in a form field: the default content type of its encoding.
      if (isObject(value) && encoding?.style === undefined) {
        return [[formEncode(name), formEncode(JSON.stringify(value))] as const];
      }
      const style = encoding?.style ?? "form";
      const explode = encoding?.explode ?? style === "form";
      return serializePairs(value, { name, style, explode, encode: formEncode });
    })
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

function partsOf(content: JsonObject, media: MediaType | undefined, schemas: Schemas): readonly Part[] {
  return Object.entries(content).flatMap(([name, value]) =>
    (isArray(value) ? value : [value]).map((item): Part => {
      const declared = encodingOf(media, name)?.contentType?.split(",")[0]?.trim();
      if (isObject(item) || isArray(item) || isJsonType(declared ?? "")) {
        return { name, contentType: declared ?? "application/json", text: JSON.stringify(item) };
      }
      if (isFile(media, name, schemas)) {
        const contentType = declared ?? "application/octet-stream";
        return { name, filename: `${name}.bin`, contentType, text: textOf(item) };
      }
      return { name, text: textOf(item), ...(declared === undefined ? {} : { contentType: declared }) };
    }),
  );
}

/** `format: binary` in 3.0 (and `file` in 2.0), `contentMediaType` in 3.1, of the property or of its items. */
function isFile(media: MediaType | undefined, name: string, schemas: Schemas): boolean {
  const schema = membersOf(media?.schema, schemas).get(name)?.schema;
  const items = keywordOf(schema, "items", schemas);
  return [schema, isObject(items) ? items : undefined].some(
    (candidate) =>
      keywordOf(candidate, "format", schemas) === "binary" ||
      typeof keywordOf(candidate, "contentMediaType", schemas) === "string",
  );
}

function encodingOf(media: MediaType | undefined, name: string): Encoding | undefined {
  return media !== undefined && Object.hasOwn(media.encoding, name) ? media.encoding[name] : undefined;
}

function written(contentType: string, text: string): Built<WrittenBody> {
  return { ok: true, value: { contentType, text } };
}
