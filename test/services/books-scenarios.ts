import { hexId } from "#services/hex-id";
import type { Scenario, Tour } from "./scenario.js";

const hood = { title: "Little Red Riding Hood", author: "Charles Perrault", isbn: "9780836249019" };
const cinderella = { title: "Cinderella", author: "Charles Perrault" };
const first = hexId("book", 1);
const second = hexId("book", 2);
const storedHood = { id: first, ...hood, version: 1, trash: false };
const storedCinderella = { id: second, ...cinderella, version: 1, trash: false };

const addHood = ["POST /books", { entry: hood }] as const;
const addCinderella = ["POST /books", { entry: cinderella }] as const;
const trashHood = [`DELETE /books/${first}`] as const;
const readHood = [`GET /books/${first}`] as const;
const list = ["GET /books"] as const;

const entry = (book: typeof storedHood | typeof storedCinderella) => ({ status: 200, body: { entry: book } });
const entries = (...books: (typeof storedHood | typeof storedCinderella)[]) => ({
  status: 200,
  body: { entries: books, total: books.length },
});
const missing = { status: 404, body: { error: `There is no book ${first}.` } };

export const BOOKS_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "create-book-cuts-title": { calls: [addHood, readHood], answer: entry(storedHood) },
  "trashed-book-listed": {
    calls: [addHood, addCinderella, trashHood, list],
    answer: entries(storedCinderella),
  },
  "trash-flag-not-set": {
    calls: [addHood, trashHood, readHood],
    answer: entry({ ...storedHood, trash: true }),
  },
  "trash-takes-same-author": {
    calls: [addHood, addCinderella, trashHood, [`GET /books/${second}`]],
    answer: entry(storedCinderella),
  },
  "trash-misses-newest": {
    calls: [addHood, trashHood, ["GET /trash"]],
    answer: entries({ ...storedHood, trash: true }),
  },
  "restore-not-listed": {
    calls: [addHood, trashHood, [`POST /books/${first}/restore`], list],
    answer: entries(storedHood),
  },
  "update-takes-out-of-trash": {
    calls: [addHood, trashHood, [`PUT /books/${first}`, { entry: hood }], list],
    answer: entries(),
  },
  "update-keeps-isbn": {
    calls: [addHood, [`PUT /books/${first}`, { entry: { ...hood, isbn: "1234567890123" } }], readHood],
    answer: entry({ ...storedHood, isbn: "1234567890123", version: 2 }),
  },
  "patch-clears-author": {
    calls: [addHood, [`PATCH /books/${first}`, { entry: { title: "Red Cap" } }], readHood],
    answer: entry({ ...storedHood, title: "Red Cap", version: 2 }),
  },
  "version-not-raised": {
    calls: [addHood, [`PUT /books/${first}`, { entry: hood }]],
    answer: entry({ ...storedHood, version: 2 }),
  },
  "total-counts-trash": { calls: [addHood, trashHood, list], answer: entries() },
  "empty-trash-only-hides": { calls: [addHood, trashHood, ["DELETE /trash"], readHood], answer: missing },
  "empty-trash-takes-listed": {
    calls: [addHood, addCinderella, trashHood, ["DELETE /trash"], list],
    answer: entries(storedCinderella),
  },
};

/** Every operation with every status that the document declares for it. */
export const BOOKS_TOUR: Tour = [
  [200, ...list],
  [201, ...addHood],
  [400, "POST /books", { entry: { author: "Nobody" } }],
  [400, "POST /books", hood],
  [400, "POST /books", { entry: { ...hood, isbn: "12" } }],
  [201, "POST /books", { entry: { ...cinderella, trash: true, id: "mine", constructor: {} } }],
  [200, ...readHood],
  [404, "GET /books/none"],
  [200, `PUT /books/${first}`, { entry: { title: "Red Cap" } }],
  [400, `PUT /books/${first}`, { entry: {} }],
  [404, "PUT /books/none", { entry: hood }],
  [200, `PATCH /books/${first}`, { entry: { author: "Brothers Grimm" } }],
  [200, `PATCH /books/${first}`, { entry: {} }],
  [400, `PATCH /books/${first}`, { entry: { author: "" } }],
  [404, "PATCH /books/none", { entry: {} }],
  [409, `POST /books/${first}/restore`],
  [204, ...trashHood],
  [204, ...trashHood],
  [404, "DELETE /books/none"],
  [200, ...readHood],
  [200, `PUT /books/${first}`, { entry: hood }],
  [200, "GET /trash"],
  [200, `POST /books/${first}/restore`],
  [404, "POST /books/none/restore"],
  [204, ...trashHood],
  [204, "DELETE /trash"],
  [404, ...readHood],
];
