import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal } from "../json-app.js";
import type { LibraryFault } from "./faults.js";
import { callerOf, openSession } from "./session.js";
import { type Store, showUser, type User } from "./store.js";

interface Registration {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  /** Not in the document, and so not to be read. */
  readonly admin?: unknown;
}

export function addUserRoutes(app: Hono, store: Store, fault: LibraryFault | undefined): void {
  const { users } = store;
  const readRegistration = bodyReader<Registration>("library", "Registration");
  const readLogin = bodyReader<Pick<User, "username" | "password">>("library", "Login");
  const readEmail = bodyReader<Pick<User, "email">>("library", "NewEmail");
  const readPassword = bodyReader<Pick<User, "password">>("library", "NewPassword");

  app.post("/users/register", async (c) => {
    const { username, password, email, admin } = await readRegistration(c);
    const known = users.get(username);
    if (known !== undefined && (known.admin || fault !== "register-taken-name"))
      throw new Refusal(409, `The name ${username} is taken.`);
    const user = { username, password, email, admin: fault === "register-as-admin" && admin === true };
    users.set(username, user);
    return c.json(showUser({ ...user, admin: false }), 201, { Location: `/users/${username}` });
  });

  app.post("/users/login", async (c) => {
    const { username, password } = await readLogin(c);
    const fold = (text: string) => (fault === "login-ignores-case" ? text.toLowerCase() : text);
    const user = users.get(username);
    if (user === undefined || fold(user.password) !== fold(password))
      throw new Refusal(401, "Name or password is wrong.");
    return c.json({ token: openSession(store, user) });
  });

  app.get("/users", (c) => {
    callerOf(store, c, fault);
    const shown = [...users.values()];
    return c.json(fault === "users-show-passwords" ? shown : shown.map(showUser));
  });

  app.get("/users/:username", (c) => {
    callerOf(store, c, fault);
    return c.json(showUser(existingUser(c)));
  });

  app.put("/users/:username/email", async (c) => {
    const { email } = await readEmail(c);
    const user = ownUser(c, callerOf(store, c, fault));
    for (const each of fault === "email-of-all" ? users.values() : [user]) each.email = email;
    return c.json(showUser(user));
  });

  app.put("/users/:username/password", async (c) => {
    const { password } = await readPassword(c);
    const caller = callerOf(store, c, fault);
    const user = fault === "password-of-another" ? existingUser(c) : ownUser(c, caller);
    if (fault !== "old-password-still-works") user.password = password;
    return c.body(null, 204);
  });

  // Admins stay: without one nobody could delete users any more.
  app.delete("/users/:username", (c) => {
    const caller = callerOf(store, c, fault);
    if (!caller.admin && fault !== "anyone-deletes-users")
      throw new Refusal(403, "Only an admin can delete users.");
    const user = existingUser(c);
    if (user.admin) throw new Refusal(403, "An admin cannot be deleted.");
    users.delete(user.username);
    for (const book of [...store.books.values()])
      if (book.owner === user.username) store.books.delete(book.title);
    return c.body(null, 204);
  });

  function existingUser(c: Context): User {
    const username = c.req.param("username") ?? "";
    const user = users.get(username);
    if (user === undefined) throw new Refusal(404, `There is no user ${username}.`);
    return user;
  }

  function ownUser(c: Context, caller: User): User {
    const user = existingUser(c);
    if (user.username !== caller.username) throw new Refusal(403, "This is another user's.");
    return user;
  }
}
