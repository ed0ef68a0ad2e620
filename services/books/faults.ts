/** One switch each. All answer plausibly; most show only in what is read afterwards. */
export const BOOKS_FAULTS = {
  "create-book-cuts-title": "POST /books stores only the first twenty characters of the title.",
  "trashed-book-listed": "GET /books still lists books that are in the trash.",
  "trash-flag-not-set": "DELETE /books/{bookId} takes the book off the list, but it reads as not trashed.",
  "trash-takes-same-author": "DELETE /books/{bookId} moves all books of the same author to the trash.",
  "trash-misses-newest": "GET /trash leaves out the book that was trashed last.",
  "restore-not-listed":
    "POST /books/{bookId}/restore answers as if it worked, but GET /books does not list it.",
  "update-takes-out-of-trash": "PUT /books/{bookId} of a trashed book takes it out of the trash.",
  "update-keeps-isbn": "PUT /books/{bookId} answers with the new isbn, but stores the old one.",
  "patch-clears-author": "PATCH /books/{bookId} without an author removes the author.",
  "version-not-raised": "PUT /books/{bookId} does not raise the version.",
  "total-counts-trash": "GET /books counts trashed books in its total.",
  "empty-trash-only-hides": "DELETE /trash empties the list, but its books can still be read.",
  "empty-trash-takes-listed": "DELETE /trash also deletes the oldest book that is not in the trash.",
} as const;

export type BooksFault = keyof typeof BOOKS_FAULTS;
