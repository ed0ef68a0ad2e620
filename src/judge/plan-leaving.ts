import type { Call } from "#calls/call";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Api, Operation } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { PROVOKE } from "#semantics/life";
import { looksSafe } from "#semantics/placed-operation";
import type { Made } from "#semantics/recipe";
import { as, isSecured } from "./access-calls.js";
import { loginFor } from "./log-in-call.js";
import type { Ground } from "./oracle.js";
import { type Kind, Situation } from "./situation.js";
import { withTokenOf } from "./token-place.js";

export const LEAVING = {
  register: "register",
  logIn: "log in",
  knock: "knock with the token: ",
  asNobody: `${PROVOKE}knock as nobody: `,
  logOut: "log out",
  /** Who may delete an account differs: whoever it is, or whoever runs the tests. */
  deleteOwn: `${PROVOKE}delete the own account`,
  delete: `${PROVOKE}delete the account`,
  dead: `${PROVOKE}knock with the dead token: `,
} as const;

/** So many reads that need nothing are knocked at. */
const DOORS = 3;

/**
 * Registers somebody, logs in as that one, and ends it: by a logout, by deleting the account. Only a token that belongs to
 * an account of the sequence's own is ever ended; whoever runs the tests stays logged in.
 */
export function planLeaving(ground: Ground, kind: Kind, oracle: string): readonly PlannedSequence[] {
  const { api, semantics } = ground.known;
  const meanings = Object.values(semantics.operations);
  const login = loginFor(ground, kind);
  const entry = login?.call(LEAVING.logIn, LEAVING.register);
  if (login === undefined || entry === undefined) return [];
  const withToken = withTokenOf(api, login.operation, LEAVING.logIn);
  const doors = doorsOf(api);
  if (withToken === undefined || doors.length === 0) return [];
  const plan = (purpose: string, part: string, leave: (situation: Situation, things: Made) => void) => {
    const situation = new Situation(ground, kind);
    const things = situation.make(LEAVING.register);
    situation.add(entry);
    for (const door of doors) situation.add(withToken(bare(LEAVING.knock, door)));
    for (const door of doors) situation.add(as(null, bare(LEAVING.asNobody, door)));
    leave(situation, things);
    for (const door of doors) situation.add(withToken(bare(LEAVING.dead, door)));
    return situation.build(oracle, purpose, part);
  };
  const logout = meanings.find(
    ({ kind: of, operation }) => of === "logout" && asksNothing(operationOf(api, operation)),
  );
  const removal = kind.resource.delete.find((key) => key.includes(`{${kind.resource.idParameter}}`));
  return [
    ...(logout === undefined
      ? []
      : [
          plan("log out, and use the token again", "logout", (situation) =>
            situation.add(withToken({ ...bare("", operationOf(api, logout.operation)), id: LEAVING.logOut })),
          ),
        ]),
    ...(removal === undefined
      ? []
      : [
          plan("delete the account, and use its token again", "delete", (situation, things) =>
            situation.add(
              withToken(situation.plain(LEAVING.deleteOwn, removal, things)),
              situation.plain(LEAVING.delete, removal, things),
            ),
          ),
        ]),
  ];
}

/** Reads that need nothing but a token, as the document says. Whether they do is seen. */
function doorsOf(api: Api): readonly Operation[] {
  return api.operations
    .filter((operation) => operation.method === "GET" && looksSafe(operation) && asksNothing(operation))
    .filter((operation) => isSecured(api, operation))
    .slice(0, DOORS);
}

function asksNothing({ path, parameters, body }: Operation): boolean {
  return !path.includes("{") && parameters.every(({ required }) => !required) && body?.required !== true;
}

function bare(prefix: string, { key }: Operation): Call {
  return { id: prefix + key, operation: key, path: {}, query: {}, header: {}, cookie: {} };
}
