import { formatPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { ownValues } from "#calls/own-values";
import { roleOf } from "../role.js";
import { wholeSpans } from "../short-spans.js";
import type { Answer } from "./answer.js";
import { isCrowded } from "./crowded.js";
import { effectOfCreate } from "./effect-of-create.js";
import type { Lab } from "./lab.js";
import { linksOf, type Subject } from "./subject.js";
import { parentsFor } from "./supply.js";
import { standsIn, type Thing } from "./thing.js";

/** In what two things of a kind can be alike. */
export interface Comparable {
  /** References to other things. */
  readonly links: readonly JsonPointer[];
  /** Those, and the parts of the body that differ from thing to thing. */
  readonly all: readonly JsonPointer[];
}

export function comparable(lab: Lab, subject: Subject): Comparable {
  const links = linksOf(subject).flatMap(({ via }) => (via.kind === "body" ? [via.pointer] : []));
  const id = lab.idPlace(subject);
  const chosen = id?.in === "body" ? formatPointer([id.name]) : undefined;
  const fresh = ownValues(subject.recipe.inputs.body?.content).filter(({ pointer }) => pointer !== chosen);
  return { links, all: [...links, ...fresh.map(({ pointer }) => pointer)] };
}

export type Outcome =
  | { readonly kind: "accepted"; readonly answer: Answer }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Creates a thing with fresh values but for these parts, in what the other one stands in, or elsewhere. What is accepted is
 * deleted again: it could be in the way.
 */
export async function createAlike(
  lab: Lab,
  subject: Subject,
  thing: Thing,
  alike: ReadonlySet<JsonPointer>,
  elsewhere?: Thing,
): Promise<Outcome | undefined> {
  const shared = linksOf(subject).filter(({ via }) => via.kind === "body" && alike.has(via.pointer));
  const fixed = new Map(
    elsewhere === undefined ? standsIn(thing) : [[elsewhere.subject.resource.name, elsewhere]],
  );
  for (const role of shared.map((link) => roleOf(link, subject.resource))) {
    const parent = thing.parents.get(role);
    if (parent !== undefined) fixed.set(role, parent);
  }
  const parents = await parentsFor(lab, subject, fixed);
  if (parents === undefined || isCrowded(lab, parents, subject)) return undefined;
  const links = new Set(shared.map(({ via }) => (via.kind === "body" ? via.pointer : undefined)));
  const own = new Set([...alike].filter((pointer) => !links.has(pointer)));
  const parts = wholeSpans(subject.recipe.inputs.body?.content, own);
  const attempt = await lab.attempt(subject, parents, { like: { thing, parts } });
  if (attempt === undefined) return undefined;
  const { answer, thing: twin } = attempt;
  if (answer.kind === "accepted" && !answer.complains) {
    if (twin !== undefined) await lab.discard(twin);
    return { kind: "accepted", answer };
  }
  const seen = await lab.lookAfter(attempt);
  if (effectOfCreate(answer, seen?.kind ?? "none") !== "refuse") return undefined;
  const names = [...alike].map((pointer) => parsePointer(pointer).join("."));
  const doubt = seen === undefined ? "; only the answer says so" : "";
  return {
    kind: "refused",
    reason: `a second one that is alike in ${names.join(", ")} is answered with ${answer.said}${doubt}`,
  };
}
