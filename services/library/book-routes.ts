import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal } from "../json-app.js";
import type { LibraryFault } from "./faults.js";
import { callerOf } from "./session.js";
import type { Book, Store } from "./store.js";

export function addBookRoutes(app: Hono, store: Store, fault: LibraryFault | undefined): void {
  const { books } = store;
  const readBook = bodyReader<Pick<Book, "title" | "secret">>("library", "NewBook");

  app.get("/books", (c) => {
    const { username } = callerOf(store, c, fault);
    const own = [...books.values()].filter(({ owner }) => owner === username);
    return c.json(fault === "own-books-only-newest" ? own.slice(-1) : own);
  });

  app.post("/books", async (c) => {
    const { title, secret } = await readBook(c);
    const anonymous = fault === "book-without-token" && c.req.header("authorization") === undefined;
    const owner = anonymous ? "admin" : callerOf(store, c, fault).username;
    if (books.has(title) && fault !== "book-of-another-overwritten")
      throw new Refusal(409, "There is a book with this title.");
    const book = { title, secret, owner };
    books.set(title, book);
    return c.json(book, 201);
  });

  app.get("/books/:title", (c) =>
    c.json(ownBook(c, callerOf(store, c, fault).username, fault === "book-of-another-shown")),
  );

  app.delete("/books/:title", (c) => {
    const anyBook = fault === "delete-book-of-another";
    books.delete(ownBook(c, callerOf(store, c, fault).username, anyBook).title);
    return c.body(null, 204);
  });

  /** What is another user's is answered like what is not there, so that nobody learns of it. */
  function ownBook(c: Context, username: string, anyOwner: boolean): Book {
    const title = c.req.param("title") ?? "";
    const book = books.get(title);
    if (book === undefined || (book.owner !== username && !anyOwner))
      throw new Refusal(404, "You have no such book.");
    return book;
  }
}
