import { isObject } from "#base/json";
import type { Exchange, HttpResponse, SaidMeaning } from "#calls/exchange";
import { meaningOf, meaningOfStatus } from "#calls/meaning";
import { type AbsenceSign, NO_SIGNS, type RefusalSign, type Signs } from "#calls/refusal-sign";
import { absenceIn, meaningIn, signsIn } from "./refusal-sign.js";

/** The members of one sign's refusals that are remembered: whoever has more says no in too many ways. */
const MOST_MEMBERS = 40;

/**
 * How a service says no, gathered while it is learned, and fixed from then on, so that the order in which parallel calls
 * are answered decides nothing. Three things tell it: the document; answers to ids that were never given; and refusals with
 * a status of their own, whose body means the same in a success: a service that answers 400 with `{"status": "error",
 * "message": …}` may do so with 200. There only a body with no other members counts, because a report of what was
 * imported may have `errors` as well.
 */
export class SignBook {
  #isOpen = false;
  #given: Signs = NO_SIGNS;
  readonly #asked = new Map<string, RefusalSign>();
  readonly #heard = new Map<string, { readonly sign: RefusalSign; readonly among: Set<string> }>();
  readonly #absences = new Map<string, AbsenceSign>();
  readonly #telling = new Set<string>();
  #signs: Signs | undefined;

  /** From now on it learns from what it hears. */
  open(given: Signs): void {
    this.#given = given;
    this.#isOpen = true;
    this.#signs = undefined;
  }

  close(): void {
    this.#isOpen = false;
  }

  /** Any answer of the service. */
  hear({ outcome }: Exchange): void {
    if (!this.#isOpen || outcome.kind === "none" || outcome.status < 400 || outcome.body.kind !== "json")
      return;
    const { value } = outcome.body;
    if (!isObject(value)) return;
    for (const candidate of signsIn(value)) {
      const said = value[candidate.member];
      const isWord = candidate.says === "a word of failure" && typeof said === "string";
      const sign = isWord ? { ...candidate, word: said.toLowerCase() } : candidate;
      const key = JSON.stringify(sign);
      const known = this.#heard.get(key) ?? { sign, among: new Set<string>() };
      this.#heard.set(key, known);
      const before = known.among.size;
      for (const name of Object.keys(value)) if (known.among.size < MOST_MEMBERS) known.among.add(name);
      if (known.among.size > before) this.#signs = undefined;
    }
  }

  /** The answer to a read of what was never there. */
  hearAbsence({ outcome }: Exchange): void {
    if (outcome.kind === "none") return;
    const isDone = meaningOfStatus(outcome.status) === "done";
    const signs = isDone && outcome.body.kind === "json" ? signsIn(outcome.body.value) : [];
    for (const sign of signs) this.#asked.set(JSON.stringify(sign), sign);
    const absence = absenceIn(outcome, signs.length > 0 || meaningOf(outcome) === "refused");
    if (absence !== undefined) this.#absences.set(JSON.stringify(absence), absence);
    this.#signs = undefined;
  }

  /** What an answer means in the way this service says it; undefined where its status says it. */
  meaningIn(response: HttpResponse): SaidMeaning | undefined {
    const read = meaningIn(this.signs, response);
    if (read?.sign !== undefined) this.#telling.add(JSON.stringify(read.sign));
    return read?.means;
  }

  /** The signs of refusals that were asked for or given, and of those that were heard the ones that told something. */
  get telling(): readonly RefusalSign[] {
    return this.signs.refusals.filter(
      (sign) => sign.among === undefined || this.#telling.has(JSON.stringify(sign)),
    );
  }

  get signs(): Signs {
    this.#signs ??= {
      refusals: [
        ...this.#given.refusals,
        ...this.#asked.values(),
        ...[...this.#heard.values()].map(({ sign, among }) => ({ ...sign, among: [...among].sort() })),
      ],
      absences: [...this.#given.absences, ...this.#absences.values()],
    };
    return this.#signs;
  }
}
