import type { Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal } from "../json-app.js";
import { pick } from "../pick.js";
import type { PetstoreFault } from "./faults.js";
import type { Store, User } from "./store.js";

export function addUserRoutes(app: Hono, store: Store, fault: PetstoreFault | undefined): void {
  const { users } = store;
  const readUser = bodyReader<User>("petstore", "User");
  const readUserList = bodyReader<readonly User[]>("petstore", "UserList");
  let sessions = 0;

  app.post("/user", async (c) => {
    const user = toUser(await readUser(c));
    users.set(user.username, user);
    return c.json(user);
  });

  app.post("/user/createWithList", async (c) => {
    const created = (await readUserList(c)).map(toUser);
    const stored = fault === "create-with-list-skips-last" ? created.slice(0, -1) : created;
    for (const user of stored) users.set(user.username, user);
    return c.json(created);
  });

  app.get("/user/login", (c) => {
    const { username = "", password } = c.req.query();
    const user = users.get(username);
    const granted =
      user !== undefined && (user.password === password || fault === "login-accepts-any-password");
    if (!granted) throw new Refusal(400, "Invalid username or password");
    sessions += 1;
    c.header("X-Rate-Limit", "5000");
    return c.json(`Logged in user session: ${sessions}`);
  });

  app.get("/user/logout", (c) => c.json({ code: 200, type: "success", message: "User logged out" }));

  app.get("/user/:username", (c) => {
    const user = users.get(c.req.param("username"));
    if (user === undefined) throw new Refusal(404, "User not found");
    return c.json(user);
  });

  app.put("/user/:username", async (c) => {
    const body = await readUser(c);
    const username = c.req.param("username");
    if (!users.has(username)) throw new Refusal(404, "User not found");
    const user = { ...toUser(body), username };
    const { password, ...withoutPassword } = user;
    users.set(username, fault === "update-user-resets-password" ? withoutPassword : user);
    return c.json(user);
  });

  app.delete("/user/:username", (c) => {
    const username = c.req.param("username");
    users.delete(username);
    if (fault === "delete-user-removes-namesakes") {
      for (const other of [...users.keys()]) if (other.startsWith(username)) users.delete(other);
    }
    return c.json({ code: 200, type: "success", message: "User deleted" });
  });
}

function toUser(body: User): User {
  const fields = [
    "username",
    "id",
    "firstName",
    "lastName",
    "email",
    "password",
    "phone",
    "userStatus",
  ] as const;
  return pick(body, fields);
}
