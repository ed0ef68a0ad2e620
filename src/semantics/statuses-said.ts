import type { Operation } from "#openapi/api";
import { ARROW, StatusWords, sentencesIn } from "./status-words.js";

/** In which statuses the document says that an operation may be called. */
export interface StatusesSaid {
  readonly allowed: readonly string[];
  /** Where it says that the thing is then in this one. */
  readonly leadsTo?: string;
  /** The words that say so. */
  readonly words: string;
  /** `booked -> cancelled` and `only while booked` leave no doubt; `ship a paid order` may be a way of speaking. */
  readonly isPlain: boolean;
  /** `cannot be cancelled once shipped` says nothing of the others: something else may stand against them. */
  readonly onlyExcludes?: true;
}

/**
 * Teams write down in words what a schema cannot say: `Cancel (booked → cancelled)`, `409: not in status booked`, `Only
 * drafts can be submitted`, `Ship a paid order`. Undefined where nothing of the kind is said of these statuses, or where
 * what is said leaves none or all of them.
 */
export function statusesSaid(operation: Operation, statuses: readonly string[]): StatusesSaid | undefined {
  const speech = new Speech(statuses);
  const told = [operation.summary, operation.description].flatMap(sentencesIn);
  const refused = operation.responses
    .filter(({ status }) => /^4(00|09|12|22|23)$/.test(status))
    .flatMap(({ description }) => sentencesIn(description));
  const said =
    firstOf(told, (sentence) => speech.arrow(sentence)) ??
    firstOf(refused, (sentence) => speech.condition(sentence) ?? speech.conflict(sentence)) ??
    firstOf(told, (sentence) => speech.condition(sentence)) ??
    firstOf(told.slice(0, 1), (sentence) => speech.ofWhat(sentence));
  if (said === undefined) return undefined;
  const { allowed } = said;
  return allowed.length === 0 || allowed.length === statuses.length ? undefined : said;
}

function firstOf<T>(sentences: readonly string[], read: (sentence: string) => T | undefined): T | undefined {
  for (const sentence of sentences) {
    const found = read(sentence);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What sentences say in terms of certain statuses. */
class Speech {
  readonly #words: StatusWords;

  constructor(private readonly statuses: readonly string[]) {
    this.#words = new StatusWords(statuses);
  }

  /** `booked -> cancelled`; a chain of three tells of a whole life, not of one operation. */
  arrow(sentence: string): StatusesSaid | undefined {
    const moves = [
      ...sentence.matchAll(new RegExp(`(${this.#words.list})${ARROW}(${this.#words.one})`, "gi")),
    ];
    const isChain = new RegExp(`${this.#words.one}${ARROW}${this.#words.one}${ARROW}`, "i").test(sentence);
    const targets = new Set(moves.map(([, , to = ""]) => this.#words.named(to)[0] ?? ""));
    const [leadsTo] = targets;
    if (isChain || leadsTo === undefined) return undefined;
    const allowed = [...new Set(moves.flatMap(([, from = ""]) => this.#words.named(from)))];
    return { allowed, ...(targets.size === 1 ? { leadsTo } : {}), words: sentence, isPlain: true };
  }

  /** `only while open`, `must be draft`, `the order is not paid`; `cannot be changed once shipped`. */
  condition(sentence: string): StatusesSaid | undefined {
    const near = "(?: [\\w-]+){0,6}? ";
    const never = new RegExp(
      `\\b(?:cannot|can not|can't|may not|must not|not allowed|no longer|never)\\b${near}(?:once|after|when|while|if|in|for|be|are|is)${near}?(${this.#words.list})`,
      "i",
    ).exec(sentence);
    if (never !== null) return this.#but(never[1] ?? "", sentence);
    // `Accepted talks must be withdrawn first` speaks of accepted ones alone.
    const those = new RegExp(
      `^(?:an?|the|all|any)? ?(${this.#words.list}) [\\w-]+ (?:must|have to|has to|needs? to)\\b${near}?(?:${this.#words.one})`,
      "i",
    ).exec(sentence);
    if (those !== null) return this.#but(those[1] ?? "", sentence);
    const only = new RegExp(
      `\\b(?:only|must (?:still )?(?:be|have been)|has to be|needs to be|have to be|unless|requires)\\b${near}?(${this.#words.list})`,
      "i",
    ).exec(sentence);
    return only === null ? undefined : this.#just(only[1] ?? "", sentence, true);
  }

  /** What a refusal is for: `not in status booked`, `the poll is not open`, `already cancelled`. */
  conflict(sentence: string): StatusesSaid | undefined {
    const not = new RegExp(
      `\\b(?:not|isn't|neither)(?: yet)?(?: in)?(?: the)?(?: status| state)?(?: an?)? (${this.#words.list})`,
      "i",
    ).exec(sentence);
    if (not !== null) return this.#just(not[1] ?? "", sentence, true);
    const already = new RegExp(
      `\\b(?:already|is|was|are|has been|have been) (${this.#words.list})`,
      "i",
    ).exec(sentence);
    return already === null ? undefined : this.#but(already[1] ?? "", sentence);
  }

  /** The summary names what it is done to: `Ship a paid order`, `Cancel an order that is not shipped`. */
  ofWhat(sentence: string): StatusesSaid | undefined {
    const not = new RegExp(
      `\\b(?:that|which) (?:is|are|was|were) not(?: yet)? (${this.#words.list})`,
      "i",
    ).exec(sentence);
    if (not !== null) return this.#but(not[1] ?? "", sentence);
    const what = new RegExp(
      `^[A-Z][a-z]+ [\\w ]{0,30}?\\b(?:an?|the|all|any) (${this.#words.list})(?= [a-z]|[ .,]|$)`,
      "i",
    );
    const named = what.exec(sentence)?.[1];
    return named === undefined ? undefined : this.#just(named, sentence, false);
  }

  #just(list: string, words: string, isPlain: boolean): StatusesSaid {
    return { allowed: this.#words.named(list), words, isPlain };
  }

  #but(list: string, words: string): StatusesSaid {
    const excluded = this.#words.named(list);
    const allowed = this.statuses.filter((status) => !excluded.includes(status));
    return { allowed, words, isPlain: false, onlyExcludes: true };
  }
}
