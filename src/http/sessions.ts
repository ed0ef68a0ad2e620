import type { SecurityRequirement } from "#openapi/api";
import type { Actor } from "./actor.js";
import { fetchToken, type Token } from "./client-credentials.js";
import type { Clock } from "./clock.js";
import { type CookieJar, createCookieJar } from "./cookie-jar.js";
import { type Credentials, joinCredentials, NO_CREDENTIALS } from "./credentials.js";
import { type LoggedIn, logIn, type OwnSender } from "./log-in.js";
import { passwordIn, type Redactor } from "./redactor.js";
import { createRenewable, type Renewable } from "./renewable.js";
import {
  chooseSchemes,
  credentialsForScheme,
  type GivenCredentials,
  type SecuritySchemes,
  undeclaredCredentials,
  usesToken,
} from "./scheme-credentials.js";

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

export interface SessionOptions {
  readonly origin: string;
  readonly actors: readonly Actor[];
  readonly given: GivenCredentials;
  readonly schemes: SecuritySchemes;
  /** Whether any operation of the document declares security. */
  readonly securityDeclared: boolean;
  readonly clientCertificate: boolean;
  readonly tokenUrl?: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** Sends a request of Piolet's own with the cookies of a jar. */
  readonly sendWith: (jar: CookieJar) => OwnSender;
}

interface Session {
  readonly jar: CookieJar;
  readonly fixed: Credentials;
  readonly login?: Renewable<LoggedIn>;
}

export function createSessions(options: SessionOptions): Sessions {
  const { clock, redactor, schemes } = options;
  let { given } = options;
  const sessions = new Map(options.actors.map((actor) => [actor.name, openSession(actor, options)]));
  const [first] = options.actors;
  const fallback: Session = (first && sessions.get(first.name)) ?? {
    jar: createCookieJar(clock),
    fixed: NO_CREDENTIALS,
  };
  const token = tokenSource(options);

  const schemeAccess = async (security: readonly SecurityRequirement[]) => {
    const placeholder = given.oauth2 === undefined ? undefined : "";
    const canMeet = (name: string): boolean =>
      (schemes[name]?.type !== "mutualTLS" || options.clientCertificate) &&
      credentialsForScheme(name, schemes, given, placeholder) !== undefined;
    const chosen = options.securityDeclared ? chooseSchemes(security, canMeet) : [];
    const wanted = options.securityDeclared
      ? chosen.some((name) => usesToken(name, schemes, given))
      : given.oauth2 !== undefined;
    const held = wanted ? await token?.get() : undefined;
    if (held !== undefined && !held.ok) return held;
    const credentials = options.securityDeclared
      ? joinCredentials(
          chosen.flatMap((name) => credentialsForScheme(name, schemes, given, held?.value.text) ?? []),
        )
      : undeclaredCredentials(given, held?.value.text);
    for (const [name] of [...credentials.headers, ...credentials.query]) redactor.addName(name);
    return { ok: true as const, credentials, ...(held === undefined ? {} : { generation: held.generation }) };
  };

  return {
    useToken: (text) => {
      given = { ...given, bearer: text, apiKey: text };
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
      const own = actor === undefined ? await schemeAccess(security) : undefined;
      if (own !== undefined && !own.ok) return own;
      const parts = [own?.credentials, session.fixed, login?.value.credentials];
      return {
        ok: true,
        credentials: joinCredentials(parts.flatMap((part) => part ?? [])),
        jar: session.jar,
        renew: async () => {
          const renewed = [
            login === undefined ? undefined : await session.login?.renew(login.generation),
            own?.generation === undefined ? undefined : await token?.renew(own.generation),
          ];
          return renewed.some((result) => result?.ok === true);
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
  const { login } = actor;
  if (login === undefined) return { jar, fixed };
  for (const secret of login.secrets) redactor.add(secret);
  if (login.token !== undefined) redactor.addName(login.token.sendName);
  const obtain = async () => {
    const result = await logIn(login, options.origin, options.sendWith(jar), () => jar.size > 0);
    if (result.ok && result.value.token !== undefined) redactor.learn(result.value.token);
    return result;
  };
  return { jar, fixed, login: createRenewable(obtain, () => false) };
}

function tokenSource(options: SessionOptions): Renewable<Token> | undefined {
  const { oauth2 } = options.given;
  if (oauth2 === undefined) return undefined;
  const { clock, redactor, tokenUrl } = options;
  redactor.add(oauth2.clientSecret);
  const send = options.sendWith(createCookieJar(clock));
  const obtain = async () => {
    if (tokenUrl === undefined) return { ok: false as const, message: "the document names no token URL" };
    const result = await fetchToken(oauth2, tokenUrl, send, () => clock.now());
    if (result.ok) redactor.learn(result.value.text);
    return result;
  };
  return createRenewable(obtain, (held) => clock.now() >= held.staleAt);
}
