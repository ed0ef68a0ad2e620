import { remember } from "#base/remember";
import { type Intent, readSegment } from "./intent.js";
import { resourceName } from "./singular.js";

/** A path as it would be if it named only things, and what it says besides. */
export interface ResourcePath {
  readonly path: string;
  /** The last verb in it. */
  readonly intent?: Intent;
  /** The verb stands behind an id, and so speaks of that thing: `/orders/{id}/submit`. */
  readonly onThing: boolean;
}

/**
 * `/ratings/delete/{id}` is `/ratings/{id}` with the intent to delete, `/parts/list` is `/parts`, `/getUser/{id}` is
 * `/user/{id}`. A verb with no thing before it stays: it is then all that there is to name the resource by.
 */
export const resourcePath: (path: string) => ResourcePath = remember(readPath);

function readPath(path: string): ResourcePath {
  const kept: string[] = [];
  let verb: { readonly intent: Intent; readonly onThing: boolean } | undefined;
  let hasThing = false;
  for (const segment of path
    .split("/")
    .filter((text) => text !== "")
    .flatMap(splitCustomVerb)) {
    if (/^\{[^{}]+\}$/.test(segment)) {
      kept.push(segment);
      continue;
    }
    const { intent, noun } = readSegment(segment);
    if (intent !== undefined) verb = { intent, onThing: kept.at(-1)?.startsWith("{") === true };
    if (noun === undefined && hasThing) continue;
    // A noun behind a verb is brought into one form with its kind: `listUsers` and `getUser` speak of users.
    kept.push(intent === undefined || noun === undefined ? segment : resourceName(noun));
    if (!isPrefix(segment)) hasThing = true;
  }
  return { path: kept.map((segment) => `/${segment}`).join(""), ...(verb ?? { onThing: false }) };
}

/** `/things/{id}:cancel` is written `/things/{id}/cancel` elsewhere. */
function splitCustomVerb(segment: string): readonly string[] {
  const match = /^(\{[^{}]+\}|[A-Za-z0-9_-]+):([A-Za-z]+)$/.exec(segment);
  return match?.[1] === undefined || match[2] === undefined ? [segment] : [match[1], match[2]];
}

/** Says where the API is, not what it keeps. */
export function isPrefix(segment: string): boolean {
  return /^(api|apis|rest|services?|public|v\d+(\.\d+)*|\d+(\.\d+)*)$/i.test(segment);
}
