import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { hexId } from "../hex-id.js";
import { Refusal } from "../json-app.js";
import { pick } from "../pick.js";
import type { BooksFault } from "./faults.js";
import { type Book, listedBooks, moveToTrash, type Store, takeFromTrash } from "./store.js";

interface Written {
  readonly title: string;
  readonly author?: string;
  readonly isbn?: string;
}

const WRITABLE = ["title", "author", "isbn"] as const;

export function addBookRoutes(app: Hono, store: Store, fault: BooksFault | undefined): void {
  const { books } = store;
  const readNew = bodyReader<{ readonly entry: Written }>("books", "NewBook");
  const readChange = bodyReader<{ readonly entry: Partial<Written> }>("books", "BookChange");

  app.get("/books", (c) => {
    const listed = fault === "trashed-book-listed" ? [...books.values()] : listedBooks(store);
    const total = fault === "total-counts-trash" ? books.size : listed.length;
    return c.json({ entries: listed, total });
  });

  app.post("/books", async (c) => {
    const { entry } = await readNew(c);
    store.created += 1;
    const id = hexId("book", store.created);
    const book = { id, ...pick(entry, WRITABLE), version: 1, trash: false };
    const cut = { ...book, title: [...book.title].slice(0, 20).join("") };
    books.set(id, fault === "create-book-cuts-title" ? cut : book);
    return c.json({ entry: book }, 201, { Location: `/books/${id}` });
  });

  app.get("/books/:bookId", (c) => c.json({ entry: existingBook(store, c) }));

  app.put("/books/:bookId", async (c) => {
    const { entry } = await readNew(c);
    const before = existingBook(store, c);
    const version = fault === "version-not-raised" ? before.version : before.version + 1;
    const { id, trash, isbn } = before;
    const book: Book = { id, ...pick(entry, WRITABLE), version, trash };
    const stored = fault === "update-keeps-isbn" && isbn !== undefined ? { ...book, isbn } : book;
    books.set(id, stored);
    if (fault === "update-takes-out-of-trash" && trash) takeFromTrash(store, stored);
    return c.json({ entry: book });
  });

  app.patch("/books/:bookId", async (c) => {
    const { entry } = await readChange(c);
    const before = existingBook(store, c);
    const book: Book = { ...before, ...pick(entry, WRITABLE), version: before.version + 1 };
    const { author, ...anonymous } = book;
    books.set(book.id, fault === "patch-clears-author" && entry.author === undefined ? anonymous : book);
    return c.json({ entry: book });
  });

  // Deleting what is in the trash already is no error: it is where it was wanted.
  app.delete("/books/:bookId", (c) => {
    const book = existingBook(store, c);
    moveToTrash(store, book);
    if (fault === "trash-flag-not-set") books.set(book.id, { ...book, trash: false });
    if (fault === "trash-takes-same-author" && book.author !== undefined) {
      for (const other of listedBooks(store)) if (other.author === book.author) moveToTrash(store, other);
    }
    return c.body(null, 204);
  });

  app.post("/books/:bookId/restore", (c) => {
    const book = existingBook(store, c);
    if (!store.trashed.has(book.id)) throw new Refusal(409, `Book ${book.id} is not in the trash.`);
    const restored = takeFromTrash(store, book);
    if (fault === "restore-not-listed") store.trashed.add(book.id);
    return c.json({ entry: restored });
  });
}

function existingBook({ books }: Store, c: Context): Book {
  const id = c.req.param("bookId") ?? "";
  const book = books.get(id);
  if (book === undefined) throw new Refusal(404, `There is no book ${id}.`);
  return book;
}
