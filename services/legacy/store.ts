export interface Part {
  readonly partNo: string;
  readonly name: string;
  readonly supplier: string;
  readonly stock: number;
}

export interface Supplier {
  readonly code: string;
  readonly name: string;
}

export interface Store {
  readonly parts: Map<string, Part>;
  readonly suppliers: Map<string, Supplier>;
  removedParts: number;
}

export function createStore(): Store {
  return { parts: new Map(), suppliers: new Map(), removedParts: 0 };
}

/** Everything that went well comes like this. */
export function ok<T>(result: T) {
  return { ok: true, result };
}
