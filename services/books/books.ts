import { createJsonApp } from "../json-app.js";
import { knownFault, type Service } from "../service.js";
import { addBookRoutes } from "./book-routes.js";
import { BOOKS_FAULTS } from "./faults.js";
import { createStore } from "./store.js";
import { addTrashRoutes } from "./trash-routes.js";

/**
 * The service that does not delete: DELETE moves a book to the trash, where it can still be read and changed,
 * but no list shows it. After the first of the two services that Seijas and others tested with QuickCheck; the
 * trash that can be emptied is the one that they added to their model.
 */
export const books: Service = {
  name: "books",
  title: "Books with a trash",
  faults: BOOKS_FAULTS,
  createApp: (fault) =>
    createJsonApp(
      (_, message) => ({ error: message }),
      (app) => {
        const store = createStore();
        const planted = knownFault(BOOKS_FAULTS, fault);
        addBookRoutes(app, store, planted);
        addTrashRoutes(app, store, planted);
      },
    ),
};
