import { sentencesIn, spelled } from "./status-words.js";

/** A number of a thing that the document bounds by a number of what the thing belongs to. */
export interface BoundSaid<Holder> {
  readonly member: string;
  readonly holder: Holder;
  readonly words: string;
}

/** A number that may be a bound: what it is called, and what has it. */
export interface PossibleBound {
  readonly kind: string;
  readonly field: string;
}

const VERB =
  "(?:exceed|(?:be|is|are) (?:greater|larger|higher|bigger|more|longer) than|be (?:above|over|beyond)|go (?:above|over|beyond))";
const NOT_MORE = [
  `(?:(?:may|must|can|shall|should|does|do) ?not|cannot|can't|never) ${VERB}`,
  "(?:at most|no more than|not more than|no (?:greater|larger|higher) than|less than or equal to|<=|≤|up to|within|limited (?:to|by)|bounded by|capped at)",
].join("|");

/** Words between the number and what bounds it: `the`, `its room type's`. */
const OF = "(?: (?:the|its|their|that|of|a|an|[\\w-]+(?:'s|s')))*?(?: [\\w-]+){0,2}? ";

/**
 * `party_size may not exceed the capacity of the room type`. Of a member's own description only the end must be said: `at most
 * the seats of the session`. Undefined where nothing of the kind is said, or more than one thing may be meant.
 */
export function boundSaid<Holder extends PossibleBound>(
  texts: { readonly operation: string; readonly ofMember: (member: string) => string },
  members: readonly string[],
  holders: readonly Holder[],
): BoundSaid<Holder> | undefined {
  const found = members.flatMap((member) =>
    holders.flatMap((holder) => {
      const bound = `(?:${NOT_MORE})${OF}${spelled(holder.field)}(?![\\w-])`;
      const ofBoth = new RegExp(`(?<![\\w-])${spelled(member)}(?: [\\w-]+){0,6}? ${bound}`, "i");
      const words =
        sentencesIn(texts.operation).find((sentence) => ofBoth.test(sentence)) ??
        sentencesIn(texts.ofMember(member)).find((sentence) => new RegExp(bound, "i").test(sentence));
      return words === undefined ? [] : [{ member, holder, words }];
    }),
  );
  const [first] = found;
  const kinds = new Set(found.map(({ holder }) => holder.kind));
  const named = found.filter(({ holder, words }) => new RegExp(spelled(holder.kind), "i").test(words));
  return kinds.size === 1 ? first : named.length === 1 ? named[0] : undefined;
}
