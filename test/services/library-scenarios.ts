import { hexId } from "#services/hex-id";
import { bearer, type Scenario, type Tour } from "./scenario.js";

const ada = { username: "ada", password: "Correct-horse", email: "ada@library.org" };
const bob = { username: "bob", password: "battery", email: "bob@library.org" };
const diary = { title: "Diary", secret: "the mat" };

const register = (user: object) => ["POST /users/register", user as typeof ada] as const;
const login = ({ username, password }: { username: string; password: string }) =>
  ["POST /users/login", { username, password }] as const;
const token = (username: string, login: number) => hexId(`session of ${username}`, login);

/** Ada's token is the first, Bob's the second, the admin's the third. */
const asAda = bearer(token("ada", 1));
const asBob = bearer(token("bob", 2));
const asAdmin = bearer(token("admin", 3));
const both = [register(ada), register(bob), login(ada), login(bob)] as const;
const loginAdmin = login({ username: "admin", password: "first-admin" });
const addDiary = ["POST /books", diary, asAda] as const;

const fail = (status: number, message: string) => ({ status, body: { status: "fail", message } });
const noToken = fail(401, "A valid token is needed.");
const wrong = fail(401, "Name or password is wrong.");
const notYours = fail(403, "This is another user's.");
const shownUser = ({ username, email }: typeof ada, admin = false) => ({ username, email, admin });
const firstUsers = [
  { username: "admin", email: "admin@library.org", admin: true },
  { username: "reader", email: "reader@library.org", admin: false },
];

export const LIBRARY_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "register-as-admin": {
    calls: [register({ ...ada, admin: true }), login(ada), ["DELETE /users/reader", undefined, asAda]],
    answer: fail(403, "Only an admin can delete users."),
  },
  "register-taken-name": {
    calls: [register(ada), register({ ...ada, password: "stolen" })],
    answer: fail(409, "The name ada is taken."),
  },
  "login-ignores-case": {
    calls: [register(ada), login({ ...ada, password: "CORRECT-HORSE" })],
    answer: wrong,
  },
  "old-password-still-works": {
    calls: [...both, ["PUT /users/ada/password", { password: "changed" }, asAda], login(ada)],
    answer: wrong,
  },
  "password-of-another": {
    calls: [...both, ["PUT /users/ada/password", { password: "stolen" }, asBob]],
    answer: notYours,
  },
  "email-of-all": {
    calls: [
      ...both,
      ["PUT /users/ada/email", { email: "new@library.org" }, asAda],
      ["GET /users/bob", undefined, asAda],
    ],
    answer: { status: 200, body: shownUser(bob) },
  },
  "users-show-passwords": {
    calls: [register(ada), login(ada), ["GET /users", undefined, asAda]],
    answer: { status: 200, body: [...firstUsers, shownUser(ada)] },
  },
  "anyone-deletes-users": {
    calls: [...both, ["DELETE /users/ada", undefined, asBob]],
    answer: fail(403, "Only an admin can delete users."),
  },
  "deleted-user-keeps-token": {
    calls: [...both, loginAdmin, ["DELETE /users/bob", undefined, asAdmin], ["GET /books", undefined, asBob]],
    answer: noToken,
  },
  "book-without-token": { calls: [["POST /books", diary]], answer: noToken },
  "book-of-another-shown": {
    calls: [...both, addDiary, ["GET /books/Diary", undefined, asBob]],
    answer: fail(404, "You have no such book."),
  },
  "book-of-another-overwritten": {
    calls: [...both, addDiary, ["POST /books", { ...diary, secret: "mine" }, asBob]],
    answer: fail(409, "There is a book with this title."),
  },
  "own-books-only-newest": {
    calls: [
      ...both,
      addDiary,
      ["POST /books", { ...diary, title: "Notes" }, asAda],
      ["GET /books", undefined, asAda],
    ],
    answer: {
      status: 200,
      body: [
        { ...diary, owner: "ada" },
        { ...diary, title: "Notes", owner: "ada" },
      ],
    },
  },
  "delete-book-of-another": {
    calls: [...both, addDiary, ["DELETE /books/Diary", undefined, asBob]],
    answer: fail(404, "You have no such book."),
  },
};

/** Every operation with every status that the document declares for it. */
export const LIBRARY_TOUR: Tour = [
  [201, ...register(ada)],
  [409, ...register(ada)],
  [400, ...register({ username: "no body" })],
  [201, ...register({ ...bob, admin: true, constructor: 1 })],
  [200, ...login(ada)],
  [200, ...login(bob)],
  [200, ...loginAdmin],
  [401, ...login({ ...ada, password: "guess" })],
  [400, "POST /users/login", {}],
  [200, "GET /users", undefined, asAda],
  [401, "GET /users"],
  [200, "GET /users/bob", undefined, asAda],
  [401, "GET /users/bob", undefined, bearer("guess")],
  [404, "GET /users/none", undefined, asAda],
  [200, "PUT /users/ada/email", { email: "new@library.org" }, asAda],
  [400, "PUT /users/ada/email", { email: "none" }, asAda],
  [401, "PUT /users/ada/email", { email: "new@library.org" }],
  [403, "PUT /users/ada/email", { email: "new@library.org" }, asBob],
  [404, "PUT /users/none/email", { email: "new@library.org" }, asBob],
  [204, "PUT /users/ada/password", { password: "changed" }, asAda],
  [400, "PUT /users/ada/password", { password: "new" }, asAda],
  [401, "PUT /users/ada/password", { password: "changed" }],
  [403, "PUT /users/ada/password", { password: "changed" }, asBob],
  [404, "PUT /users/none/password", { password: "changed" }, asBob],
  [200, "GET /books", undefined, asAda],
  [401, "GET /books"],
  [201, ...addDiary],
  [409, "POST /books", diary, asBob],
  [400, "POST /books", { title: "", secret: "" }, asAda],
  [401, "POST /books", diary],
  [200, "GET /books/Diary", undefined, asAda],
  [401, "GET /books/Diary"],
  [404, "GET /books/Diary", undefined, asBob],
  [401, "DELETE /books/Diary"],
  [404, "DELETE /books/Diary", undefined, asBob],
  [204, "DELETE /books/Diary", undefined, asAda],
  [401, "DELETE /users/ada"],
  [403, "DELETE /users/ada", undefined, asBob],
  [403, "DELETE /users/admin", undefined, asAdmin],
  [404, "DELETE /users/none", undefined, asAdmin],
  [204, "DELETE /users/ada", undefined, asAdmin],
  [401, "GET /books", undefined, asAda],
];
