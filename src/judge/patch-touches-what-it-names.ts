import { jsonEqual } from "#base/json-equal";
import { getAtPointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import { inRequest } from "#calls/checks";
import { succeeded } from "#calls/succeeded";
import { changeCall } from "./change-call.js";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { placeOf, placeOfEarlier, same } from "./place-of.js";
import { show } from "./show.js";
import { kindsOf, Situation } from "./situation.js";
import { tellingChanges } from "./telling-changes.js";
import { seenAt, seenNow, sentBy, writtenChanges } from "./written-changes.js";

const [MAKE, LOOK, PATCH, LOOK_AFTER] = ["make it", "look", "patch ", "look after patch "];

/** So many members are patched, each alone: the second shows what became of the first. */
const PATCHES = [0, 1];

/** Only what a client wrote is compared: a service may count and date its changes. */
export const patchTouchesWhatItNames: Oracle = {
  id: "patch-touches-what-it-names",
  title: "A PATCH changes the members that it names, and no others.",
  verdict: "ERR",
  source: "RFC 5789, section 2; RFC 7396, section 2",
  needs: "an update by PATCH with a part of the thing, and a way to see the thing",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      kind.resource.update
        .filter((operation) => operation.startsWith("PATCH "))
        .flatMap((operation) => {
          const situation = new Situation(ground, kind);
          const things = situation.make(MAKE);
          situation.look(LOOK, things);
          let patches = 0;
          for (const pick of PATCHES) {
            const call = changeCall(situation, ground.known.api, operation, `${PATCH}${pick}`, things, pick);
            if (call === undefined) continue;
            patches += 1;
            situation.add(call);
            situation.look(`${LOOK_AFTER}${pick}`, things);
          }
          const purpose = `change one member at a time by ${operation}`;
          return patches === 0 ? [] : [situation.build(patchTouchesWhatItNames.id, purpose, operation)];
        }),
    ),
  judge: (step) => {
    const { id } = step.exchange.call;
    if (step.plannedBy !== patchTouchesWhatItNames.id || !id.startsWith(LOOK_AFTER)) return [];
    const pick = id.slice(LOOK_AFTER.length);
    const patch = earlier(step, `${PATCH}${pick}`);
    const lookBefore = [`${LOOK_AFTER}${Number(pick) - 1}`, LOOK].find(
      (look) => earlier(step, look) !== undefined,
    );
    const now = seenNow(step);
    const before = lookBefore === undefined ? undefined : seenAt(step, lookBefore);
    if (patch === undefined || !succeeded(patch) || before === undefined || now === undefined) return [];
    const evidence = [lookBefore ?? LOOK, patch.call.id];
    const named = leavesOf(sentBy(patch)).map(({ pointer }) => pointer);
    const made = earlier(step, MAKE);
    const lost = tellingChanges(writtenChanges(before, now, sentBy(made)), made).filter(
      ({ pointer }) => !named.includes(pointer),
    );
    const [first] = lost;
    if (first !== undefined) {
      return [
        finding(patchTouchesWhatItNames.id, step, {
          operation: patch.call.operation,
          evidence,
          verdict: "ERR",
          clause: "a patch leaves what it does not name",
          check: same(
            placeOf(step, step.exchange, first.pointer, { like: sentBy(earlier(step, MAKE)) }),
            placeOfEarlier(step, lookBefore ?? LOOK, first.pointer, sentBy(earlier(step, MAKE))),
          ),
          message: `${patch.call.operation} of ${named.join(", ")} changes ${lost.map(({ pointer }) => pointer).join(", ")} as well`,
          expected: show(first.before),
          got: show(first.after),
          why: "A patch names what is to change; a client that leaves a member out wants to keep it.",
        }),
      ];
    }
    return withoutEffect(step, evidence);
  },
};

/** Success, and the one member that was named reads as before. */
function withoutEffect(step: Step, evidence: readonly string[]) {
  const [look = "", patchId = ""] = evidence;
  const patch = earlier(step, patchId);
  const sent = sentBy(patch);
  const [leaf] = leavesOf(sent);
  if (patch === undefined || sent === undefined || leaf === undefined) return [];
  const at = (read: ReturnType<typeof bodyOf>) => getAtPointer(unwrap(read, sent), leaf.pointer);
  const [was, is] = [at(seenAt(step, look)), at(seenNow(step))];
  if (was === undefined || !jsonEqual(was, is) || jsonEqual(leaf.value, is)) return [];
  const isEchoed = jsonEqual(at(bodyOf(patch)), leaf.value);
  return [
    finding(patchTouchesWhatItNames.id, step, {
      operation: patch.call.operation,
      evidence,
      verdict: isEchoed ? "ERR" : "WARN",
      clause: "a successful patch takes effect",
      check: same(
        placeOf(step, step.exchange, leaf.pointer, { like: sent }),
        inRequest(patchId, leaf.pointer),
      ),
      message: `${patch.call.operation} answers with success, but ${leaf.pointer} reads as before`,
      expected: show(leaf.value),
      got: `${show(is)}, as before`,
      why: isEchoed
        ? "The answer showed the new value, and the next read does not."
        : "The service confirmed a change that it did not make; the member may be one that cannot change.",
    }),
  ];
}
