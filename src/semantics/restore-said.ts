import type { Api, Operation } from "#openapi/api";
import { pathSegments } from "./path-template.js";
import { sentencesOf, speaksOf } from "./promises.js";
import { sentencesIn } from "./status-words.js";

/**
 * Whether the document says that what a delete removes can be brought back: by the words of the delete, by an operation
 * on such a thing, or anywhere in a sentence about its kind.
 */
export function saysItCanBeRestored(api: Api, removal: Operation, kind: string): boolean {
  const isOnIt = ({ path }: Operation) => path.startsWith(`${removal.path}/`);
  const others = api.operations.filter((one) => one !== removal);
  const said = [
    ...sentencesOf(removal),
    ...others.filter(isOnIt).flatMap(({ path }) => pathSegments(path).at(-1)?.text ?? []),
    ...[...sentencesIn(api.description), ...others.flatMap(sentencesOf)].filter((one) => speaksOf(one, kind)),
  ];
  return said.some((one) => BACK.test(one) && !NEVER.test(one));
}

const BACK =
  /\b(restor(e|es|ed|ing|able)|undelet(e|es|ed|ing)|recover(s|ed|able|ing)?|brought back|brings? back)\b/i;
const NEVER = /\b(not|never|cannot|no longer|nor|irrecoverabl\w*|without)\b|n't\b/i;
