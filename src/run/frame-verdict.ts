import type { Verdict } from "#calls/finding";
import type { Thing, TourStep } from "#cover/tour";
import type { Rule } from "#semantics/rule";
import { nameWords } from "#values/name-words";
import type { FrameObjection } from "./frame.js";
import { isAsNew } from "./is-as-new.js";

/**
 * What becomes of children when their parent goes, and where an action leads, are weak norms as long as they were only
 * seen; elsewhere a service that shows another state than its answers imply contradicts itself.
 */
export function verdictFor(
  rules: readonly Rule[],
  step: TourStep,
  { thing, rests, shape }: Pick<FrameObjection, "thing" | "rests" | "shape">,
  missing: ReadonlySet<string>,
): Verdict {
  if (step.expects !== "success") return "ERR";
  const named = step.things.filter(({ name }) => step.about.includes(name));
  const above = named.filter((candidate) => isBelow(thing, candidate.name, step));
  // Whoever closes a project lets its people go, all of them: that was never tried, and a delete need not be the only end.
  const isLeft = (parent: Thing) => (other: Thing) =>
    other.resource === thing.resource &&
    other.state === "there" &&
    !missing.has(other.name) &&
    isBelow(other, parent.name, step);
  if (shape === MISSING && above.some((parent) => isOver(parent) && !step.things.some(isLeft(parent))))
    return "NOTE";
  const goesWith = above[0] !== undefined && above[0].state !== "there";
  const rule = rests ?? (goesWith ? "parent-delete" : undefined);
  if (rule === undefined) return "ERR";
  const isAbout = (one: Rule) => ("child" in one ? one.child : one.resource) === thing.resource;
  const isDeclared = rules.some((one) => one.kind === rule && one.source === "declared" && isAbout(one));
  if (isDeclared) return "ERR";
  // Drafts may go with their customer, and what was issued be kept: only new things were seen to go.
  return rests === undefined && !isAsNew(thing, rules) ? "NOTE" : "WARN";
}

export const MISSING = "is missing";

/** What was completed is over as well, and what belongs to it is then just what is kept. */
const OVER =
  /^(closed|dissolved|disbanded|cancell?ed|rejected|declined|expired|void|voided|withdrawn|revoked|terminated|aborted)$/;

function isOver({ life }: Thing): boolean {
  return life !== undefined && nameWords(life.status).some((word) => OVER.test(word));
}

export function isBelow(thing: Thing, ancestor: string, step: TourStep): boolean {
  const names = [...thing.parents.values()].filter((name) => name !== thing.name);
  return names.some((name) => {
    if (name === ancestor) return true;
    const parent = step.things.find((other) => other.name === name);
    return parent !== undefined && isBelow(parent, ancestor, step);
  });
}
