import { fieldValue, type Layout, NONE } from "./layout.js";

/**
 * A state as a list of facts: which slots an entry links (its keys and its references), and a number for all the
 * rest (which map, which plain values). Renaming slots is then renaming in facts.
 */
export class SlotPermutation {
  readonly firstSlot: readonly number[];
  readonly slotCount: number;

  readonly #layout: Layout;
  readonly #width: number;
  /** Per map and digit: the slots that the record refers to, and the digit with all references at their base. */
  readonly #references: readonly Int32Array[];
  readonly #plain: readonly Int32Array[];
  /** Per cell: the slots of its key. */
  readonly #keys: readonly Int32Array[];
  readonly #maps: Int32Array;
  #digits: Int32Array = new Int32Array(0);
  /** Cells that are not absent. */
  readonly #facts: Int32Array;
  #factCount = 0;
  readonly #swap: Int32Array;

  constructor(layout: Layout) {
    this.#layout = layout;
    let slotCount = 0;
    this.firstSlot = layout.sorts.map((slots) => {
      slotCount += slots;
      return slotCount - slots;
    });
    this.slotCount = slotCount;
    this.#width = layout.words.length;
    this.#maps = Int32Array.from(layout.cells, ({ map }) => map);
    this.#keys = layout.cells.map(({ map, key }) =>
      Int32Array.from(key, (slot, index) => slot + (this.firstSlot[layout.maps[map]?.keys[index] ?? 0] ?? 0)),
    );
    const tables = layout.maps.map(({ fields, radix }) => {
      const links = fields.filter(({ sort }) => sort >= 0);
      const references = new Int32Array(radix * links.length);
      const plain = new Int32Array(radix);
      for (let digit = 1; digit < radix; digit++) {
        plain[digit] = digit;
        for (const [index, field] of links.entries()) {
          const slot = fieldValue(field, digit);
          references[digit * links.length + index] =
            slot === NONE ? NONE : slot + (this.firstSlot[field.sort] ?? 0);
          plain[digit] = (plain[digit] ?? 0) - (slot - field.base) * field.stride;
        }
      }
      return { references, plain };
    });
    this.#references = tables.map(({ references }) => references);
    this.#plain = tables.map(({ plain }) => plain);
    this.#facts = new Int32Array(layout.cells.length);
    this.#swap = new Int32Array(slotCount);
  }

  load(digits: Int32Array): void {
    this.#digits = digits;
    this.#factCount = 0;
    for (let cell = 0; cell < digits.length; cell++) {
      if (digits[cell] !== 0) this.#facts[this.#factCount++] = cell;
    }
  }

  /** For each slot a hash of the facts that it takes part in, seen through the colours of the slots in them. */
  sign(colours: Int32Array, signatures: Int32Array): void {
    signatures.fill(0);
    for (let fact = 0; fact < this.#factCount; fact++) {
      const cell = this.#facts[fact] ?? 0;
      const map = this.#maps[cell] ?? 0;
      const digit = this.#digits[cell] ?? 0;
      const keys = this.#keys[cell] ?? this.#swap;
      const references = this.#references[map] ?? this.#swap;
      const links = references.length / (this.#plain[map]?.length ?? 1);
      let hash = mix(map, this.#plain[map]?.[digit] ?? 0);
      for (let index = 0; index < keys.length; index++) hash = mix(hash, colours[keys[index] ?? 0] ?? 0);
      for (let index = 0; index < links; index++) {
        const slot = references[digit * links + index] ?? 0;
        hash = mix(hash, slot === NONE ? NONE : (colours[slot] ?? 0));
      }
      for (let index = 0; index < keys.length; index++) {
        const slot = keys[index] ?? 0;
        signatures[slot] = (signatures[slot] ?? 0) + mix(hash, index);
      }
      for (let index = 0; index < links; index++) {
        const slot = references[digit * links + index] ?? 0;
        if (slot !== NONE) signatures[slot] = (signatures[slot] ?? 0) + mix(hash, keys.length + index);
      }
    }
  }

  /** The words of the state in which slot s is called images[s]. */
  apply(images: Int32Array, into: Int32Array): void {
    into.fill(0, 0, this.#width);
    for (let fact = 0; fact < this.#factCount; fact++) {
      const cell = this.#facts[fact] ?? 0;
      const image = this.#layout.cells[this.#imageOfCell(cell, images)];
      if (image === undefined) continue;
      into[image.word] = (into[image.word] ?? 0) + this.#imageOfDigit(cell, images) * image.weight;
    }
  }

  isUnchangedBySwap(one: number, other: number): boolean {
    const swap = this.#swap;
    for (let slot = 0; slot < swap.length; slot++) swap[slot] = slot;
    swap[one] = other;
    swap[other] = one;
    for (let fact = 0; fact < this.#factCount; fact++) {
      const cell = this.#facts[fact] ?? 0;
      if (this.#digits[this.#imageOfCell(cell, swap)] !== this.#imageOfDigit(cell, swap)) return false;
    }
    return true;
  }

  #imageOfCell(cell: number, images: Int32Array): number {
    const keys = this.#keys[cell] ?? images;
    const map = this.#layout.maps[this.#maps[cell] ?? 0];
    if (map === undefined) return cell;
    let image = map.firstCell;
    for (let index = 0; index < keys.length; index++) {
      const first = this.firstSlot[map.keys[index] ?? 0] ?? 0;
      image += ((images[keys[index] ?? 0] ?? 0) - first) * (map.keyStrides[index] ?? 0);
    }
    return image;
  }

  #imageOfDigit(cell: number, images: Int32Array): number {
    const mapNumber = this.#maps[cell] ?? 0;
    const digit = this.#digits[cell] ?? 0;
    const references = this.#references[mapNumber] ?? images;
    const fields = this.#layout.maps[mapNumber]?.fields ?? [];
    let image = this.#plain[mapNumber]?.[digit] ?? 0;
    const links = references.length / (this.#plain[mapNumber]?.length ?? 1);
    let link = digit * links;
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index];
      if (field === undefined || field.sort < 0) continue;
      const slot = references[link++] ?? 0;
      const value = slot === NONE ? NONE : (images[slot] ?? 0) - (this.firstSlot[field.sort] ?? 0);
      image += (value - field.base) * field.stride;
    }
    return image;
  }
}

function mix(hash: number, value: number): number {
  let mixed = Math.imul(hash ^ Math.imul(value + 1, 0x85ebca6b), 0x9e3779b1);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 13);
}
