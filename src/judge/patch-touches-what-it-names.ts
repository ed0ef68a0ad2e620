import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { formatPointer, getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Call } from "#calls/call";
import { inRequest } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { ownLists, ownValues } from "#calls/own-values";
import { succeeded } from "#calls/succeeded";
import type { Api, OperationKey } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { namesPlace } from "#semantics/place-name";
import { patchCall } from "./change-call.js";
import { compareWritten } from "./compare-written.js";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier } from "./lifecycle.js";
import { finding, type Ground, keepingIn, type Oracle, type Step } from "./oracle.js";
import { placeOf, placeOfEarlier, same } from "./place-of.js";
import { sayAnswer, sayChange, sayStored } from "./say-answer.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { tellingChanges } from "./telling-changes.js";
import { defaultsIn, withoutDefaults } from "./without-defaults.js";
import { seenAt, seenNow, sentBy, type WrittenChange, writtenChanges } from "./written-changes.js";

const [MAKE, LOOK, PATCH, LOOK_AFTER] = ["make it", "look", "patch ", "look after patch "];

/** So many members are patched, each alone: the next shows what became of the one before. */
const PATCHES = [0, 1, 2, 3, 4];

/**
 * Only what a client wrote is compared: a service may count and date its changes. A POST that updates and demands no
 * member may be meant as a patch: it is taken for one where it keeps some of what it does not name.
 */
export const patchTouchesWhatItNames: Oracle = {
  id: "patch-touches-what-it-names",
  title: "A PATCH changes the members that it names, and no others.",
  verdict: "ERR",
  source: "RFC 5789, section 2; RFC 7396, section 2",
  needs:
    "an update by PATCH, or by a POST that demands nothing, with a part of the thing; and a way to see the thing",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      kind.resource.update
        .filter((operation) => operation.startsWith("PATCH ") || isPartial(ground.known.api, operation))
        .flatMap((operation) => waysToMake(ground, kind).map((make) => [operation, make] as const))
        .flatMap(([operation, { part, change }]) => {
          const situation = new Situation(ground, kind);
          const things = situation.make(MAKE, change);
          situation.look(LOOK, things);
          let patches = 0;
          for (const pick of PATCHES) {
            const call = patchCall(situation, ground.known.api, operation, `${PATCH}${pick}`, things, pick);
            if (call === undefined) continue;
            patches += 1;
            situation.add(call);
            situation.look(`${LOOK_AFTER}${pick}`, things);
          }
          const purpose = `change one member at a time by ${operation}`;
          return patches === 0
            ? []
            : [situation.build(patchTouchesWhatItNames.id, purpose, operation + part)];
        }),
    ),
  judge: (step) => {
    const { id } = step.exchange.call;
    if (step.plannedBy !== patchTouchesWhatItNames.id || !id.startsWith(LOOK_AFTER)) return [];
    const round = roundOf(step, id.slice(LOOK_AFTER.length));
    if (round === undefined) return [];
    const { patch, named, lookBefore, lost } = round;
    const [first] = lost;
    const evidence = [lookBefore, patch.call.id];
    if (!patch.call.operation.startsWith("PATCH ")) return lostByPost(step);
    if (first !== undefined) {
      const like = sentBy(earlier(step, MAKE));
      return [
        finding(patchTouchesWhatItNames.id, step, {
          operation: patch.call.operation,
          evidence,
          verdict: "ERR",
          clause: "a patch leaves what it does not name",
          check: same(
            placeOf(step, step.exchange, first.pointer, { like }),
            placeOfEarlier(step, lookBefore, first.pointer, like),
          ),
          message: `${patch.call.operation} with nothing but ${named.join(", ")} also changes ${lost.map(({ pointer, before, after }) => sayChange(pointer, before, after)).join(", ")}`,
          expected: show(first.before),
          got: show(first.after),
          why: "A patch names what is to change; a client that leaves a member out wants to keep it.",
        }),
      ];
    }
    return withoutEffect(step, evidence);
  },
};

/** As usual, and with other choices than the defaults: whether these are set again shows in nothing else. */
function waysToMake({ known }: Ground, { create }: Kind) {
  const choices = defaultsIn(known.api, create.operation);
  const otherwise = {
    part: ", otherwise than by default",
    change: (call: Call) => withoutDefaults(call, choices),
  };
  return [{ part: "", change: (call: Call) => call }, ...(choices.length === 0 ? [] : [otherwise])];
}

interface Round {
  readonly patch: Exchange;
  readonly named: readonly JsonPointer[];
  readonly lookBefore: string;
  readonly lookAfter: string;
  readonly lost: readonly WrittenChange[];
}

/** One patch, with what it did to what it does not name. */
function roundOf(step: Step, pick: string): Round | undefined {
  const patch = earlier(step, `${PATCH}${pick}`);
  const lookBefore = [`${LOOK_AFTER}${Number(pick) - 1}`, LOOK].find(
    (look) => earlier(step, look) !== undefined,
  );
  const after = `${LOOK_AFTER}${pick}`;
  const now = after === step.exchange.call.id ? seenNow(step) : seenAt(step, after);
  const before = lookBefore === undefined ? undefined : seenAt(step, lookBefore);
  if (patch === undefined || !succeeded(patch) || before === undefined || now === undefined) return undefined;
  const named = drawnBy(patch);
  const made = earlier(step, MAKE);
  const changes = writtenChanges(step, before, now, sentBy(made)).filter(
    ({ pointer }) => !named.some((one) => pointer === one || pointer.startsWith(`${one}/`)),
  );
  const defaults = made === undefined ? [] : defaultsIn(step.api, made.call.operation);
  const isReset = ({ pointer, after }: WrittenChange) =>
    defaults.some((one) => one.pointer === pointer && jsonEqual(one.byDefault, after ?? null));
  const lost = [...tellingChanges(changes, made), ...changes.filter(isReset)];
  return { patch, named, lookBefore: lookBefore ?? LOOK, lookAfter: after, lost };
}

/** What a patch is about; in an envelope it says the kind of thing as well, which stays as it is. */
function drawnBy(patch: Exchange | undefined): readonly JsonPointer[] {
  const content = patch?.call.body?.content;
  return [...ownValues(content), ...ownLists(content)].map(({ pointer }) => pointer);
}

/** Of two members that are sent alone, one way round the other one is kept, and the other way it is not. */
function lostByPost(step: Step) {
  const [first, second] = [0, 1].map((pick) => roundOf(step, String(pick)));
  if (first === undefined || second === undefined) return [];
  const losesOther = (one: Round, other: Round) =>
    one.lost.find(({ pointer }) => other.named.includes(pointer) && !one.named.includes(pointer));
  const [loser, keeper] = losesOther(first, second) === undefined ? [second, first] : [first, second];
  const lost = losesOther(loser, keeper);
  if (lost === undefined || losesOther(keeper, loser) !== undefined) return [];
  const { operation } = loser.patch.call;
  const like = sentBy(earlier(step, MAKE));
  const at = (look: string) =>
    look === step.exchange.call.id
      ? placeOf(step, step.exchange, lost.pointer, { like })
      : placeOfEarlier(step, look, lost.pointer, like);
  return [
    finding(patchTouchesWhatItNames.id, step, {
      operation,
      evidence: [first, second].flatMap(({ lookBefore, patch }) => [lookBefore, patch.call.id]),
      comparisons: [keeper.patch.call.id],
      verdict: "WARN",
      clause: "what is left out is treated alike",
      check: same(at(loser.lookAfter), at(loser.lookBefore)),
      message: `${operation} with nothing but ${loser.named.join(", ")} changes ${sayChange(lost.pointer, lost.before, lost.after)}; with nothing but ${keeper.named.join(", ")} it keeps the rest`,
      expected: `${show(lost.before)}, since all that it can be sent may be left out`,
      got: show(lost.after),
      why: "A client cannot know what becomes of what it does not send.",
    }),
  ];
}

/** A POST that may be sent any part of the thing. */
function isPartial(api: Api, operation: OperationKey): boolean {
  const payload = payloadOf(requestSchema(operationOf(api, operation)), api.schemas);
  const members = [...payload.members.values()];
  return operation.startsWith("POST ") && members.length > 1 && members.every(({ required }) => !required);
}

/** A place among siblings is no further back than there are any; and what the service makes or sets it does anyway. */
function isDecidedByService(step: Step, pointer: JsonPointer): boolean {
  const { makes, sets } = keepingIn(step);
  return namesPlace(parsePointer(pointer).at(-1) ?? "") || makes(pointer) || sets(pointer);
}

/** The list that this stands in, and of which that holds. */
function listAbove(pointer: JsonPointer, isList: (pointer: JsonPointer) => boolean): JsonPointer | undefined {
  const tokens = parsePointer(pointer);
  return tokens.map((_, end) => formatPointer(tokens.slice(0, end))).find(isList);
}

/** Success, and the one member that was named reads as before. */
function withoutEffect(step: Step, evidence: readonly string[]) {
  const [look = "", patchId = ""] = evidence;
  const patch = earlier(step, patchId);
  const sent = sentBy(patch);
  const drawn = drawnBy(patch);
  const drawnLeaf = leavesOf(sent).find(
    ({ pointer }) => drawn.includes(pointer) && !isDecidedByService(step, pointer),
  );
  if (patch === undefined || sent === undefined || drawnLeaf === undefined) return [];
  const keeping = keepingIn(step);
  // What the service adds to a list moves the items that were sent.
  const added = listAbove(drawnLeaf.pointer, keeping.adds);
  const leaf =
    added === undefined ? drawnLeaf : { pointer: added, value: getAtPointer(sent, added) ?? drawnLeaf.value };
  const at = (read: ReturnType<typeof bodyOf>) => getAtPointer(unwrap(read, sent), leaf.pointer);
  const [was, is] = [at(seenAt(step, look)), at(seenNow(step))];
  // A service may say it in another way, as a set in which nothing stands twice, and more of it: the amount of a line.
  const isSaid = (read: Json | undefined) =>
    compareWritten(leaf.value, read, keeping, leaf.pointer).every(({ kind }) => kind === "normalised");
  if (was === undefined || !jsonEqual(was, is) || isSaid(is)) return [];
  const isEchoed = isSaid(at(bodyOf(patch)));
  return [
    finding(patchTouchesWhatItNames.id, step, {
      operation: patch.call.operation,
      evidence,
      verdict: isEchoed ? "ERR" : "WARN",
      clause: "a successful patch takes effect",
      // What cannot change is a habit of the member, wherever it stands.
      ...(isEchoed ? {} : { cause: `a patch of ${leaf.pointer} takes effect`, place: leaf.pointer }),
      check: same(
        placeOf(step, step.exchange, leaf.pointer, { like: sent }),
        inRequest(patchId, leaf.pointer),
      ),
      message: `${sayAnswer(patch)}, but ${sayStored(leaf.pointer, leaf.value, is)}, as before`,
      expected: show(leaf.value),
      got: `${show(is)}, as before`,
      why: isEchoed
        ? "The answer showed the new value, and the next read does not."
        : "The service confirmed a change that it did not make; the member may be one that cannot change.",
    }),
  ];
}
