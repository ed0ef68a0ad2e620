import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Problem } from "#base/problem";

/** A part of a document's text; lines and characters count from 0, as editors count. */
export interface Place {
  readonly line: number;
  readonly character: number;
  /** Of a text on one line, without quotes: what stands in it stands so far behind the place. */
  readonly isPlain: boolean;
  /** Of a text over several lines: the line and the indentation at which it begins. */
  readonly block?: { readonly line: number; readonly indent: number };
}

/** Beyond this a document is not parsed once more just for its places. */
const MOST_CHARACTERS = 20_000_000;

/** Where the parts of a document stand: their keys, or the value itself where it has none. */
export function locateIn(text: string): (pointer: JsonPointer) => Place | undefined {
  if (text.length > MOST_CHARACTERS) return () => undefined;
  const counter = new LineCounter();
  const root = parseDocument(text, {
    lineCounter: counter,
    schema: "core",
    uniqueKeys: false,
    logLevel: "silent",
  });
  return (pointer) => {
    let node: unknown = root.contents;
    let key: Node | undefined;
    for (const token of parsePointer(pointer)) {
      if (isMap(node)) {
        const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === token);
        if (pair === undefined) return undefined;
        key = pair.key as Node;
        node = pair.value;
      } else if (isSeq(node)) {
        key = undefined;
        node = node.items[Number(token)];
      } else return undefined;
    }
    const value = isScalar(node) ? node : undefined;
    const offset = (value ?? key ?? (node as Node | undefined))?.range?.[0];
    return offset === undefined ? undefined : placeAt(text, offset, value?.type, counter);
  };
}

/**
 * A position in a text of the document, such as a formula, as one in the document around it, counted from 1; where that
 * cannot be told, the beginning of the text.
 */
export function positionIn(
  { line, character, isPlain, block }: Place,
  at: Problem["at"],
): NonNullable<Problem["at"]> {
  if (at !== undefined && block !== undefined)
    return { line: block.line + at.line, column: block.indent + at.column };
  const column = isPlain && at?.line === 1 ? character + at.column : character + 1;
  return { line: line + 1, column };
}

function placeAt(text: string, offset: number, type: string | undefined, counter: LineCounter): Place {
  const at = counter.linePos(offset);
  const place = { line: at.line - 1, character: at.col - 1 };
  if (type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE")
    return { ...place, character: place.character + 1, isPlain: true };
  if (type !== "BLOCK_LITERAL" && type !== "BLOCK_FOLDED") return { ...place, isPlain: type === "PLAIN" };
  const first = text.indexOf("\n", offset) + 1;
  const indent = /[ ]*/y;
  indent.lastIndex = first;
  return {
    ...place,
    isPlain: false,
    block: { line: at.line, indent: indent.exec(text)?.[0].length ?? 0 },
  };
}
