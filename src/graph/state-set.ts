/**
 * A set of packed states that numbers them in the order of arrival. Open addressing on typed arrays, at most half
 * full: a `Map` with a string per state takes ten times the memory and fifty times the time.
 */
export class StateSet {
  readonly #width: number;
  #states: Int32Array;
  /** Number of the state + 1; 0 is free. */
  #slots: Int32Array;
  #mask: number;
  #size = 0;

  constructor(width: number, capacity = 1 << 10) {
    this.#width = width;
    this.#states = new Int32Array(capacity * width);
    this.#slots = new Int32Array(capacity * 2);
    this.#mask = capacity * 2 - 1;
  }

  get size(): number {
    return this.#size;
  }

  /** All states one after the other; valid until the next `add`. */
  get states(): Int32Array {
    return this.#states;
  }

  /** The number of a state, which is new where it equals the size before. */
  add(words: Int32Array, at: number): number {
    const width = this.#width;
    const states = this.#states;
    const slots = this.#slots;
    let slot = hashWords(words, at, width) & this.#mask;
    for (let number = slots[slot] ?? 0; number !== 0; number = slots[slot] ?? 0) {
      const start = (number - 1) * width;
      let word = 0;
      while (word < width && states[start + word] === words[at + word]) word++;
      if (word === width) return number - 1;
      slot = (slot + 1) & this.#mask;
    }
    if ((this.#size + 1) * 2 > slots.length) {
      this.#grow();
      return this.add(words, at);
    }
    for (let word = 0; word < width; word++) states[this.#size * width + word] = words[at + word] ?? 0;
    this.#size++;
    slots[slot] = this.#size;
    return this.#size - 1;
  }

  #grow(): void {
    const states = new Int32Array(this.#states.length * 2);
    states.set(this.#states);
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      let slot = hashWords(states, number * this.#width, this.#width) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    [this.#states, this.#slots, this.#mask] = [states, slots, mask];
  }
}

function hashWords(words: Int32Array, at: number, width: number): number {
  let hash = 0;
  for (let word = 0; word < width; word++) {
    hash = Math.imul(hash ^ (words[at + word] ?? 0), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return Math.imul(hash, 0x85ebca6b) ^ (hash >>> 13);
}
