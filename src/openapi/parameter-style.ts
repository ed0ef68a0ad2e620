import type { Json } from "#base/json";
import type { ParameterPlace, ParameterStyle } from "./api.js";

const PLACES_OF_STYLES: ReadonlyMap<ParameterStyle, readonly ParameterPlace[]> = new Map([
  ["simple", ["path", "header"]],
  ["label", ["path"]],
  ["matrix", ["path"]],
  ["form", ["query", "cookie"]],
  ["spaceDelimited", ["query"]],
  ["pipeDelimited", ["query"]],
  ["deepObject", ["query"]],
]);

export function parameterStyle(value: Json | undefined): ParameterStyle | undefined {
  return [...PLACES_OF_STYLES.keys()].find((style) => style === value);
}

/** 3.2's `cookie` is `form` without percent-encoding. */
export function styleAt(place: ParameterPlace, value: Json | undefined): ParameterStyle | undefined {
  if (value === "cookie" && place === "cookie") return "form";
  const style = parameterStyle(value);
  return style !== undefined && PLACES_OF_STYLES.get(style)?.includes(place) ? style : undefined;
}

export function defaultStyle(place: ParameterPlace): ParameterStyle {
  return place === "path" || place === "header" ? "simple" : "form";
}

const COLLECTION_FORMATS: Readonly<Record<string, ParameterStyle>> = {
  ssv: "spaceDelimited",
  tsv: "tabDelimited",
  pipes: "pipeDelimited",
};

/** 2.0's `collectionFormat`, whose default for lists is `csv`; what is no list is written the same either way. */
export function styleOfCollection(
  place: ParameterPlace,
  isList: boolean,
  format: Json | undefined,
): { readonly style: ParameterStyle; readonly explode: boolean } {
  const style = typeof format === "string" ? COLLECTION_FORMATS[format] : undefined;
  if (isList && style !== undefined && Object.hasOwn(COLLECTION_FORMATS, String(format))) {
    return { style, explode: false };
  }
  const plain = defaultStyle(place);
  return { style: plain, explode: plain === "form" && (!isList || format === "multi") };
}
