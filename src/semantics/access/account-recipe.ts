import { isObject, type Json } from "#base/json";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import type { Call, CallInputs } from "#calls/call";
import { inRequest } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Reference, ReferenceSource } from "#calls/template";
import type { Api, OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { callFromRecipe } from "../recipe.js";
import { isPassword, loginWith } from "./login-inputs.js";
import { tokenHeader } from "./token-header.js";

/** How somebody is registered who can log in then, as it was seen to work. Nobody but the run knows these people. */
export interface AccountRecipe {
  /** What the registered are called. */
  readonly resource: string;
  readonly register: OperationKey;
  readonly inputs: CallInputs;
  readonly login: OperationKey;
  /** Where the answer to the login has the token. */
  readonly token: ReferenceSource;
  readonly verification?: Verification;
}

/** The GET that the answer to a registration names, and that makes the account good. */
export interface Verification {
  readonly operation: OperationKey;
  readonly parameter: string;
  /** The path up to its parameter, as the answer writes it. */
  readonly after: string;
  /** Nobody was let in before it. */
  readonly needed: boolean;
}

/** The calls that make one somebody, by who that is, and how calls are made as that one. */
export interface Somebody {
  readonly register: Call;
  readonly verify?: Call;
  /** The login; with another password where something is added to it. */
  readonly logIn: (id?: string, added?: string) => Call;
  readonly as: (call: Call) => Call;
}

/** Undefined where a login cannot be made of what is registered. */
export function somebody(api: Api, recipe: AccountRecipe, who: string): Somebody | undefined {
  const { verification } = recipe;
  const id = `register ${who}`;
  const register = { ...callFromRecipe(id, recipeOf(recipe), new Map()), actor: null };
  const entry = `log in as ${who}`;
  const content = recipe.inputs.body?.content;
  const names = content?.kind === "object" ? Object.keys(content.members) : [];
  const loginAs = (callId: string, added?: string): Call | undefined => {
    const given = names.map((name): [string, Reference] => {
      const sent = inRequest(id, appendToPointer("", name));
      return [name, added !== undefined && isPassword(name) ? { ...sent, suffix: added } : sent];
    });
    const inputs = loginWith(operationOf(api, recipe.login), api, Object.fromEntries(given));
    return inputs && { id: callId, operation: recipe.login, actor: null, ...inputs };
  };
  const plain = loginAs(entry);
  if (plain === undefined) return undefined;
  const { name, prefix } = tokenHeader(api);
  const token = { kind: "reference", call: entry, source: recipe.token, prefix } as const;
  return {
    register,
    ...(verification === undefined
      ? {}
      : {
          verify: {
            id: `verify ${who}`,
            operation: verification.operation,
            actor: null,
            path: {
              [verification.parameter]: {
                kind: "reference",
                call: id,
                source: { in: "link", after: verification.after },
              },
            },
            query: {},
            header: {},
            cookie: {},
          },
        }),
    logIn: (callId = entry, added) => loginAs(callId, added) ?? plain,
    as: (call) => ({ ...call, actor: null, header: { ...call.header, [name]: token } }),
  };
}

function recipeOf({ register, inputs }: AccountRecipe) {
  return { operation: register, inputs };
}

/** Where in an answer a token stands. */
export function placeOfToken({ outcome }: Exchange, token: string): ReferenceSource | undefined {
  if (outcome.kind === "none") return undefined;
  const { body } = outcome;
  const pointer =
    body.kind === "json"
      ? pointerOf(body.value, token)
      : body.kind === "text" && body.text === token
        ? ""
        : undefined;
  if (pointer !== undefined) return { in: "response body", pointer };
  // A header that says `Bearer …` itself would say it twice.
  const header = Object.entries(outcome.headers).find(([, text]) => text === token);
  return header && { in: "response header", name: header[0] };
}

function pointerOf(body: Json, token: string, pointer: JsonPointer = ""): JsonPointer | undefined {
  if (body === token) return pointer;
  if (!isObject(body)) return undefined;
  for (const [name, member] of Object.entries(body)) {
    const found = pointerOf(member, token, appendToPointer(pointer, name));
    if (found !== undefined) return found;
  }
  return undefined;
}
