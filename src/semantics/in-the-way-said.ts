import type { Operation } from "#openapi/api";
import { sentencesOf, speaksOf } from "./promises.js";
import { sentencesIn } from "./status-words.js";

/**
 * Whether the document says of a delete that things of a kind stand in its way: a conflict that is declared may be about
 * anything, as the last owner or a status. `Only without lists`, `409: still in use`; a sentence that names things of
 * other kinds, and not of this one, is about those.
 */
export function saysItStandsInTheWay(operation: Operation, kind: string, others: readonly string[]): boolean {
  const refused = operation.responses.filter(({ status }) => status === "409");
  const said = [...sentencesOf(operation), ...refused.flatMap(({ description }) => sentencesIn(description))];
  const isNamed = (sentence: string, name: string) => speaksOf(plain(sentence), plain(name));
  return said.some((one) => {
    if (isNamed(one, kind)) return IN_USE.test(one) || WITHOUT.test(one) || REFUSED.test(one);
    return IN_USE.test(one) && !others.some((other) => isNamed(one, other));
  });
}

/** Enrolments are enrollments. */
function plain(words: string): string {
  return words.replace(/l{2,}/gi, "l");
}

const IN_USE =
  /\b(in use|in the way|used|uses|using|refer\w*|depend\w*|child(ren)?|descendants?|(sub|nested)[- ]?\w+|(not|non|un)[- ]?empty|empty|emptied|contain\w*|assign\w*|attached|linked|related|belongs?|belonging|hold(s|ing)?|still ha(s|ve))\b/i;
const WITHOUT = /\b(no|none|nobody|nothing|without|not have|no longer|anymore)\b/i;
const REFUSED =
  /\b(refused?|rejected|conflicts?|cannot|can not|can't|may not|must not|not allowed|blocked|prevents?|only|unless|until|while|exists?|still|first)\b/i;
