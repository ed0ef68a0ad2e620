import { isArray } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { Call } from "#calls/call";
import type { Template } from "#calls/template";
import { value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Operation } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { keywordOf } from "#openapi/schema-shape";
import { isPassword } from "#semantics/access/login-inputs";
import { PROVOKE } from "#semantics/life";
import type { Made } from "#semantics/recipe";
import { isSecured } from "./access-calls.js";
import { askedBy, inputsOf, type ListInput } from "./list-inputs.js";
import { loginFor } from "./log-in-call.js";
import type { Ground } from "./oracle.js";
import { sameWords } from "./plan-filters.js";
import { idFieldOf, type Kind, namesOnly, Situation } from "./situation.js";
import { withTokenOf } from "./token-place.js";

export const CALLS = {
  other: "make another",
  lookOther: "look at the other",
  make: "make it",
  look: "look",
  logIn: `${PROVOKE}log in`,
  update: `${PROVOKE}update it the other way`,
  lookAgain: "look again",
  lookAtOther: "look at the other again",
} as const;

/** So many of the other updates of a kind are tried. */
const MOST = 3;

/** The updates that lives do not go by. A PATCH has an oracle of its own. */
export function planOtherUpdates(ground: Ground, kind: Kind, oracle: string): readonly PlannedSequence[] {
  const { resource, update } = kind;
  if (resource.read.length + resource.list.length === 0) return [];
  return resource.update
    .filter((key) => key !== update?.operation && !key.startsWith("PATCH "))
    .filter((key) => !resource.create.includes(key))
    .slice(0, MOST)
    .flatMap((key) => planned(ground, kind, oracle, operationOf(ground.known.api, key)));
}

function planned(
  ground: Ground,
  kind: Kind,
  oracle: string,
  operation: Operation,
): readonly PlannedSequence[] {
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  situation.look(CALLS.look, things);
  const other = situation.make(CALLS.other);
  situation.look(CALLS.lookOther, other);
  const change = changing(ground, situation, operation, things);
  if (change === undefined) return [];
  situation.add(...byItsOwner(ground, kind, operation, change));
  situation.look(CALLS.lookAgain, things);
  situation.look(CALLS.lookAtOther, other);
  return [situation.build(oracle, `update a thing by ${operation.key}`, operation.key)];
}

/** An account is changed by whoever it is of, where that is asked. */
function byItsOwner(ground: Ground, kind: Kind, operation: Operation, change: Call): readonly Call[] {
  const { api } = ground.known;
  const login = isSecured(api, operation) ? loginFor(ground, kind) : undefined;
  const entry = login?.call(CALLS.logIn, CALLS.make);
  const own = login && withTokenOf(api, login.operation, CALLS.logIn);
  return entry === undefined || own === undefined ? [change] : [entry, own(change)];
}

/** The call with a value of its own for each input that has the name of what a create takes. */
function changing(
  { known: { api } }: Ground,
  situation: Situation,
  operation: Operation,
  things: Made,
): Call | undefined {
  const { kind } = situation;
  const content = kind.create.inputs.body?.content;
  if (content?.kind !== "object") return undefined;
  let call = situation.plain(CALLS.update, operation.key, things);
  let changes = 0;
  for (const input of inputsOf(operation, api)) {
    const [name, template] =
      Object.entries(content.members).find(([one]) => sameWords(one, input.name)) ?? [];
    if (name === undefined || template === undefined || name === idFieldOf(kind) || isPassword(name))
      continue;
    if ((input.path?.length ?? 1) > 1) continue;
    const other = anotherValue(input, template);
    if (other === undefined) continue;
    call = askedBy(call, operation, input, other);
    changes += 1;
  }
  return changes === 0 || !namesOnly(call, things) ? undefined : call;

  function anotherValue(input: ListInput, template: Template): Template | undefined {
    if (template.kind === "fresh") return { ...template, name: `${CALLS.update}: ${template.name}` };
    const choices = keywordOf(input.schema, "enum", api.schemas);
    if (template.kind !== "value" || !isArray(choices)) return undefined;
    const other = choices.find((choice) => choice !== null && !jsonEqual(choice, template.value));
    return other === undefined ? undefined : value(other);
  }
}
