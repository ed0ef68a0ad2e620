import { isArray, isObject, type Json } from "#base/json";
import { unreachable } from "#base/unreachable";
import type { ParameterStyle } from "#openapi/api";

/**
 * The style tables of OpenAPI: how a value becomes text in a path, a query, a header or a cookie. Where the
 * tables say "n/a" the nearest defined cell is used, because documents do combine what they should not; what
 * is nested deeper than a style reaches goes as JSON.
 */
export interface Style {
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly encode: (text: string) => string;
}

/** A pair of a query, a form or a cookie, both sides encoded. */
export type Pair = readonly [name: string, value: string];

export function serializePath(value: Json, style: Style): string {
  const { name, explode, encode } = style;
  const parts = partsOf(value, style);
  switch (style.style) {
    case "label":
      return parts.length === 0 ? "" : `.${parts.join(explode ? "." : ",")}`;
    case "matrix": {
      const key = encode(name);
      const pair = (text: string): string => (text === "" ? `;${key}` : `;${key}=${text}`);
      if (isObject(value) && explode) return parts.map((part) => `;${part}`).join("");
      return isArray(value) && explode ? parts.map(pair).join("") : pair(parts.join(","));
    }
    case "simple":
    case "form":
    case "deepObject":
      return parts.join(",");
    case "spaceDelimited":
    case "pipeDelimited":
    case "tabDelimited":
      return parts.join(encode(delimiterOf(style.style)));
    default:
      return unreachable(style.style);
  }
}

export function serializePairs(value: Json, style: Style): readonly Pair[] {
  const { explode, encode } = style;
  const key = encode(style.name);
  if (isArray(value)) {
    if (value.length === 0) return [];
    const items = value.map((item) => encode(textOf(item)));
    if (explode || style.style === "deepObject") return items.map((item): Pair => [key, item]);
    return [[key, items.join(joiner(style))]];
  }
  if (isObject(value)) {
    if (style.style === "deepObject") return deepPairs(value, key, encode);
    const members = Object.entries(value);
    if (members.length === 0) return [];
    if (explode) return members.map(([name, member]): Pair => [encode(name), encode(textOf(member))]);
    return [[key, partsOf(value, style).join(joiner(style))]];
  }
  return [[key, encode(textOf(value))]];
}

/** A header's value is not percent-encoded, whatever the style. */
export function serializeHeader(value: Json, style: Omit<Style, "encode">): string {
  return partsOf(value, { ...style, encode: (text) => text }).join(delimiterOf(style.style));
}

/** The text of a single value: strings without quotes, null as nothing, structures as JSON. */
export function textOf(value: Json): string {
  if (typeof value === "string") return value;
  return value === null ? "" : JSON.stringify(value);
}

function partsOf(value: Json, { explode, encode }: Style): readonly string[] {
  if (isArray(value)) return value.map((item) => encode(textOf(item)));
  if (!isObject(value)) return [encode(textOf(value))];
  return Object.entries(value).flatMap(([name, member]) => {
    const pair = [encode(name), encode(textOf(member))];
    return explode ? [pair.join("=")] : pair;
  });
}

/** `color[R]=100`, and further brackets for what is nested; the items of a list repeat their key. */
function deepPairs(value: Json, key: string, encode: (text: string) => string): readonly Pair[] {
  if (isArray(value)) return value.map((item): Pair => [key, encode(textOf(item))]);
  if (!isObject(value)) return [[key, encode(textOf(value))]];
  return Object.entries(value).flatMap(([name, member]) =>
    deepPairs(member, `${key}%5B${encode(name)}%5D`, encode),
  );
}

function joiner({ style, encode }: Style): string {
  const delimiter = delimiterOf(style);
  return delimiter === "," ? delimiter : encode(delimiter);
}

function delimiterOf(style: ParameterStyle): string {
  switch (style) {
    case "spaceDelimited":
      return " ";
    case "pipeDelimited":
      return "|";
    case "tabDelimited":
      return "\t";
    case "simple":
    case "label":
    case "matrix":
    case "form":
    case "deepObject":
      return ",";
    default:
      return unreachable(style);
  }
}
