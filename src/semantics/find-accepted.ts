import { isArray, isObject, type Json } from "#base/json";
import { formatPointer, getAtPointer } from "#base/json-pointer";
import type { Call, CallInputs } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { templateAt } from "#calls/place-template";
import { succeeded } from "#calls/succeeded";
import type { Api, Operation } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { type Payload, payloadOf } from "#openapi/payload";
import { itemsOf, membersOf } from "#openapi/schema-shape";
import { alternativesSaid } from "./alternatives.js";
import { bindInputs } from "./bind-inputs.js";
import { draftInputs } from "./draft-inputs.js";
import { type Bound, DRAFT_STYLES, type DraftStyle } from "./drafting.js";
import { withLaterDates } from "./later-dates.js";
import { mendInputs } from "./mend-inputs.js";
import { otherChoices } from "./other-choices.js";
import { partNamed } from "./part-of-parent.js";
import type { Probe } from "./probe.js";
import { membersNamed, membersQuoted, numbersSaid, whatIsMissed, whyRefused } from "./read-refusal.js";
import { type CallRecipe, callFromRecipe, type Made } from "./recipe.js";
import { areSameConflicts, isStateConflict, type Refused } from "./refused-call.js";
import type { ParentLink, Resource } from "./semantics.js";
import { withShortSpans } from "./short-spans.js";

/** An operation that is to be called so that it accepts, and what that needs. */
export interface Trial {
  readonly known: Pick<Probe, "api" | "semantics" | "random" | "draft">;
  readonly operation: Operation;
  readonly resource: Resource;
  readonly made: Made;
  /** Whether the thing's own id is drawn or refers to one that is there. */
  readonly own: "fresh" | "reference";
  readonly attempts: number;
  /** Something was done to the thing since it was made: a conflict that is met twice is about that. */
  readonly isMoved?: boolean;
  /** How inputs are drafted, in this order; all ways where nothing is said. */
  readonly styles?: readonly DraftStyle[];
  /** Query parameters are sent also where they are not demanded. */
  readonly optionalQuery?: boolean;
  readonly send: (call: Call) => Promise<Exchange>;
  /** Where the client chooses the id: whether something has it already. */
  readonly isTaken?: (call: Call) => Promise<boolean>;
  readonly nameOf: (attempt: number) => string;
  /** A refusal after which no other inputs are worth a try. */
  readonly isInVain?: (refused: Exchange) => boolean;
  /** A refusal may give away what a member refers to: then this is not tried any further. */
  readonly linkIn?: (refused: Exchange) => ParentLink | undefined;
}

export interface Accepted {
  readonly call: Call;
  readonly inputs: CallRecipe["inputs"];
  readonly exchange: Exchange;
}

export interface NotAccepted {
  readonly reason: string;
  readonly link?: ParentLink;
  /** All that was refused. */
  readonly refused?: readonly Refused[];
}

/** A body may have several parts that a service objects to, and most name one at a time. */
const MOST_MENDS = 12;

/** Each style twice, with other values the second time. */
export const MOST_ATTEMPTS = 2 * DRAFT_STYLES.length;

/**
 * Tries drafts until one is accepted. What a refusal names is left out if it was sent, and sent if it was not; where
 * it says numbers, those are tried.
 */
export async function findAccepted(trial: Trial): Promise<Accepted | NotAccepted> {
  const { known, operation, resource, made, own, styles = DRAFT_STYLES } = trial;
  const bind = bindInputs(operation, resource, known.semantics.resources, own);
  const parts = { api: known.api, resources: known.semantics.resources };
  const leaveOut = new Set<string>();
  const demanded = new Set<string>();
  const numbers = new Map<string, number[]>();
  const payload = payloadOf(requestSchema(operation), known.api.schemas);
  const declared = [...payload.members.keys()];
  const refused: Refused[] = [];
  let reason = "no input could be drafted";
  let idle: Accepted | undefined;
  let mends = 0;
  let isLaterTried = false;
  let isKindTried = false;
  let drafts = 0;
  const again = new Set<number>();
  const chosen = new Map<string, number>();
  let lastSaid: readonly string[] = [];
  for (let attempt = 0; attempt < trial.attempts; attempt++) {
    const style = styles[attempt % styles.length];
    if (style === undefined) break;
    const isLate = attempt >= styles.length;
    let isGuessed = false;
    const bound: Bound = (place, name, schema, members, around) => {
      const hint = place === "body" ? numbers.get(name)?.shift() : undefined;
      if (hint !== undefined) return { kind: "value", value: hint };
      const template =
        bind(place, name, schema, members, around) ??
        (place === "body" ? partNamed(name, resource, made, parts) : undefined);
      const isUnmade = template?.kind === "reference" && !made.has(template.call);
      // A member that only sounds like a reference may be none.
      const isDoubtful = isLate && place !== "path" && template?.kind === "reference" && own === "fresh";
      isGuessed ||= isDoubtful;
      return isUnmade || isDoubtful ? undefined : template;
    };
    const inputs = draftInputs(operation, {
      api: known.api,
      random: known.random.derive(`${operation.key} ${Math.floor(attempt / styles.length)}`),
      style,
      draft: known.draft,
      bound,
      leaveOut: new Set([...leaveOut].filter((name) => !demanded.has(name))),
      demanded,
      optionalQuery: trial.optionalQuery === true,
    });
    const call = callFromRecipe(trial.nameOf(++drafts), { operation: operation.key, inputs }, made);
    if ((await trial.isTaken?.(call)) === true) {
      reason = "every id that was tried is taken";
      continue;
    }
    let exchange = await trial.send(call);
    if (succeeded(exchange)) {
      if (!changesNothing(inputs, payload, own)) return { call, inputs, exchange };
      idle ??= { call, inputs, exchange };
      continue;
    }
    refused.push({ inputs, exchange });
    // Nothing can be withdrawn before something is deposited: a create is asked for its other kinds once.
    const isOtherKind = own === "reference" || (!isKindTried && isStateConflict(exchange));
    isKindTried ||= isStateConflict(exchange);
    const choices = isOtherKind ? otherChoices(inputs, operation, known.api) : [];
    const mended = (last: CallInputs) => {
      const spans = withShortSpans(last);
      const later = spans === undefined && !isLaterTried ? withLaterDates(last, exchange) : undefined;
      isLaterTried ||= later !== undefined;
      return later ?? mendInputs(last, exchange) ?? spans ?? choices.shift();
    };
    let better = mended(inputs);
    while (better !== undefined && mends < MOST_MENDS) {
      mends++;
      const another = callFromRecipe(
        `${call.id}, mended ${mends}`,
        { operation: operation.key, inputs: better },
        made,
      );
      if ((await trial.isTaken?.(another)) === true) break;
      exchange = await trial.send(another);
      if (succeeded(exchange)) return { call: another, inputs: better, exchange };
      refused.push({ inputs: better, exchange });
      better = mended(better);
    }
    // What was guessed is looked for, and not found: it is a reference after all, and a lucky guess would not be ours.
    const isMissed = isGuessed && whatIsMissed(exchange) !== undefined;
    // That it is not there says less than the refusals before.
    if (!isMissed) reason = whyRefused(exchange);
    if (isMissed || isHopeless(exchange) || trial.isInVain?.(exchange) === true) break;
    const link = trial.linkIn?.(exchange);
    if (link !== undefined) return { reason, link, refused };
    const sent = getAtPointer(exchange.request.inputs.body?.content, formatPointer(payload.path));
    const note = (name: string) => {
      const tried = isObject(sent) ? sent[name] : undefined;
      const hints = numbersSaid(exchange).filter((number) => number !== tried);
      if (!numbers.has(name)) numbers.set(name, around(hints.length > 0 ? hints : numbersSaid(exchange)));
    };
    const knew = leaveOut.size;
    let isTakenBack = false;
    const said = alternativesSaid(exchange, declared);
    if (said.length > 0) lastSaid = said;
    // What was chosen may be what stands in the way: nothing can be taken from where nothing is.
    const alternatives = isStateConflict(exchange) ? lastSaid : said;
    const turn = chosen.get(alternatives.join()) ?? 0;
    if (turn < alternatives.length) {
      chosen.set(alternatives.join(), turn + 1);
      for (const [index, name] of alternatives.entries()) {
        if (index === turn) demanded.add(name);
        else demanded.delete(name);
        leaveOut.add(name);
      }
      attempt--;
      continue;
    }
    const objectedTo = membersQuoted(exchange, sent);
    for (const name of [...membersNamed(exchange, declared), ...objectedTo]) {
      if (isNumber(sent, name) && numbersSaid(exchange).length > 0) note(name);
      else if (!isObject(sent) || !Object.hasOwn(sent, name)) demanded.add(name);
      else if (!demanded.has(name)) leaveOut.add(name);
      // A sentence that only spoke of it was taken for a demand: `the algorithm does not support that size`.
      else if (objectedTo.includes(name) && leaveOut.has(name)) isTakenBack = demanded.delete(name);
    }
    for (const { name, inner } of membersWithin(payload, known.api)) {
      const member = isObject(sent) ? sent[name] : undefined;
      const around = isArray(member) ? member[0] : member;
      const isSent = isObject(around) && Object.hasOwn(around, inner) && !declared.includes(inner);
      if (isSent && membersNamed(exchange, [inner]).length > 0) leaveOut.add(`${name}.${inner}`);
    }
    // `It costs 340, not 17.` names no member, but the value of one.
    const quoted = numbersSaid(exchange);
    for (const [name, value] of Object.entries(isObject(sent) ? sent : {}))
      if (typeof value === "number" && quoted.includes(value) && quoted.length > 1) note(name);
    // Without what was objected to the same draft may do, and the next ones say less or are new in less.
    const isLess = isTakenBack || (leaveOut.size > knew && style.members === "all");
    if (isLess && !again.has(attempt)) again.add(attempt--);
    // How things stand is objected to, whatever is sent: other values of the same kind will not help.
    if ((trial.isMoved === true || attempt === styles.length - 1) && areSameConflicts(refused)) break;
    // Another draft would be the same call again.
    if (operation.body === undefined && own === "reference" && drafts > 1) break;
  }
  return idle ?? { reason, refused };
}

/** What may be left out of the members that are objects themselves, or lists of such. */
function membersWithin({ members }: Payload, { schemas }: Api) {
  return [...members].flatMap(([name, { schema }]) =>
    [...membersOf(itemsOf(schema, schemas) ?? schema, schemas)].flatMap(([inner, { required }]) =>
      required ? [] : [{ name, inner }],
    ),
  );
}

/** An update that is sent nothing is accepted, and says nothing about what it does. */
function changesNothing({ body }: CallInputs, { path, members }: Payload, own: Trial["own"]): boolean {
  const sent = body === undefined ? undefined : templateAt(body.content, formatPointer(path));
  return (
    own === "reference" &&
    members.size > 0 &&
    sent?.kind === "object" &&
    Object.keys(sent.members).length === 0
  );
}

/** A limit may be the last value that will do, or the first that will not. Largest first: ids and counts are small. */
function around(numbers: readonly number[]): number[] {
  const sorted = [...numbers].sort((a, b) => b - a);
  return [...new Set([...sorted, ...sorted.flatMap((number) => [number + 1, number - 1])])];
}

function isNumber(sent: Json | undefined, name: string): boolean {
  return isObject(sent) && Object.hasOwn(sent, name) && typeof sent[name] === "number";
}

/** Other inputs will not help against a missing login, a missing method or a target that is down. */
function isHopeless({ outcome }: Exchange): boolean {
  if (outcome.kind === "none") return outcome.reason !== "too large";
  return [401, 405, 501].includes(outcome.status);
}
