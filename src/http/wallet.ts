import type { SecurityRequirement } from "#openapi/api";
import { fetchToken, type Token } from "./client-credentials.js";
import type { Clock } from "./clock.js";
import { type CookieJar, createCookieJar } from "./cookie-jar.js";
import { type Credentials, joinCredentials } from "./credentials.js";
import type { OwnSender } from "./log-in.js";
import type { Redactor } from "./redactor.js";
import { createRenewable, type Renewable } from "./renewable.js";
import {
  chooseSchemes,
  clientFor,
  credentialsForScheme,
  type GivenCredentials,
  type OAuthClient,
  type SecuritySchemes,
  undeclaredCredentials,
} from "./scheme-credentials.js";

export interface WalletOptions {
  readonly schemes: SecuritySchemes;
  /** Whether any operation of the document declares security. */
  readonly securityDeclared: boolean;
  readonly clientCertificate: boolean;
  /** Where the tokens of a scheme are fetched, and of no scheme in particular. */
  readonly tokenUrl: (client: OAuthClient, scheme: string | undefined) => string | undefined;
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** Sends a request of Piolet's own with the cookies of a jar. */
  readonly sendWith: (jar: CookieJar) => OwnSender;
}

/** What a wallet has for a call. */
export interface Opened {
  readonly ok: true;
  readonly credentials: Credentials;
  /** Whether the tokens among them could be obtained anew. */
  readonly renew: () => Promise<boolean>;
}

interface HeldToken {
  readonly text: string;
  readonly renew: () => Promise<boolean>;
}

type TokenFor =
  | { readonly ok: true; readonly token?: HeldToken }
  | { readonly ok: false; readonly message: string };

/** What somebody has for the security schemes of the document. Tokens are fetched when they are first needed, one for each client. */
export class Wallet {
  readonly #given: GivenCredentials;
  readonly #options: WalletOptions;
  readonly #tokens = new Map<string, Renewable<Token>>();

  constructor(given: GivenCredentials, options: WalletOptions) {
    this.#given = given;
    this.#options = options;
  }

  /** The credentials for a call with this security, or why they cannot be obtained. */
  async open(
    security: readonly SecurityRequirement[],
  ): Promise<Opened | { readonly ok: false; readonly message: string }> {
    const { schemes, securityDeclared, redactor } = this.#options;
    const held: HeldToken[] = [];
    const parts: Credentials[] = [];
    const names = securityDeclared ? chooseSchemes(security, (name) => this.#canMeet(name)) : [undefined];
    for (const name of names) {
      const found = await this.#tokenFor(name);
      if (!found.ok) return found;
      const { token } = found;
      if (token !== undefined) held.push(token);
      const own =
        name === undefined
          ? undeclaredCredentials(this.#given, token?.text)
          : credentialsForScheme(name, schemes, this.#given, token?.text);
      if (own !== undefined) parts.push(own);
    }
    const credentials = joinCredentials(parts);
    for (const [name] of [...credentials.headers, ...credentials.query]) redactor.addName(name);
    return {
      ok: true,
      credentials,
      renew: async () => (await Promise.all(held.map(({ renew }) => renew()))).includes(true),
    };
  }

  #canMeet(name: string): boolean {
    const { schemes, clientCertificate } = this.#options;
    const placeholder = clientFor(name, schemes, this.#given) === undefined ? undefined : "";
    return (
      (schemes[name]?.type !== "mutualTLS" || clientCertificate) &&
      credentialsForScheme(name, schemes, this.#given, placeholder) !== undefined
    );
  }

  async #tokenFor(name: string | undefined): Promise<TokenFor> {
    const { oauth2 } = this.#given;
    const found =
      name !== undefined
        ? clientFor(name, this.#options.schemes, this.#given)
        : oauth2 && { client: oauth2, key: "of all" };
    if (found === undefined) return { ok: true };
    const source = this.#tokens.get(found.key) ?? this.#sourceOf(found.client, name);
    this.#tokens.set(found.key, source);
    const held = await source.get();
    if (!held.ok) return held;
    const renew = async () => (await source.renew(held.generation)).ok;
    return { ok: true, token: { text: held.value.text, renew } };
  }

  #sourceOf(client: OAuthClient, scheme: string | undefined): Renewable<Token> {
    const { clock, redactor, tokenUrl, sendWith } = this.#options;
    for (const secret of [client.clientSecret, client.password])
      if (secret !== undefined) redactor.add(secret);
    const send = sendWith(createCookieJar(clock));
    const url = tokenUrl(client, scheme);
    const obtain = async () => {
      if (url === undefined) return { ok: false as const, message: "the document names no token URL" };
      const result = await fetchToken(client, url, send, () => clock.now());
      if (result.ok) redactor.learn(result.value.text);
      return result;
    };
    return createRenewable(obtain, (held) => clock.now() >= held.staleAt);
  }
}
