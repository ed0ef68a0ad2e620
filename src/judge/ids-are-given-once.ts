import { aNoun } from "#base/a-noun";
import { differs } from "#calls/checks";
import { resolveReference } from "#calls/resolve-template";
import { succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { sameId } from "#semantics/list-items";
import { neverGivesIdsAgain } from "#semantics/promises";
import { earlier, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { show } from "./show.js";
import { chosenIdPlace, type Kind, kindsOf, Situation } from "./situation.js";

const CALLS = { make: "make it", delete: "delete it", again: `${PROVOKE}make the same again` } as const;

/** Whether ids come again is the service's choice, unless its document has made it. */
export const idsAreGivenOnce: Oracle = {
  id: "ids-are-given-once",
  title: "Where the document says so, the id of what was deleted is not given again.",
  verdict: "ERR",
  source: "the document's words",
  needs: "a document that says that ids are never given again, ids that the service gives, and a delete",
  sequences: (ground) => {
    if (!neverGivesIdsAgain(ground.known.api)) return [];
    return kindsOf(ground).flatMap((kind) => {
      const [remove] = kind.resource.delete;
      if (remove === undefined || !isGiven(ground, kind)) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make);
      situation.add(situation.plain(CALLS.delete, remove, things));
      situation.makeSame(CALLS.again, CALLS.make, things);
      return [situation.build(idsAreGivenOnce.id, `repeat ${kind.create.operation} after a delete`)];
    });
  },
  judge: (step) => {
    if (step.plannedBy !== idsAreGivenOnce.id || step.exchange.call.id !== CALLS.again) return [];
    const { id, idAt } = step.subject ?? {};
    const removal = earlier(step, CALLS.delete);
    if (id === undefined || idAt === undefined || !succeeded(removal) || !succeeded(step.exchange)) return [];
    const given = { ...idAt, call: CALLS.again };
    const found = resolveReference(given, [...step.before, step.exchange]);
    if (!found.ok || !sameId(found.value, id)) return [];
    return [
      finding(idsAreGivenOnce.id, step, {
        evidence: [CALLS.make, CALLS.delete],
        verdict: "ERR",
        clause: "ids are given once",
        check: differs(idAt, given),
        message: `${step.operation.key} gives ${aNoun(noun(step))} the id of one that was deleted, which the document rules out`,
        expected: `another id than ${show(id)}`,
        got: show(found.value),
        why: "Who still has the old id now means another thing.",
      }),
    ];
  },
};

/** The service draws it: it is neither the client's choice nor that of another thing, as of a track in a list. */
function isGiven(ground: Ground, kind: Kind): boolean {
  const { create, resource } = kind;
  return (
    chosenIdPlace(ground, kind) === undefined &&
    !create.identity.in.startsWith("request") &&
    !resource.parents.some(({ via }) => via.kind === "id")
  );
}
