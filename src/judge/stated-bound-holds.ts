import { isObject } from "#base/json";
import type { Call } from "#calls/call";
import { answers, REFUSED } from "#calls/checks";
import { replaceInBody } from "#calls/replace-in-body";
import { isSuccess, succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Api, OperationKey, Schema } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { keywordOf, membersOf, typesOf } from "#openapi/schema-shape";
import { type BoundSaid, boundSaid, type PossibleBound } from "#semantics/bound-said";
import { PROVOKE } from "#semantics/life";
import { lastStaticSegment } from "#semantics/path-template";
import { recipesAbove } from "#semantics/recipes-above";
import { resourceName } from "#semantics/singular";
import { earlier } from "./lifecycle.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { refusedAs } from "./sent-span.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { sentBy } from "./written-changes.js";

const CALLS = {
  far: `${PROVOKE}make one far beyond the bound`,
  over: `${PROVOKE}make one over the bound`,
} as const;

/** What the bound is set to, where it may be chosen, and how much more is far more. */
const BOUND = 3;
const FAR = 10;

/**
 * The document says in words that a number is at most that of another thing: `the party may not exceed the capacity of the
 * room`. One more than that is refused. Where far more is refused, the service knows the rule, and counts wrongly.
 */
export const statedBoundHolds: Oracle = {
  id: "stated-bound-holds",
  title: "A number that the document bounds, in words, by a number of another thing keeps within it.",
  verdict: "ERR",
  source: "the description of the create",
  needs: "a create whose description says so, and a number of what it belongs to that can be chosen",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => plan(ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== statedBoundHolds.id || step.exchange.call.id !== CALLS.over) return [];
    if (!isSuccess(step.response)) return [];
    const made = step.before.filter(succeeded);
    const said = saidOf(
      step.api,
      step.operation.key,
      made.map(({ call }) => call.operation),
    );
    const holder = made.find(({ call }) => call.operation === said?.holder.operation);
    const [bound, sent] = [sentBy(holder), sentBy(step.exchange)];
    if (said === undefined || holder === undefined || !isObject(bound) || !isObject(sent)) return [];
    const { member, words } = said;
    const { kind, field } = said.holder;
    const isKnown = refusedAs(earlier(step, CALLS.far)) !== undefined;
    return [
      finding(statedBoundHolds.id, step, {
        evidence: [holder.call.id, CALLS.far],
        verdict: isKnown ? "ERR" : "WARN",
        clause: "a bound that is stated holds",
        shape: member,
        message: `${step.operation.key} accepts ${member} ${sent[member]} although the ${field} of the ${kind} is ${bound[field]}`,
        expected: `a refusal: the document says: ${words.slice(0, 160)}`,
        got: String(step.response.status),
        why: isKnown ? "Far more than that is refused." : "Far more than that is taken as well.",
        check: answers(CALLS.over, REFUSED),
      }),
    ];
  },
};

interface Holder extends PossibleBound {
  readonly operation: OperationKey;
  readonly schema: Schema | undefined;
}

function plan(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { api } = ground.known;
  const { create } = kind;
  const creates = new Map(ground.book.creates);
  const above = recipesAbove(creates, create);
  const said = saidOf(
    api,
    create.operation,
    above.filter(({ found }) => found !== true).map(({ operation }) => operation),
  );
  const holder = above.find(({ operation }) => operation === said?.holder.operation);
  if (said === undefined || holder === undefined) return [];
  const own = membersOf(requestSchema(operationOf(api, create.operation)), api.schemas).get(said.member);
  const bound = within(said.holder.schema, BOUND, api);
  const far = within(own?.schema, bound + FAR, api);
  if (far <= bound + 1) return [];
  const inputs = replaceInBody(holder.inputs, `/${said.holder.field}`, value(bound));
  creates.set(holder.resource, { ...holder, inputs });
  const situation = new Situation({ ...ground, book: { ...ground.book, creates } }, kind);
  const things = situation.prepare();
  const sending = (amount: number) => (call: Call) => ({
    ...call,
    ...replaceInBody(call, `/${said.member}`, value(amount)),
  });
  situation.makeBeside(CALLS.far, things, sending(far));
  situation.makeBeside(CALLS.over, things, sending(bound + 1));
  return [
    situation.build(
      statedBoundHolds.id,
      `send more as ${said.member} than the ${said.holder.field} of the ${said.holder.kind} is`,
    ),
  ];
}

/** What the words of a create say of its numbers and those of what other creates make. */
function saidOf(
  api: Api,
  create: OperationKey,
  above: readonly OperationKey[],
): BoundSaid<Holder> | undefined {
  const operation = operationOf(api, create);
  const members = membersOf(requestSchema(operation), api.schemas);
  const holders = [...new Set(above)].flatMap((key): Holder[] => {
    const { path } = operationOf(api, key);
    const kind = resourceName(lastStaticSegment(path) ?? "");
    return numbersOf(api, key).map(([field, schema]) => ({ kind, field, operation: key, schema }));
  });
  const text = [operation.summary, operation.description].filter((part) => part !== undefined).join("\n\n");
  return boundSaid(
    {
      operation: text,
      ofMember: (member) => {
        const about = keywordOf(members.get(member)?.schema, "description", api.schemas);
        return typeof about === "string" ? about : "";
      },
    },
    numbersOf(api, create).map(([name]) => name),
    holders,
  );
}

function numbersOf(api: Api, key: OperationKey): readonly (readonly [string, Schema | undefined])[] {
  return [...membersOf(requestSchema(operationOf(api, key)), api.schemas)]
    .filter(([, { schema }]) => ["integer", "number"].some((type) => typesOf(schema, api.schemas).has(type)))
    .map(([name, { schema }]) => [name, schema] as const);
}

/** The amount, or the nearest that the document allows. */
function within(schema: Schema | undefined, amount: number, api: Api): number {
  const [least, most] = ["minimum", "maximum"].map((word) => keywordOf(schema, word, api.schemas));
  const atMost = typeof most === "number" ? Math.min(most, amount) : amount;
  return typeof least === "number" ? Math.max(least, atMost) : atMost;
}
