/** So many characters of a text are looked up at once; no text that is hidden is shorter. */
export const SHORTEST = 8;

const BASE = 31;
const LEAVING = Array.from({ length: SHORTEST - 1 }).reduce<number>((power) => Math.imul(power, BASE), 1);

/**
 * Finds any of many texts, wherever one begins. A service may send a new session with every answer, so there can be
 * thousands: all texts are looked up by a rolling hash of their first characters, which costs the same for one and for
 * ten thousand (about 5 ns per character; an expression of all of them takes milliseconds to compile, and they keep coming).
 */
export class SecretTexts {
  readonly #byBeginning = new Map<number, Set<string>>();
  /** Answers "none begins so" without asking the map, which is the usual case. */
  readonly #mayBegin = new Uint8Array(1 << 16);

  get isEmpty(): boolean {
    return this.#byBeginning.size === 0;
  }

  add(text: string): void {
    if (text.length < SHORTEST) return;
    const hash = hashOf(text, 0);
    const texts = this.#byBeginning.get(hash) ?? new Set<string>();
    texts.add(text);
    this.#byBeginning.set(hash, texts);
    this.#mayBegin[slotOf(hash)] = 1;
  }

  has(text: string): boolean {
    return text.length >= SHORTEST && this.#byBeginning.get(hashOf(text, 0))?.has(text) === true;
  }

  /** The text with all that was found replaced; what overlaps is replaced as one, so that no end is left behind. */
  hide(text: string, mask: string): string {
    if (this.isEmpty || text.length < SHORTEST) return text;
    let result = "";
    let [kept, from, to] = [0, -1, -1];
    const flush = () => {
      if (to < 0) return;
      result += text.slice(kept, from) + mask;
      kept = to;
    };
    for (let at = 0, hash = hashOf(text, 0); ; at++) {
      const length = this.#mayBegin[slotOf(hash)] === 1 ? this.#longestAt(text, at, hash) : 0;
      if (length > 0) {
        if (at > to) {
          flush();
          from = at;
        }
        to = Math.max(to, at + length);
      }
      if (at + SHORTEST >= text.length) break;
      const without = hash - Math.imul(text.charCodeAt(at), LEAVING);
      hash = (Math.imul(without, BASE) + text.charCodeAt(at + SHORTEST)) | 0;
    }
    flush();
    return kept === 0 ? text : result + text.slice(kept);
  }

  #longestAt(text: string, at: number, hash: number): number {
    let longest = 0;
    for (const secret of this.#byBeginning.get(hash) ?? []) {
      const length = lengthAt(secret, text, at);
      if (length > longest && isWhole(secret, text, at)) longest = length;
    }
    return longest;
  }
}

/** How much of a secret stands there: all of it, or the beginning where the text was cut in its middle. */
function lengthAt(secret: string, text: string, at: number): number {
  if (text.startsWith(secret, at)) return secret.length;
  const cut = text.slice(at + SHORTEST, at + secret.length).indexOf(CUT);
  const length = SHORTEST + cut;
  return cut >= 0 && text.startsWith(secret.slice(0, length), at) ? length : 0;
}

/** Where messages cut what they quote. */
const CUT = "…";

/** A part of a longer number is another number: without this, a report of milliseconds would be no JSON any more. */
function isWhole(secret: string, text: string, at: number): boolean {
  return (
    !/^\d+$/.test(secret) || !(/\d/.test(text[at - 1] ?? "") || /\d/.test(text[at + secret.length] ?? ""))
  );
}

function hashOf(text: string, at: number): number {
  let hash = 0;
  for (let index = at; index < at + SHORTEST; index++)
    hash = (Math.imul(hash, BASE) + text.charCodeAt(index)) | 0;
  return hash;
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 16)) & 0xffff;
}
