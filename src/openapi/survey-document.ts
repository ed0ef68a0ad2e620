import { isArray, isObject, type Json } from "#base/json";
import { formatPointer, type JsonPointer } from "#base/json-pointer";

/**
 * The one walk over a whole document, iterative because the document may be nested without measure. It finds
 * what cannot wait until somebody asks: too great a depth (everything after this may recurse), references to
 * other documents (they must be read before the lazy, synchronous part begins), and the names that `$anchor`
 * and `$id` give to schemas.
 */
export interface Survey {
  /** The place at which the document is deeper than allowed. */
  readonly tooDeep?: JsonPointer;
  /** More nodes than MAX_NODES, which only shared parts (aliases, overlays that copy) can add up to. */
  readonly tooLarge?: true;
  readonly externalRefs: readonly { readonly ref: string; readonly pointer: JsonPointer }[];
  readonly anchors: ReadonlyMap<string, JsonPointer>;
}

/** The deepest of 440 real documents has 32 levels, and the recursive readers take several times 500. */
const MAX_DEPTH = 500;

const MAX_NODES = 20_000_000;

export function surveyDocument(document: Json, maxDepth = MAX_DEPTH): Survey {
  const externalRefs: { ref: string; pointer: JsonPointer }[] = [];
  const anchors = new Map<string, JsonPointer>();
  const stack: Frame[] = [];
  let nodes = 0;

  const pointerHere = () => formatPointer(stack.slice(1).map((frame) => frame.token));
  const enter = (value: Json, token: string, isData: boolean) => {
    stack.push({
      value,
      keys: isArray(value) ? undefined : Object.keys(value as object),
      next: 0,
      token,
      isData,
    });
  };

  if (isContainer(document)) enter(document, "", false);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const index = frame.next++;
    const key = frame.keys === undefined ? String(index) : frame.keys[index];
    const length = frame.keys?.length ?? (frame.value as readonly Json[]).length;
    if (key === undefined || index >= length) {
      stack.pop();
      continue;
    }
    if (++nodes > MAX_NODES) return { tooLarge: true, externalRefs, anchors };
    const child = (frame.value as Record<string, Json>)[key];
    if (typeof child === "string") {
      if (frame.isData || !key.startsWith("$")) continue;
      if (key === "$ref" && !child.startsWith("#")) externalRefs.push({ ref: child, pointer: pointerHere() });
      if (key === "$anchor" || key === "$dynamicAnchor") anchors.set(`#${child}`, pointerHere());
      if (key === "$id") anchors.set(child, pointerHere());
    } else if (isContainer(child)) {
      enter(child, key, frame.isData || (DATA_KEYS.has(key) && !MAPS_OF_NAMES.has(frame.token)));
      if (stack.length > maxDepth) return { tooDeep: pointerHere(), externalRefs, anchors };
    }
  }
  return { externalRefs, anchors };
}

interface Frame {
  readonly value: Json;
  readonly keys: readonly string[] | undefined;
  next: number;
  readonly token: string;
  /** Inside an example or the like: what looks like a reference is only data there. */
  readonly isData: boolean;
}

const DATA_KEYS = new Set(["example", "value", "enum", "const"]);
const MAPS_OF_NAMES = new Set(["properties", "patternProperties", "schemas", "definitions", "$defs"]);

function isContainer(value: Json | undefined): value is Json {
  return isArray(value) || isObject(value);
}
