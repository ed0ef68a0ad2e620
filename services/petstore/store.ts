/** Fields are kept as they were sent: a field that was left out stays away in every answer. */
export interface Store {
  readonly pets: Map<number, Pet>;
  readonly orders: Map<number, Order>;
  readonly users: Map<string, User>;
  /** Filled only by the fault that goes on counting them. */
  readonly deletedPets: Pet[];
}

export interface Pet {
  readonly id: number;
  readonly name: string;
  readonly category?: { readonly id?: number; readonly name?: string };
  readonly photoUrls: readonly string[];
  readonly tags?: readonly { readonly id?: number; readonly name?: string }[];
  readonly status?: PetStatus;
}

export const PET_STATUSES = ["available", "pending", "sold"] as const;
export type PetStatus = (typeof PET_STATUSES)[number];

export interface Order {
  readonly id: number;
  readonly petId?: number;
  readonly quantity?: number;
  readonly shipDate?: string;
  readonly status?: string;
  readonly complete?: boolean;
}

export interface User {
  readonly username: string;
  readonly id?: number;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly password?: string;
  readonly phone?: string;
  readonly userStatus?: number;
}

export function createStore(): Store {
  return { pets: new Map(), orders: new Map(), users: new Map(), deletedPets: [] };
}

/** Ids for things that come without one: they count up, past those that clients have chosen. */
export function createIds(things: ReadonlyMap<number, unknown>): () => number {
  let last = 0;
  return () => {
    do last += 1;
    while (things.has(last));
    return last;
  };
}
