import type { Operation } from "#openapi/api";
import { sentencesIn, spelled } from "./status-words.js";

/** `Deletes the list with its members and segments`: the document says that these go as well. */
export function saysTakesAlong({ summary, description }: Operation, child: string): boolean {
  const said = new RegExp(`\\b${spelled(child)}\\b`, "i");
  return [summary, description]
    .flatMap(sentencesIn)
    .some((one) => said.test(one) && REMOVES.test(one) && ALONG.test(one) && !UNLESS.test(one));
}

const REMOVES = /\b(delet(e[sd]?|ing)|remov(e[sd]?|ing)|goe?s?|gone|cascad(e[sd]?|ing))\b/i;
const ALONG = /\b(with|all|its|their|too|also|as well|along|together|includ(es?|ing)|cascad(e[sd]?|ing))\b/i;
const UNLESS =
  /\b(not|no|never|n't|cannot|can't|unless|only|refus(e[sd]?|al)|conflicts?|reject(s|ed)?|fails?|without|must|409|stays?|ke(ep|eps|pt)|while|as long as)\b/i;
