/** Who the bundled services let in, by the variable that scripts take the credentials from. */
const USERS: Readonly<Record<string, Readonly<Record<string, Login>>>> = {
  "e-commerce": { AUTHORIZATION: { path: "/api/auth/login", user: "shopper", token: "accessToken" } },
  library: {
    AUTHORIZATION: { path: "/users/login", user: "admin", token: "token" },
    AUTHORIZATION_READER: { path: "/users/login", user: "reader", token: "token" },
  },
};

interface Login {
  readonly path: string;
  readonly user: string;
  readonly token: string;
}

/** The credentials for the scripts of a bundled service, by variable; none where it asks for none. */
export async function loggedIn(service: string, url: string): Promise<Record<string, string>> {
  const all = Object.entries(USERS[service] ?? {}).map(async ([variable, { path, user, token }]) => {
    const body = JSON.stringify({ username: user, password: `first-${user}` });
    const answer = await fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const tokens = (await answer.json()) as Readonly<Record<string, string>>;
    return [variable, `Bearer ${tokens[token]}`] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}
