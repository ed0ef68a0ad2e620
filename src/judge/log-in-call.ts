import { appendToPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { inRequest } from "#calls/checks";
import type { Reference, Template } from "#calls/template";
import type { Operation } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { isPassword, loginWith } from "#semantics/access/login-inputs";
import { type OperationMeaning, resourceNamed, type Semantics } from "#semantics/semantics";
import type { Ground } from "./oracle.js";
import type { Kind } from "./situation.js";

/** How somebody who was registered logs in. */
export interface Login {
  readonly operation: Operation;
  /** The login with what a create registered, whatever that will be; with another password where one is made of it. */
  call(id: string, registered: string, other?: (password: Reference) => Template): Call | undefined;
  /** The login of somebody of another name and password, whom nobody has registered. */
  stranger(id: string, registered: string): Call | undefined;
}

/** The login for accounts of a kind, where things of that kind are accounts. */
export function loginFor({ known: { api, semantics } }: Ground, kind: Kind): Login | undefined {
  const login = Object.values(semantics.operations).find(
    (meaning) => meaning.kind === "login" && concerns(meaning, kind, semantics),
  );
  if (login === undefined) return undefined;
  const operation = operationOf(api, login.operation);
  const content = kind.create.inputs.body?.content;
  const names = content?.kind === "object" ? Object.keys(content.members) : [];
  const callWith = (id: string, registered: string, given: (name: string, sent: Reference) => Template) => {
    const values = names.map((name) => [name, given(name, inRequest(registered, appendToPointer("", name)))]);
    const inputs = loginWith(operation, api, Object.fromEntries(values));
    return inputs && { id, operation: operation.key, actor: null, ...inputs };
  };
  return {
    operation,
    call: (id, registered, other) =>
      callWith(id, registered, (name, sent) =>
        other !== undefined && isPassword(name) ? other(sent) : sent,
      ),
    stranger: (id, registered) =>
      callWith(id, registered, (_, sent) => ({ ...sent, prefix: "x", suffix: "x" })),
  };
}

/** A login may be filed under the accounts, or under a kind that there is not. Whether it lets in is seen. */
function concerns({ resource }: OperationMeaning, kind: Kind, semantics: Semantics): boolean {
  const { content } = kind.create.inputs.body ?? {};
  const hasPassword = content?.kind === "object" && Object.keys(content.members).some(isPassword);
  return hasPassword && (resourceNamed(semantics, resource) ?? kind.resource).name === kind.resource.name;
}
