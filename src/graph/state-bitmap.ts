/** Words of the bitmap per block: a block is what the search for unexpanded states skips at once. */
const BLOCK_SHIFT = 10;

/**
 * One bit for every state of a domain of at most two words. Rows of the bitmap belong to the high word and are
 * padded to whole numbers, so that finding a bit needs neither a division nor numbers above 2^31.
 *
 * There is no queue: a second bitmap says which states were expanded, and blocks with work left are flagged. It
 * holds two bits per state of the domain where a queue may hold eight bytes per reachable state.
 */
export class StateBitmap {
  readonly #rowWords: number;
  readonly #marked: Int32Array;
  readonly #expanded: Int32Array;
  readonly #busy: Uint8Array;
  #block = 0;
  #word = 0;

  constructor(domain: readonly number[]) {
    const [low = 1, high = 1] = domain;
    this.#rowWords = Math.ceil(low / 32);
    this.#marked = new Int32Array(this.#rowWords * high);
    this.#expanded = new Int32Array(this.#marked.length);
    this.#busy = new Uint8Array((this.#marked.length >>> BLOCK_SHIFT) + 1);
  }

  /** True where the state was not yet marked. */
  mark(low: number, high: number): boolean {
    const word = high * this.#rowWords + (low >>> 5);
    const bit = 1 << (low & 31);
    const bits = this.#marked[word] ?? 0;
    if ((bits & bit) !== 0) return false;
    this.#marked[word] = bits | bit;
    this.#busy[word >>> BLOCK_SHIFT] = 1;
    return true;
  }

  /** Takes a state that was marked and not yet handed out; false where there is none. */
  nextUnexpanded(state: Int32Array): boolean {
    for (;;) {
      const end = Math.min((this.#block + 1) << BLOCK_SHIFT, this.#marked.length);
      for (let word = this.#word; word < end; word++) {
        const expanded = this.#expanded[word] ?? 0;
        const open = (this.#marked[word] ?? 0) & ~expanded;
        if (open === 0) continue;
        const bit = 31 - Math.clz32(open & -open);
        this.#expanded[word] = expanded | (1 << bit);
        this.#word = word;
        this.#decode(word, bit, state);
        return true;
      }
      const next = this.#nextBusyBlock();
      if (next < 0) return false;
      this.#block = next;
      this.#word = next << BLOCK_SHIFT;
      this.#busy[next] = 0;
    }
  }

  /** The next flagged block, wrapping around: marks before the current one wait for the next round. */
  #nextBusyBlock(): number {
    const after = this.#busy.indexOf(1, this.#block);
    return after >= 0 ? after : this.#busy.indexOf(1);
  }

  #decode(word: number, bit: number, state: Int32Array): void {
    const high = (word / this.#rowWords) | 0;
    state[0] = ((word - high * this.#rowWords) << 5) | bit;
    state[1] = high;
  }

  /** To be called when every marked state was expanded: the second bitmap is then free to hold the ranks. */
  rank(): StateRanks {
    return new StateRanks(this.#marked, this.#expanded, this.#rowWords);
  }
}

/** Numbers the marked states in the order of their words. */
export class StateRanks {
  readonly #marked: Int32Array;
  /** How many states come before each word of the bitmap. */
  readonly #before: Int32Array;
  readonly #rowWords: number;

  constructor(marked: Int32Array, before: Int32Array, rowWords: number) {
    this.#marked = marked;
    this.#before = before;
    this.#rowWords = rowWords;
    let sum = 0;
    for (let word = 0; word < marked.length; word++) {
      before[word] = sum;
      sum += countBits(marked[word] ?? 0);
    }
  }

  of(low: number, high: number): number {
    const word = high * this.#rowWords + (low >>> 5);
    const below = (this.#marked[word] ?? 0) & ((1 << (low & 31)) - 1);
    return (this.#before[word] ?? 0) + countBits(below);
  }

  /** Visits every marked state in the order of its number. */
  forEach(state: Int32Array, visit: () => void): void {
    for (let word = 0; word < this.#marked.length; word++) {
      let bits = this.#marked[word] ?? 0;
      if (bits === 0) continue;
      const high = (word / this.#rowWords) | 0;
      const low = (word - high * this.#rowWords) << 5;
      for (; bits !== 0; bits &= bits - 1) {
        state[0] = low | (31 - Math.clz32(bits & -bits));
        state[1] = high;
        visit();
      }
    }
  }

  /** The state of a number, by bisection. */
  select(number: number, state: Int32Array): void {
    let [from, to] = [0, this.#marked.length - 1];
    while (from < to) {
      const middle = (from + to + 1) >>> 1;
      if ((this.#before[middle] ?? 0) <= number) from = middle;
      else to = middle - 1;
    }
    let bits = this.#marked[from] ?? 0;
    for (let skip = number - (this.#before[from] ?? 0); skip > 0; skip--) bits &= bits - 1;
    const high = (from / this.#rowWords) | 0;
    state[0] = ((from - high * this.#rowWords) << 5) | (31 - Math.clz32(bits & -bits));
    state[1] = high;
  }
}

function countBits(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
