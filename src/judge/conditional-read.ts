import { jsonEqual } from "#base/json-equal";
import { ACCEPTED, answers } from "#calls/checks";
import { succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { changeCall } from "./change-call.js";
import { etagOf } from "./etag-guards-writes.js";
import { bodyOf, earlier, headerOf } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { kindsOf, Situation } from "./situation.js";
import { declaresHeader, declaresStatus, withHeader } from "./with-header.js";

const CALLS = {
  make: "make it",
  look: "look",
  same: `${PROVOKE}look unless it is the same`,
  update: "update",
  lookChanged: "look at the change",
  changed: `${PROVOKE}look unless it is still the same`,
} as const;

/** Where the service sends no ETag the sequence ends at the first call that would need one. */
export const conditionalRead: Oracle = {
  id: "conditional-read",
  title:
    "A read on the condition of a new version answers 304 while there is none, and the new one once there is.",
  verdict: "ERR",
  source: "RFC 9110, section 13.1.2",
  needs: "ETags in answers",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const [read] = kind.resource.read;
      if (read === undefined || ground.sendsEtags === false) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make);
      const unless = (id: string) =>
        withHeader(situation.plain(id, read, things), "If-None-Match", etagOf(CALLS.look));
      situation.add(situation.plain(CALLS.look, read, things), unless(CALLS.same));
      const [update] = kind.resource.update.flatMap(
        (operation) => changeCall(situation, ground.known.api, operation, CALLS.update, things) ?? [],
      );
      if (update !== undefined)
        situation.add(update, situation.plain(CALLS.lookChanged, read, things), unless(CALLS.changed));
      return [situation.build(conditionalRead.id, `read what has perhaps not changed by ${read}`)];
    }),
  judge: (step) => {
    if (step.plannedBy !== conditionalRead.id) return [];
    if (step.exchange.call.id === CALLS.same) return judgeSame(step);
    return step.exchange.call.id === CALLS.changed ? judgeChanged(step) : [];
  },
};

function judgeSame(step: Step) {
  const look = earlier(step, CALLS.look);
  const isSame = headerOf(look, "etag") === headerOf(step.exchange, "etag");
  if (step.response.status !== 200 || !isSame || !jsonEqual(bodyOf(look), bodyOf(step.exchange))) return [];
  const isPromised = declaresHeader(step.operation, "If-None-Match") || declaresStatus(step.operation, 304);
  return [
    finding(conditionalRead.id, step, {
      form: true,
      evidence: [CALLS.look],
      verdict: isPromised ? "WARN" : "NOTE",
      habit: true,
      clause: "what has not changed is answered with 304",
      check: answers(CALLS.same, "304"),
      message: `${step.operation.key} answers 200 with an unchanged thing although If-None-Match names its ETag`,
      expected: "304",
      got: "200, with the same ETag and body",
      why: isPromised
        ? "The document promises it, and caches save their traffic by it."
        : "The document does not promise it; an ETag is of little use without it.",
    }),
  ];
}

function judgeChanged(step: Step) {
  const [old, current] = [earlier(step, CALLS.look), earlier(step, CALLS.lookChanged)];
  const hasChanged =
    succeeded(current) &&
    headerOf(old, "etag") !== headerOf(current, "etag") &&
    !jsonEqual(bodyOf(old), bodyOf(current));
  if (step.response.status !== 304 || !hasChanged) return [];
  return [
    finding(conditionalRead.id, step, {
      evidence: [CALLS.look, CALLS.update, CALLS.lookChanged],
      verdict: "ERR",
      clause: "what has changed is not answered with 304",
      check: answers(CALLS.changed, ACCEPTED),
      message: `${step.operation.key} answers 304 (not modified) for a thing that has changed`,
      expected: "200 with the new version",
      got: `304 for the ETag ${headerOf(old, "etag") ?? ""}; the current one is ${headerOf(current, "etag") ?? ""}`,
      why: "A client with a cache goes on showing what is no longer true.",
    }),
  ];
}
