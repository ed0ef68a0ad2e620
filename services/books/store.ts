/** A book stays in the store when it is trashed; only emptying the trash removes it. */
export interface Book {
  readonly id: string;
  readonly title: string;
  readonly author?: string;
  readonly isbn?: string;
  readonly version: number;
  readonly trash: boolean;
}

export interface Store {
  readonly books: Map<string, Book>;
  /** The ids of the trashed books, in the order in which they were trashed. */
  readonly trashed: Set<string>;
  created: number;
}

export function createStore(): Store {
  return { books: new Map(), trashed: new Set(), created: 0 };
}

export function listedBooks(store: Store): Book[] {
  return [...store.books.values()].filter((book) => !store.trashed.has(book.id));
}

export function trashedBooks(store: Store): Book[] {
  return [...store.trashed].flatMap((id) => store.books.get(id) ?? []);
}

export function moveToTrash(store: Store, book: Book): void {
  store.trashed.add(book.id);
  store.books.set(book.id, { ...book, trash: true });
}

export function takeFromTrash(store: Store, book: Book): Book {
  const restored = { ...book, trash: false };
  store.trashed.delete(book.id);
  store.books.set(book.id, restored);
  return restored;
}
