import { isObject, type Json } from "#base/json";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import { operationOf } from "#openapi/operation-of";
import { nameWords } from "#values/name-words";
import { isPassword, loginInputs } from "../access/login-inputs.js";
import { tokenHeader } from "../access/token-header.js";
import { tokenIn } from "../access/token-in.js";
import type { Lab } from "../experiments/lab.js";
import type { Thing } from "../experiments/thing.js";

/**
 * The account that a thing is, where it was registered here and can log in: people may change what is their own, and
 * nobody else may, not even who runs the tests. Only accounts that the run itself registered are ever logged in to.
 */
export class OwnAccount {
  readonly #lab: Lab;
  readonly #thing: Thing;
  #header: Call["header"] | undefined;

  constructor(lab: Lab, thing: Thing) {
    this.#lab = lab;
    this.#thing = thing;
  }

  /** What its own calls carry; undefined where it cannot log in. */
  async credentials(): Promise<Call["header"] | undefined> {
    if (this.#header !== undefined) return this.#header;
    const entry = await this.#logIn(this.#registered);
    const token = entry !== undefined && succeeded(entry) ? tokenIn(entry) : undefined;
    const place = tokenHeader(this.#lab.bench.api);
    this.#header = token === undefined ? undefined : { [place.name]: value(place.prefix + token) };
    return this.#header;
  }

  /** Whether what was sent is the password from now on: it logs in, and the old one does not. */
  async hasNewPassword(sent: Json): Promise<boolean> {
    const registered = this.#registered;
    const old = isObject(registered) ? Object.keys(registered).find(isPassword) : undefined;
    const password = newPasswordIn(sent);
    if (!isObject(registered) || old === undefined || password === undefined) return false;
    if (registered[old] === password) return false;
    const now = await this.#logIn({ ...registered, [old]: password });
    const before = await this.#logIn(registered);
    return now !== undefined && before !== undefined && succeeded(now) && !succeeded(before);
  }

  get #registered(): Json | undefined {
    const { created } = this.#thing;
    return created?.request.inputs.body?.content;
  }

  async #logIn(as: Json | undefined): Promise<Exchange | undefined> {
    const { api, semantics } = this.#lab.bench;
    const { resource } = this.#thing.subject;
    const login = Object.values(semantics.operations).find(
      ({ kind, resource: of }) => kind === "login" && of === resource.name,
    );
    if (login === undefined || this.#thing.subject.recipe.found === true) return undefined;
    const operation = operationOf(api, login.operation);
    const inputs = loginInputs(operation, api, as);
    if (inputs === undefined) return undefined;
    return this.#lab.perform(`log in as the ${resource.name}`, (id) => ({
      id,
      operation: operation.key,
      actor: null,
      ...inputs,
    }));
  }
}

/** `newPassword`, or the only one. */
function newPasswordIn(sent: Json): string | undefined {
  if (!isObject(sent)) return undefined;
  const named = Object.entries(sent).filter(
    (entry): entry is [string, string] => isPassword(entry[0]) && typeof entry[1] === "string",
  );
  const fresh = named.find(([name]) => nameWords(name).includes("new"));
  return fresh?.[1] ?? (named.length === 1 ? named[0]?.[1] : undefined);
}
