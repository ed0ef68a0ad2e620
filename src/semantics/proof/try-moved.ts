import { means } from "#calls/meaning";
import { succeeded } from "#calls/succeeded";
import type { OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { moveOn } from "../experiments/supply.js";
import type { Thing } from "../experiments/thing.js";
import { stepsOf } from "../known-moves.js";
import { looksSafe } from "../placed-operation.js";
import { whyRefused } from "../read-refusal.js";
import { type CallRecipe, callFromRecipe, type Preparation, SELF } from "../recipe.js";
import { type Refused, refusedForState, sayingOf } from "../refused-call.js";
import { kindOfRole, type Role } from "../role.js";
import { type Heard, type Option, searchSteps } from "../search-steps.js";
import type { OperationMeaning } from "../semantics.js";
import { gatherThings } from "./gather-things.js";
import type { Prover } from "./prover.js";
import type { Specimen } from "./specimen.js";

/** So many operations of a resource, and so many things made for each. */
const MOST_OPERATIONS = 4;
const MOST_THINGS = 8;

/**
 * What a new thing refuses for how it stands may be accepted once it was moved on, or what it stands in: what is checked
 * in can be checked out, and an order that has an item can be paid.
 */
export async function tryMoved(
  specimen: Specimen,
  prover: Prover,
  meanings: readonly OperationMeaning[],
): Promise<void> {
  if (!specimen.isOurs) return;
  const open = meanings.flatMap((meaning) => {
    const refused = prover.isRefused(meaning) ? refusedAsItStands(specimen, prover, meaning) : undefined;
    return refused === undefined || meaning.semantics === "CREATE" ? [] : [{ meaning, refused }];
  });
  for (const { meaning, refused } of open.slice(0, MOST_OPERATIONS)) {
    if (specimen.lab.isOver) return;
    await tryOne(specimen, prover, meaning, refused);
  }
}

/** A part of a thing that cannot be read may only come to be later: there is no receipt of what was not paid. */
function refusedAsItStands(
  { lab, resource }: Specimen,
  prover: Prover,
  meaning: OperationMeaning,
): Refused | undefined {
  const refusals = prover.refusalsOf(meaning);
  const operation = operationOf(lab.bench.api, meaning.operation);
  const isPart =
    looksSafe(operation) && operation.path !== resource.itemPath && operation.path.includes("}/");
  const missing = refusals.find(({ exchange }) => means(exchange, "absent"));
  return refusedForState(refusals) ?? (isPart ? missing : undefined);
}

async function tryOne(
  specimen: Specimen,
  prover: Prover,
  meaning: OperationMeaning,
  refused: Refused,
): Promise<void> {
  const { lab } = specimen;
  const { operation: key } = meaning;
  const isRead = looksSafe(operationOf(lab.bench.api, key));
  const before = sayingOf(refused.exchange);
  const begin = async (way: readonly Preparation[]): Promise<boolean> => {
    await specimen.make();
    for (const { on, step } of way) {
      const thing = thingAs(specimen, on);
      if (thing === undefined || !(await moveOn(lab, thing, [step]))) return false;
    }
    return specimen.thing !== undefined;
  };
  const ask = async (): Promise<Heard> => {
    const made = await gatherThings(lab, specimen.needs(key), specimen.thing, specimen.elsewhere(key));
    if (made === undefined) return { accepted: false, said: "", isNew: false };
    const call = { operation: key, inputs: refused.inputs };
    const exchange = await lab.perform(`${key} once more`, (id) => callFromRecipe(id, call, made));
    if (succeeded(exchange)) return { accepted: true };
    return { accepted: false, said: whyRefused(exchange), isNew: sayingOf(exchange) !== before };
  };
  const way = await searchSteps({
    options: optionsAround(specimen, prover, key),
    said: whyRefused(refused.exchange),
    begin,
    take: async (option) => {
      const thing = thingAs(specimen, option.on);
      return thing !== undefined && moveOn(lab, thing, stepsOf(option));
    },
    ask,
    isOver: () => lab.isOver,
    most: MOST_THINGS,
  });
  if (way === undefined || !(await begin(way))) return;
  prover.movedBy(way);
  await (isRead ? prover.tryReads([meaning]) : prover.tryWrites([meaning]));
  prover.movedBy([]);
}

function thingAs({ thing }: Specimen, on: Role): Thing | undefined {
  return on === SELF ? thing : thing?.parents.get(on);
}

/** What may be done to the thing itself first, then to what it stands in. */
function optionsAround(specimen: Specimen, prover: Prover, key: OperationKey): readonly Option[] {
  const { lab, resource, thing } = specimen;
  const confirmed = prover.tried.filter(({ verdict }) => verdict.confirmed);
  const actions = new Map<OperationKey, CallRecipe>(
    confirmed.flatMap(({ meaning: { operation }, verdict: { kind }, inputs, after }) =>
      inputs === undefined || (kind !== "action" && kind !== "none")
        ? []
        : [
            [
              operation,
              { resource: resource.name, operation, inputs, ...(after === undefined ? {} : { after }) },
            ],
          ],
    ),
  );
  const changes = new Map(
    confirmed.map(({ meaning, verdict }) => [meaning.operation, verdict.changes] as const),
  );
  const around: readonly Role[] = [SELF, ...(thing?.parents.keys() ?? [])];
  return around.flatMap((on) => {
    const kind = on === SELF ? resource.name : kindOfRole(on);
    if (lab.subject(kind)?.recipe.found === true) return [];
    return lab
      .movesOf(kind, actions, (operation) => changes.get(operation))
      .filter(({ step }) => step.operation !== key && step.resource !== (on === SELF ? "" : resource.name))
      .map((move) => ({ ...move, on }));
  });
}
