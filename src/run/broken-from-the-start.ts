import { type Json, property } from "#base/json";
import type { Exchange } from "#calls/exchange";
import type { Fault } from "#calls/run-record";
import type { Clause } from "#glacier/clause";
import type { Explanation } from "#glacier/explain";
import type { Violation, Violations } from "#glacier/find-violations";
import { createObservationPoint } from "#glacier/observation-point";
import { showJson } from "#glacier/value";
import type { Resource, Semantics } from "#semantics/semantics";
import { checkOfClause } from "./check-clause.js";
import { CONTRACT } from "./contract-finding.js";
import { isStated } from "./may-break.js";
import { operationsByPattern, readCall } from "./read-call.js";
import { identityIn, violationsOf } from "./standing-violations.js";
import type { World } from "./world.js";

/** A stated invariant that does not hold before the first call that is judged by it. */
export interface StandingFault {
  readonly fault: Fault;
  /** The resource of a thing that this run made while it learned: some call of it brought that about. */
  readonly own?: string;
}

/**
 * What the user states to be always so is looked at before the first call that is judged by it. Where it does not hold
 * then, that is told once, with the things for which it does not. The calls that follow are judged by all other things.
 */
export async function brokenFromTheStart(world: World): Promise<readonly StandingFault[]> {
  const faults: StandingFault[] = [];
  for (const clause of world.clauses.filter((one) => one.kind === "invariant" && isStated(one))) {
    const fault = await brokenIn(clause, world);
    if (fault !== undefined) faults.push(fault);
  }
  return faults;
}

/**
 * Where a call was seen to break the clause, what was there before is no second cause. Neither is what the run itself made
 * where a call that writes such things is found to be wrong.
 */
export function withoutBlamed(
  start: readonly StandingFault[],
  blamed: readonly Fault[],
  { operations }: Semantics,
): readonly Fault[] {
  const isCause = ({ fault, own }: StandingFault, other: Fault) =>
    (other.oracle === CONTRACT.id && other.clause === fault.clause) ||
    (own !== undefined && other.verdict === "ERR" && operations[other.operation]?.resource === own);
  return start.filter((one) => !blamed.some((other) => isCause(one, other))).map(({ fault }) => fault);
}

interface Sight extends Violations {
  readonly exchanges: readonly Exchange[];
}

async function brokenIn(clause: Clause, world: World): Promise<StandingFault | undefined> {
  let sight = await look(clause, world);
  // A service may be slow to show what was written while it was learned.
  const missing = () => sight.found.map(({ key }) => `${clause.text}: ${key}`);
  for await (const _ of world.patience.pauses(missing)) sight = await look(clause, world);
  const { found, isOpen, exchanges } = sight;
  world.tally.note([{ clause, truth: found.length > 0 ? "false" : isOpen ? "unknown" : "true" }]);
  const listed = world.semantics.resources.find(({ list }) =>
    exchanges.some(({ call }) => list.includes(call.operation)),
  );
  const isOwn = ({ elements }: Violation) => elements.some((element) => isMade(element, listed, world));
  const foreign = found.filter((violation) => !isOwn(violation));
  const told = foreign.length > 0 ? foreign : found;
  const [first] = told;
  if (first === undefined) return undefined;
  // Once more, at the one thing alone: these are the calls that show it.
  const identify = identityIn(world.semantics.resources);
  const wanted = new Set(first.elements.map(identify));
  const shown = await look(clause, world, (element) => wanted.has(identify(element)));
  const again = shown.found.find(({ key }) => key === first.key);
  const fault =
    again && faultOf(clause, told.length, again.elements, again.explain(), shown.exchanges, world);
  if (fault === undefined) return undefined;
  return foreign.length > 0 || listed === undefined ? { fault } : { fault, own: listed.name };
}

/** Whether this run made the thing that an element shows. */
function isMade(element: Json, resource: Resource | undefined, { ledger }: World): boolean {
  if (resource === undefined) return false;
  const ids = resource.idFields.flatMap((field) => property(element, field) ?? []).map(String);
  return ledger.hasMade(resource.name, (id) => ids.includes(String(id)));
}

async function look(clause: Clause, world: World, concerns?: (element: Json) => boolean): Promise<Sight> {
  const run = world.startCase("what is so before the run");
  const exchanges: Exchange[] = [];
  let looks = 0;
  const observer = createObservationPoint(async (request) => {
    const index = looks++;
    const call = { ...readCall(request, world.api), id: `look ${index + 1}` };
    const exchange = await world.send(call, [], run);
    exchanges[index] = exchange;
    return exchange.outcome;
  });
  const options = concerns === undefined ? {} : { concerns };
  return { ...(await violationsOf(clause, observer, world.semantics.resources, options)), exchanges };
}

function faultOf(
  clause: Clause,
  count: number,
  elements: readonly Json[],
  because: readonly Explanation[],
  exchanges: readonly Exchange[],
  { api, semantics: { resources } }: World,
): Fault | undefined {
  const [first, last] = [exchanges[0], exchanges.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const text = clause.text.replace(/\s+/g, " ");
  const { operation } = first.call;
  const calls = exchanges.map(({ call }) => call);
  const items = new Map((because[0]?.bindings ?? []).map(({ name, json }) => [name, json]));
  const witness = { items, exchanges, resources };
  const check = checkOfClause(clause.formula, last.call, operationsByPattern(api), witness);
  const things = elements.map((element) => showJson(element)).join(" and ");
  const others = count > 1 ? ` and ${count - 1} more` : "";
  const about = things === "" ? "an invariant" : `an invariant, for ${things}${others},`;
  return {
    key: ["invariant", CONTRACT.id, text, "before the run"].join(" · "),
    oracle: CONTRACT.id,
    operation,
    verdict: CONTRACT.verdict,
    clause: text,
    message: `${operation} shows that ${about} does not hold before the first call that is judged`,
    expected: text,
    got: because[0]?.message ?? "it does not hold",
    why: "A stated clause says that it is always so. No call of the run is blamed: it was so before, whoever brought it about.",
    call: last.call.id,
    evidence: calls.slice(0, -1).map(({ id }) => id),
    ...(check === undefined ? {} : { check }),
    id: "",
    sequence: { id: "what is so before the run", purpose: "what is so before the run", calls },
    exchanges,
    reproduced: 2,
    tried: 2,
    count: 1,
    operations: [operation],
  };
}
