export interface User {
  readonly username: string;
  password: string;
  email: string;
  readonly admin: boolean;
}

export interface Book {
  readonly title: string;
  readonly secret: string;
  readonly owner: string;
}

export interface Store {
  readonly users: Map<string, User>;
  readonly books: Map<string, Book>;
  /** Token to the name of its user. */
  readonly sessions: Map<string, string>;
  logins: number;
}

/** Somebody has to be there who may delete users, and somebody who may not; all others register. */
export const FIRST_USERS: readonly Readonly<User>[] = [
  { username: "admin", password: "first-admin", email: "admin@library.org", admin: true },
  { username: "reader", password: "first-reader", email: "reader@library.org", admin: false },
];

export function createStore(): Store {
  return {
    users: new Map(FIRST_USERS.map((user) => [user.username, { ...user }])),
    books: new Map(),
    sessions: new Map(),
    logins: 0,
  };
}

export function showUser({ username, email, admin }: User) {
  return { username, email, admin };
}
