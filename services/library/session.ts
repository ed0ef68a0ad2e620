import type { Context } from "hono";
import { hexId } from "../hex-id.js";
import { Refusal } from "../json-app.js";
import type { LibraryFault } from "./faults.js";
import type { Store, User } from "./store.js";

/** A token that nobody guesses who has not read this file: bundled services are the same in every run. */
export function openSession(store: Store, user: User): string {
  store.logins += 1;
  const token = hexId(`session of ${user.username}`, store.logins);
  store.sessions.set(token, user.username);
  return token;
}

/** Who is calling; a token counts only as long as its user is there. */
export function callerOf(store: Store, c: Context, fault: LibraryFault | undefined): User {
  const [, token = ""] = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  const name = store.sessions.get(token);
  const user = name === undefined ? undefined : store.users.get(name);
  if (user !== undefined) return user;
  if (name !== undefined && fault === "deleted-user-keeps-token")
    return { username: name, password: "", email: "", admin: false };
  c.header("WWW-Authenticate", "Bearer");
  throw new Refusal(401, "A valid token is needed.");
}
