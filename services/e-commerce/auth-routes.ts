import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { hexId } from "../hex-id.js";
import { Refusal } from "../json-app.js";
import type { ECommerceFault } from "./faults.js";
import type { Store, User } from "./store.js";

/** As in the document, every member of a body may be missing. */
interface Registration {
  readonly username?: string;
  readonly password?: string;
  readonly confirmPassword?: string;
}

export function addAuthRoutes(app: Hono, store: Store, fault: ECommerceFault | undefined): void {
  const { users, sessions } = store;
  const readRegistration = bodyReader<Registration>("e-commerce", "RegisterRequestDto");
  const readLogin = bodyReader<Partial<Pick<User, "username" | "password">>>("e-commerce", "LoginRequestDto");

  app.post("/api/auth/register", async (c) => {
    const { username = "", password = "", confirmPassword } = await readRegistration(c);
    if (username === "" || password === "") throw new Refusal(400, "Username and password are needed");
    if (password !== confirmPassword && fault !== "register-passwords-differ")
      throw new Refusal(400, "Passwords do not match");
    if (users.has(username) && fault !== "register-taken-name")
      throw new Refusal(400, "Username already exists");
    store.created += 1;
    const verification = hexId("verification", store.created);
    users.set(username, { username, password, verification, verified: false });
    // Mail is not sent from here, so the link comes with the answer.
    return c.json({ status: 200, message: `Verify at /api/auth/accountVerification/${verification}` });
  });

  app.get("/api/auth/accountVerification/:token", (c) => {
    const token = c.req.param("token");
    const user = [...users.values()].find(({ verification }) => verification === token);
    if (user === undefined) throw new Refusal(404, "Invalid token");
    const verified = fault === "verification-verifies-all" ? users.values() : [user];
    for (const each of verified) each.verified = true;
    return c.json({ status: 200, message: "Account activated" });
  });

  app.post("/api/auth/login", async (c) => {
    const { username = "", password } = await readLogin(c);
    const user = users.get(username);
    const isKnown = user !== undefined && user.password === password;
    if (!isKnown || !(user.verified || fault === "login-before-verification"))
      throw new Refusal(401, "Bad credentials");
    store.created += 1;
    const accessToken = hexId(`session of ${username}`, store.created);
    sessions.set(accessToken, username);
    return c.json({ accessToken, username });
  });
}

/** The name of the user who calls, by the token of a login. */
export function callerOf({ sessions }: Store, c: Context): string {
  const [, token = ""] = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  const username = sessions.get(token);
  if (username === undefined) throw new Refusal(401, "Full authentication is required");
  return username;
}
