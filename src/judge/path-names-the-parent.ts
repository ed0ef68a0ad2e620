import { aNoun } from "#base/a-noun";
import { answers, REFUSED } from "#calls/checks";
import { isSuccess, succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { hasId } from "#semantics/list-items";
import { SELF } from "#semantics/recipe";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { finding, type Oracle } from "./oracle.js";
import { kindsOf, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  other: `${PROVOKE}make one elsewhere`,
  read: "read it",
  through: `${PROVOKE}read it through the other's parent`,
} as const;

/**
 * Where the path of a thing runs through its parent, the parent is part of its name. A service that looks at the last part only
 * shows things to whoever may see any parent at all. A weak norm: what the thing is, is right.
 */
export const pathNamesTheParent: Oracle = {
  id: "path-names-the-parent",
  title: "A thing is found below its own parent, and not below another one.",
  verdict: "WARN",
  source: "RFC 3986, section 1.2.3: a path is a hierarchy",
  needs: "a read whose path runs through a parent",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const read = kind.resource.read.find((key) => key.split("{").length > 2);
      if (read === undefined) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make);
      const others = situation.makeApart(CALLS.other);
      const mixed = new Map([...others, ...[...things].filter(([role]) => role === SELF)]);
      situation.add(situation.plain(CALLS.read, read, things));
      situation.add(situation.plain(CALLS.through, read, mixed));
      return [situation.build(pathNamesTheParent.id, `read with ${read} through another parent`)];
    }),
  judge: (step) => {
    if (step.plannedBy !== pathNamesTheParent.id || step.exchange.call.id !== CALLS.through) return [];
    const read = earlier(step, CALLS.read);
    const { subject } = step;
    if (!succeeded(read) || !succeeded(earlier(step, CALLS.other)) || !isSuccess(step.response)) return [];
    const body = bodyOf(step.exchange);
    const isOther = read?.request.url !== step.exchange.request.url;
    if (!isOther || body === undefined || subject?.id === undefined) return [];
    if (!hasId(body, subject.id, subject.resource.idFields)) return [];
    return [
      finding(pathNamesTheParent.id, step, {
        evidence: [CALLS.make, CALLS.other, CALLS.read],
        comparisons: [CALLS.other],
        verdict: "WARN",
        clause: "a thing is below its own parent",
        check: answers(CALLS.through, REFUSED),
        message: `${step.operation.key} shows ${aNoun(noun(step))} below a parent that is not its own`,
        expected: "404",
        got: `${step.response.status}, and the ${noun(step)}`,
        why: `The ${noun(step)} was created below another parent; the one in the path is there, but has nothing to do with it.`,
      }),
    ];
  },
};
