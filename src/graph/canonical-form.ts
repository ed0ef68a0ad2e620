import type { Layout } from "./layout.js";
import { unpack } from "./layout.js";
import { SlotPermutation } from "./slot-permutation.js";

/**
 * One state for all that differ only in which slots of a sort are used. Colour refinement first: a slot's colour
 * is what its entries hold and refer to, and what refers to it, as far as colours tell. Where slots keep the same
 * colour, each in turn is set apart and the rest refined again; the smallest outcome is the canonical form. Slots
 * that can be swapped without changing the state need one try, not one each: that is nearly always so, and leaves
 * one or two outcomes per state where sizes alone would allow thousands.
 *
 * The colours are hashes. A collision only makes a colour coarser and the search longer, never the result wrong.
 */
export class CanonicalForm {
  /** Words of the canonical form of the state last given. */
  readonly words: Int32Array;
  /** Where each slot of that state went: slots of all sorts are numbered through. */
  readonly images: Int32Array;
  readonly firstSlot: readonly number[];
  readonly slotCount: number;

  readonly #layout: Layout;
  readonly #digits: Int32Array;
  readonly #permutation: SlotPermutation;
  /** Colours per depth of the search. A colour is the first place of its class in the order of slots. */
  readonly #colours: Int32Array[];
  readonly #order: Int32Array;
  readonly #signatures: Int32Array;
  readonly #candidate: Int32Array;
  #found = false;

  constructor(layout: Layout) {
    this.#layout = layout;
    this.#permutation = new SlotPermutation(layout);
    this.firstSlot = this.#permutation.firstSlot;
    this.slotCount = this.#permutation.slotCount;
    this.#digits = new Int32Array(layout.cells.length);
    this.#colours = Array.from({ length: this.slotCount + 2 }, () => new Int32Array(this.slotCount));
    this.#order = new Int32Array(this.slotCount);
    this.#signatures = new Int32Array(this.slotCount);
    this.words = new Int32Array(layout.words.length);
    this.#candidate = new Int32Array(layout.words.length);
    this.images = new Int32Array(this.slotCount);
  }

  /** `marks` sets slots apart beforehand: only slots with the same mark may change places. */
  compute(states: Int32Array, at: number, marks?: Int32Array): void {
    const colours = this.#start(states, at, marks);
    this.#found = false;
    this.#search(0, colours);
  }

  /**
   * The classes of slots that can be exchanged at will, as each slot's class; undefined where the state has other
   * symmetries too, such as exchanging two players together with their enrolments.
   */
  exchangeable(states: Int32Array, at: number): Int32Array | undefined {
    const colours = this.#start(states, at, undefined);
    this.#refine(colours);
    for (let slot = 0; slot < this.slotCount; slot++) {
      const first = this.#firstOfClass(colours, colours[slot] ?? 0);
      if (first !== slot && !this.#areTwins(first, slot)) return undefined;
    }
    return colours;
  }

  #start(states: Int32Array, at: number, marks: Int32Array | undefined): Int32Array {
    unpack(this.#layout, states, at, this.#digits);
    this.#permutation.load(this.#digits);
    const colours = this.#colours[0] ?? this.images;
    for (let sort = 0; sort < this.firstSlot.length; sort++) {
      const first = this.firstSlot[sort] ?? 0;
      colours.fill(first, first, this.firstSlot[sort + 1] ?? this.slotCount);
    }
    if (marks !== undefined) {
      this.#signatures.set(marks);
      this.#splitBySignature(colours);
    }
    return colours;
  }

  #search(depth: number, colours: Int32Array): void {
    this.#refine(colours);
    const target = this.#smallestOpenClass(colours);
    if (target < 0) {
      this.#keepIfSmaller(colours);
      return;
    }
    const next = this.#colours[depth + 1] ?? colours;
    const members = this.#membersOf(colours, target);
    const kinds = this.#onePerTwins(members);
    if (kinds.length === 1) {
      // All members can be exchanged, so any order of them gives the same outcome.
      next.set(colours);
      for (let index = 0; index < members.length; index++) next[members[index] ?? 0] = target + index;
      this.#search(depth + 1, next);
      return;
    }
    for (const chosen of kinds) {
      next.set(colours);
      for (const member of members) next[member] = target + 1;
      next[chosen] = target;
      this.#search(depth + 1, next);
    }
  }

  /** Splits classes by what their slots take part in, until nothing changes. */
  #refine(colours: Int32Array): void {
    do this.#permutation.sign(colours, this.#signatures);
    while (this.#splitBySignature(colours));
  }

  #splitBySignature(colours: Int32Array): boolean {
    const count = this.slotCount;
    const order = this.#order;
    const signatures = this.#signatures;
    for (let index = 0; index < count; index++) {
      const colour = colours[index] ?? 0;
      const signature = signatures[index] ?? 0;
      let place = index;
      for (; place > 0; place--) {
        const before = order[place - 1] ?? 0;
        const difference = (colours[before] ?? 0) - colour;
        if (difference < 0 || (difference === 0 && (signatures[before] ?? 0) <= signature)) break;
        order[place] = before;
      }
      order[place] = index;
    }
    let split = false;
    let start = 0;
    let [lastColour, lastSignature] = [-1, 0];
    for (let place = 0; place < count; place++) {
      const slot = order[place] ?? 0;
      const [colour, signature] = [colours[slot] ?? 0, signatures[slot] ?? 0];
      if (colour !== lastColour) start = place;
      else if (signature !== lastSignature) {
        start = place;
        split = true;
      }
      [lastColour, lastSignature] = [colour, signature];
      colours[slot] = start;
    }
    return split;
  }

  #smallestOpenClass(colours: Int32Array): number {
    const sizes = this.#signatures.fill(0);
    for (let slot = 0; slot < this.slotCount; slot++) {
      const colour = colours[slot] ?? 0;
      sizes[colour] = (sizes[colour] ?? 0) + 1;
    }
    let best = -1;
    let bestSize = Number.MAX_SAFE_INTEGER;
    for (let colour = 0; colour < this.slotCount; colour++) {
      const size = sizes[colour] ?? 0;
      if (size < 2 || size >= bestSize) continue;
      [best, bestSize] = [colour, size];
    }
    return best;
  }

  #membersOf(colours: Int32Array, colour: number): number[] {
    const members: number[] = [];
    for (let slot = 0; slot < this.slotCount; slot++) if (colours[slot] === colour) members.push(slot);
    return members;
  }

  #firstOfClass(colours: Int32Array, colour: number): number {
    return colours.indexOf(colour);
  }

  #onePerTwins(members: readonly number[]): number[] {
    const kinds: number[] = [];
    for (const member of members) {
      if (!kinds.some((kind) => this.#areTwins(kind, member))) kinds.push(member);
    }
    return kinds;
  }

  #areTwins(one: number, other: number): boolean {
    return this.#permutation.isUnchangedBySwap(one, other);
  }

  #keepIfSmaller(colours: Int32Array): void {
    this.#permutation.apply(colours, this.#candidate);
    if (this.#found && compareWords(this.#candidate, this.words) >= 0) return;
    this.words.set(this.#candidate);
    this.images.set(colours);
    this.#found = true;
  }
}

function compareWords(left: Int32Array, right: Int32Array): number {
  for (let word = 0; word < left.length; word++) {
    const difference = (left[word] ?? 0) - (right[word] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
