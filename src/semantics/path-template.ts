import { remember } from "#base/remember";
import { resourcePath } from "./resource-path.js";

/** A path template taken apart: `/players/{pid}` is the static segment `players` and the parameter `pid`. */
export interface PathSegment {
  readonly text: string;
  /** Set where the whole segment is one parameter. `v{n}` or `{a}.{b}` are static text to a reader of paths. */
  readonly parameter?: string;
}

export const pathSegments: (path: string) => readonly PathSegment[] = remember((path) =>
  path
    .split("/")
    .filter((text) => text !== "")
    .map((text) => {
      const name = /^\{([^{}]+)\}$/.exec(text)?.[1];
      return name === undefined ? { text } : { text, parameter: name };
    }),
);

/** The path with its parameters' names blotted out, so that `/pets/{id}` and `/pets/{petId}` are one place. */
export const pathShape: (path: string) => string = remember((path) =>
  joinSegments(pathSegments(path), (segment) => (segment.parameter === undefined ? segment.text : "{}")),
);

/**
 * `/players` of `/players/{pid}`; undefined where the path does not end in a parameter of a named collection. Verbs
 * are passed over: `/ratings/delete/{id}` picks from `/ratings`.
 */
export function collectionOf(path: string): string | undefined {
  const segments = pathSegments(resourcePath(path).path);
  const last = segments.at(-1);
  const before = segments.at(-2);
  if (last?.parameter === undefined || before === undefined || before.parameter !== undefined)
    return undefined;
  return joinSegments(segments.slice(0, -1));
}

/** The collections a path runs through, outermost first, each with the parameter that picks a member of it. */
export function collectionsAlong(path: string): readonly { collection: string; parameter: string }[] {
  const segments = pathSegments(resourcePath(path).path);
  return segments.flatMap((segment, index) => {
    const before = segments[index - 1];
    if (segment.parameter === undefined || before === undefined || before.parameter !== undefined) return [];
    return [{ collection: joinSegments(segments.slice(0, index)), parameter: segment.parameter }];
  });
}

export function lastStaticSegment(path: string): string | undefined {
  return pathSegments(path).findLast((segment) => segment.parameter === undefined)?.text;
}

function joinSegments(
  segments: readonly PathSegment[],
  text: (segment: PathSegment) => string = (segment) => segment.text,
): string {
  return segments.map((segment) => `/${text(segment)}`).join("");
}
