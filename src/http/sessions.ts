import type { SecurityRequirement } from "#openapi/api";
import type { Actor } from "./actor.js";
import { type CookieJar, createCookieJar } from "./cookie-jar.js";
import { type Credentials, joinCredentials, NO_CREDENTIALS } from "./credentials.js";
import { type LoggedIn, logIn } from "./log-in.js";
import { passwordIn } from "./redactor.js";
import { createRenewable, type Renewable } from "./renewable.js";
import type { GivenCredentials } from "./scheme-credentials.js";
import { type Opened, Wallet, type WalletOptions } from "./wallet.js";

/**
 * Who a call is made as. Undefined: the default, that is what the user gave for the document's security
 * schemes, and the first user of the auth file. Null: nobody. A name: that user of the auth file and nothing else.
 */
export type ActorName = string | null | undefined;

export type Access =
  | {
      readonly ok: true;
      readonly credentials: Credentials;
      readonly jar: CookieJar;
      /** Obtains anew what can be; false where a second try would send the same. */
      renew(): Promise<boolean>;
    }
  | { readonly ok: false; readonly message: string };

export interface Sessions {
  accessFor(actor: ActorName, security: readonly SecurityRequirement[]): Promise<Access>;
  /** From now on this token is what the user would have given. */
  useToken(token: string): void;
}

export interface SessionOptions extends WalletOptions {
  readonly origin: string;
  readonly actors: readonly Actor[];
  readonly given: GivenCredentials;
}

interface Session {
  readonly jar: CookieJar;
  readonly fixed: Credentials;
  readonly login?: Renewable<LoggedIn>;
  /** What this user has for the security schemes of the document. */
  readonly wallet?: Wallet;
}

export function createSessions(options: SessionOptions): Sessions {
  const { clock } = options;
  const sessions = new Map(options.actors.map((actor) => [actor.name, openSession(actor, options)]));
  const [first] = options.actors;
  const fallback: Session = (first && sessions.get(first.name)) ?? {
    jar: createCookieJar(clock),
    fixed: NO_CREDENTIALS,
  };
  let wallet = new Wallet(options.given, options);

  return {
    useToken: (text) => {
      wallet = new Wallet({ ...options.given, bearer: text, apiKey: text }, options);
    },
    accessFor: async (actor, security) => {
      if (actor === null) {
        return {
          ok: true,
          credentials: NO_CREDENTIALS,
          jar: createCookieJar(clock),
          renew: async () => false,
        };
      }
      const session = actor === undefined ? fallback : sessions.get(actor);
      if (session === undefined) return { ok: false, message: `the auth file names no user "${actor}"` };
      const login = await session.login?.get();
      if (login !== undefined && !login.ok) return login;
      const wallets = [...(actor === undefined ? [wallet] : []), ...(session.wallet ? [session.wallet] : [])];
      const opened: Opened[] = [];
      for (const one of wallets) {
        const own = await one.open(security);
        if (!own.ok) return own;
        opened.push(own);
      }
      const parts = [
        ...opened.map(({ credentials }) => credentials),
        session.fixed,
        login?.value.credentials,
      ];
      return {
        ok: true,
        credentials: joinCredentials(parts.flatMap((part) => part ?? [])),
        jar: session.jar,
        renew: async () => {
          const renewed = [
            login === undefined ? undefined : await session.login?.renew(login.generation),
            ...(await Promise.all(opened.map(({ renew }) => renew()))),
          ];
          return renewed.some((result) => result === true || (typeof result === "object" && result.ok));
        },
      };
    },
  };
}

function openSession(actor: Actor, options: SessionOptions): Session {
  const { redactor } = options;
  const jar = createCookieJar(options.clock);
  for (const { name, value } of actor.fixedHeaders) {
    redactor.addName(name);
    redactor.add(value.trim());
    redactor.add(value.trim().replace(/^\w+ /, ""));
    for (const password of passwordIn(value.trim())) redactor.add(password);
  }
  const headers = actor.fixedHeaders.map(({ name, value }) => [name.toLowerCase(), value.trim()] as const);
  const fixed = { ...NO_CREDENTIALS, headers };
  const { login, credentials } = actor;
  const wallet = credentials === undefined ? {} : { wallet: new Wallet(credentials, options) };
  if (login === undefined) return { jar, fixed, ...wallet };
  for (const secret of login.secrets) redactor.add(secret);
  if (login.token !== undefined) redactor.addName(login.token.sendName);
  const obtain = async () => {
    const result = await logIn(login, options.origin, options.sendWith(jar), () => jar.size > 0);
    if (result.ok && result.value.token !== undefined) redactor.learn(result.value.token);
    return result;
  };
  return { jar, fixed, ...wallet, login: createRenewable(obtain, () => false) };
}
