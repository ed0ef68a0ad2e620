import type { Call, CallInputs } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import { succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import type { Operation } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { findAccepted, MOST_ATTEMPTS } from "../find-accepted.js";
import { looksSafe } from "../placed-operation.js";
import type { Probe } from "../probe.js";
import type { Tried } from "../proof/tried.js";
import { whyRefused } from "../read-refusal.js";
import type { OperationMeaning, Resource } from "../semantics.js";
import { type AccountRecipe, placeOfToken, type Verification } from "./account-recipe.js";
import { linksIn } from "./links-in.js";
import { loginInputs, takesPassword } from "./login-inputs.js";
import { tokenIn } from "./token-in.js";

/** What finding a way in needs of the world. */
export interface AccessProbe extends Pick<Probe, "api" | "semantics" | "random" | "draft"> {
  readonly send: (call: Call) => Promise<Exchange>;
  /** From now on calls are made as whoever holds this token. */
  readonly useToken: (token: string) => void;
  /** The user gave credentials: then those are used, and nobody is logged out. */
  readonly hasCredentials: boolean;
  /** Somebody was registered. `isNeeded`: the run goes on as that one, who must not be deleted before it is over. */
  readonly onRegistered: (resource: Resource, registration: Exchange, isNeeded: boolean) => void;
}

export interface FoundAccess {
  readonly tried: readonly Tried[];
  /** How somebody else can be registered and logged in, where that was seen to work. */
  readonly account?: AccountRecipe;
}

/**
 * Becomes somebody: registers, logs in, and goes on with the token that comes of it. A login is proven by what it gives
 * for the password that was registered and refuses for another; where something was closed before, by what the token opens.
 */
export async function findAccess(probe: AccessProbe): Promise<FoundAccess> {
  const { api } = probe;
  const meanings = Object.values(probe.semantics.operations);
  const isGuarded = ({ operation }: OperationMeaning) => takesPassword(operationOf(api, operation), api);
  const login = meanings.find((meaning) => meaning.kind === "login" && isGuarded(meaning));
  const logout = meanings.find(({ kind, operation }) => kind === "logout" && !operation.includes("{"));
  if (login === undefined) return { tried: [] };
  const signup =
    meanings.find((meaning) => meaning.kind === "signup" && isGuarded(meaning)) ??
    meanings.find((meaning) => meaning.semantics === "CREATE" && isGuarded(meaning));
  if (signup === undefined) return { tried: [] };
  const entrance = new Entrance(probe);
  const tried = await entrance.enter(signup, login, logout);
  return { tried, ...(entrance.account === undefined ? {} : { account: entrance.account }) };
}

class Entrance {
  readonly #probe: AccessProbe;
  readonly #tried: Tried[] = [];
  readonly #calls: Exchange[] = [];
  #registered: { resource: Resource; registration: Exchange; inputs: CallInputs } | undefined;
  account: AccountRecipe | undefined;

  constructor(probe: AccessProbe) {
    this.#probe = probe;
  }

  async enter(
    signup: OperationMeaning,
    login: OperationMeaning,
    logout: OperationMeaning | undefined,
  ): Promise<readonly Tried[]> {
    const closed = this.#probe.hasCredentials ? undefined : await this.#closedOperation();
    const registration = await this.#register(signup);
    if (registration === undefined) return this.#tried;
    const registered = registration.request.inputs.body?.content;
    const operation = operationOf(this.#probe.api, login.operation);
    const inputs = loginInputs(operation, this.#probe.api, registered);
    if (inputs === undefined) {
      this.#probe.onRegistered(this.#registered?.resource ?? NOBODY, registration, false);
      return this.#tried;
    }
    const attempt = (name: string) => this.#send({ id: name, operation: operation.key, ...inputs });
    let entry = await attempt("log in");
    let verification = this.#verificationIn(registration);
    if (!succeeded(entry)) {
      const verified = await this.#follow(registration);
      entry = await attempt("log in again");
      if (verified !== undefined) this.#concludeVerification(verified, entry);
      verification = verificationBy(verified?.link, true);
    }
    const forged = loginInputs(operation, this.#probe.api, registered, (password) => `${String(password)}x`);
    const wrong = forged && (await this.#send({ id: "log in wrongly", operation: operation.key, ...forged }));
    const token = succeeded(entry) ? tokenIn(entry) : undefined;
    const isTold = succeeded(entry) && wrong !== undefined && !succeeded(wrong);
    const isNeeded = token !== undefined && !this.#probe.hasCredentials;
    const place = isTold && token !== undefined ? placeOfToken(entry, token) : undefined;
    if (place !== undefined && this.#registered !== undefined)
      this.account = {
        resource: this.#registered.resource.name,
        register: signup.operation,
        inputs: this.#registered.inputs,
        login: login.operation,
        token: place,
        ...(verification === undefined ? {} : { verification }),
      };
    if (isNeeded) this.#probe.useToken(token);
    if (this.#registered !== undefined) {
      const { resource, registration } = this.#registered;
      this.#probe.onRegistered(resource, registration, isNeeded);
    }
    const opened =
      token === undefined || closed === undefined ? undefined : await this.#call(closed, "knock again");
    const opens = opened !== undefined && succeeded(opened);
    this.#conclude(login, "login", isTold || opens, {
      confirmed: opens
        ? `what answers 401 without it, ${closed?.key ?? ""}, answers with success after it`
        : "it lets in who was registered, and refuses another password",
      open: succeeded(entry) ? "it lets in with any password" : whyRefused(entry),
    });
    this.#conclude(signup, signup.kind === "signup" ? "signup" : undefined, isTold || opens, {
      confirmed: "who was registered can log in after it",
      open: "who was registered cannot log in",
    });
    if (logout !== undefined && opens && closed !== undefined) await this.#leave(logout, closed, attempt);
    // Where everything is open, there is nothing that leaving could close.
    if (logout !== undefined && closed === undefined && !this.#probe.hasCredentials)
      await this.#leaveOpenHouse(logout, attempt);
    return this.#tried;
  }

  /** Logs out, sees whether that shuts what the login opened, and comes in again. */
  async #leave(
    logout: OperationMeaning,
    closed: Operation,
    attempt: (name: string) => Promise<Exchange>,
  ): Promise<void> {
    const left = await this.#call(operationOf(this.#probe.api, logout.operation), "log out");
    const shut = await this.#call(closed, "knock once more");
    this.#conclude(logout, "logout", succeeded(left) && !succeeded(shut), {
      confirmed: `${closed.key}, which the login opened, is closed after it`,
      open: succeeded(left) ? "it is answered with success, and the token is still good" : whyRefused(left),
    });
    await this.#useTokenOf(attempt);
  }

  async #leaveOpenHouse(
    logout: OperationMeaning,
    attempt: (name: string) => Promise<Exchange>,
  ): Promise<void> {
    const left = await this.#call(operationOf(this.#probe.api, logout.operation), "log out");
    this.#conclude(logout, "logout", succeeded(left), {
      confirmed: "it is answered with success; nothing was closed before the login, so nothing is after it",
      open: whyRefused(left),
    });
    await this.#useTokenOf(attempt);
  }

  async #useTokenOf(attempt: (name: string) => Promise<Exchange>): Promise<void> {
    const token = tokenIn(await attempt("come in again"));
    if (token !== undefined) this.#probe.useToken(token);
  }

  /** A read that nobody may make without being somebody. */
  async #closedOperation(): Promise<Operation | undefined> {
    const reads = this.#probe.api.operations.filter(
      (operation) => looksSafe(operation) && operation.method === "GET" && !operation.path.includes("{"),
    );
    const declared = reads.filter(({ security }) => security.length > 0);
    for (const operation of [...declared, ...reads].slice(0, 3)) {
      if (means(await this.#call(operation, "knock"), "denied")) return operation;
    }
    return undefined;
  }

  async #register(signup: OperationMeaning): Promise<Exchange | undefined> {
    const { api, semantics } = this.#probe;
    const resource = semantics.resources.find(({ name }) => name === signup.resource) ?? NOBODY;
    const accepted = await findAccepted({
      known: this.#probe,
      operation: operationOf(api, signup.operation),
      resource,
      made: new Map(),
      own: "fresh",
      attempts: MOST_ATTEMPTS,
      send: (call) => this.#send(call),
      nameOf: (attempt) => `register ${attempt}`,
    });
    if ("reason" in accepted) {
      this.#conclude(signup, signup.kind, false, { confirmed: "", open: accepted.reason });
      return undefined;
    }
    this.#registered = { resource, registration: accepted.exchange, inputs: accepted.inputs };
    return accepted.exchange;
  }

  /** Services that send a mail show in tests what stands in it. */
  async #follow(registration: Exchange): Promise<{ link: Operation; exchange: Exchange } | undefined> {
    for (const { operation, path } of linksIn(registration, this.#probe.api)) {
      const values = Object.fromEntries(Object.entries(path).map(([name, text]) => [name, value(text)]));
      const call = { id: `follow ${operation.key}`, operation: operation.key, path: values };
      const exchange = await this.#send({ ...call, query: {}, header: {}, cookie: {} });
      if (succeeded(exchange)) return { link: operation, exchange };
    }
    return undefined;
  }

  /** A link that a registration was answered with, and that says by its name what it is for. */
  #verificationIn(registration: Exchange): Verification | undefined {
    const { semantics, api } = this.#probe;
    const link = linksIn(registration, api).find(
      ({ operation }) => semantics.operations[operation.key]?.kind === "action",
    );
    return verificationBy(link?.operation, false);
  }

  #concludeVerification({ link }: { link: Operation }, entry: Exchange): void {
    const meaning = this.#probe.semantics.operations[link.key];
    if (meaning === undefined) return;
    this.#conclude({ ...meaning, semantics: "OTHER" }, "action", succeeded(entry), {
      confirmed: "who was registered can log in after it, and could not before",
      open: "nothing that can be seen comes of it",
    });
  }

  #call(operation: Operation, name: string): Promise<Exchange> {
    const inputs = { path: {}, query: {}, header: {}, cookie: {} };
    return this.#send({ id: `${name} at ${operation.key}`, operation: operation.key, ...inputs });
  }

  async #send(call: Call): Promise<Exchange> {
    const exchange = await this.#probe.send(call);
    this.#calls.push(exchange);
    return exchange;
  }

  #conclude(
    meaning: OperationMeaning,
    kind: OperationMeaning["kind"],
    confirmed: boolean,
    says: { readonly confirmed: string; readonly open: string },
  ): void {
    const { semantics } = meaning;
    const because = confirmed ? says.confirmed : says.open;
    const verdict = { semantics, confirmed, because, ...(kind === undefined ? {} : { kind }) };
    this.#tried.push({ meaning, verdict, exchanges: this.#calls.slice(-6) });
  }
}

/** Undefined where the link has more than one thing to say. */
function verificationBy(link: Operation | undefined, needed: boolean): Verification | undefined {
  const [, after, parameter] = /^([^{}]+)\{([^{}]+)\}$/.exec(link?.path ?? "") ?? [];
  if (link === undefined || after === undefined || parameter === undefined) return undefined;
  return { operation: link.key, parameter, after, needed };
}

const NOBODY: Resource = {
  name: "user",
  collection: "",
  idFields: [],
  idSource: "client",
  create: [],
  read: [],
  list: [],
  update: [],
  delete: [],
  parents: [],
};
