import { aNoun } from "#base/a-noun";
import type { Finding } from "#calls/finding";
import type { OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { callFromRecipe } from "../recipe.js";
import { answerOf } from "./answer.js";
import { type Conclusion, learned, NOTHING } from "./experiment.js";
import { GONE, type Lab } from "./lab.js";
import { deviation, EMPTIED } from "./norms.js";
import type { Listing } from "./sight.js";
import type { Subject } from "./subject.js";
import type { Thing } from "./thing.js";
import { isAllOurs, isWhole, namesNothing, shows } from "./whole-lists.js";

export interface Trash {
  readonly subject: Subject;
  readonly list: OperationKey;
  /** The list of what is not in it. */
  readonly main: OperationKey | undefined;
  /** What was put there. */
  readonly things: readonly Thing[];
  /** It is not in the trash. */
  readonly neighbour: Thing;
  /** What the trash shows. */
  readonly filled: Listing;
}

interface Emptied extends Trash {
  /** What was listed outside the trash just before. */
  readonly listed: Listing;
  readonly operation: OperationKey;
  readonly call: string;
}

/**
 * Empties a trash by the DELETE of its path. The call names nothing and so could hit anything: it is made only where
 * whatever the lists of this kind show, in the trash and out of it, was made by this run.
 */
export async function emptyTrash(lab: Lab, trash: Trash): Promise<Conclusion> {
  const { subject, list, main, things, neighbour, filled } = trash;
  const operation = emptyingOf(lab, list);
  if (operation === undefined || main === undefined) return NOTHING;
  const listed = await lab.list(main, subject, neighbour.made);
  if (!isAllOurs(lab, subject, filled) || !isAllOurs(lab, subject, listed)) return NOTHING;
  const answer = answerOf(
    await lab.perform(
      operation,
      (id) => callFromRecipe(id, lab.plain(operation, subject.resource), neighbour.made),
      "all is ours",
    ),
  );
  if (answer.kind !== "accepted") return NOTHING;
  const isGone = (listing: Listing) => !things.some((thing) => shows(lab, listing, thing));
  const after = await lab.list(list, subject, neighbour.made, { name: "it is empty", holds: isGone });
  if (!isWhole(after) || !isGone(after)) return NOTHING;
  const emptied = { ...trash, listed, operation, call: answer.call };
  const reason = `it answers ${answer.said}, and ${list} no longer shows what was there`;
  return {
    ...NOTHING,
    rules: [learned({ kind: "empties", resource: subject.resource.name, operation, list }, reason)],
    deviations: [...(await stillReadable(lab, emptied)), ...(await goneAsWell(lab, emptied))],
  };
}

async function stillReadable(lab: Lab, emptied: Emptied): Promise<readonly Finding[]> {
  const { operation, call, list, subject, things } = emptied;
  const { name } = subject.resource;
  const left: Finding[] = [];
  for (const thing of things) {
    const sight = await lab.look(thing, GONE);
    if (sight.kind !== "there" || left.length > 0) continue;
    left.push(
      deviation(EMPTIED, {
        operation,
        verdict: "WARN",
        shape: "it can still be read",
        message: `${operation} removes ${aNoun(name)} from ${list}, but it can still be read`,
        expected: "404, 410 or another 4xx",
        got: sight.said,
        why: "Whoever empties a trash takes what was in it for deleted.",
        call: sight.call,
        evidence: [...lab.storyOf(thing), call],
      }),
    );
  }
  return left;
}

async function goneAsWell(lab: Lab, emptied: Emptied): Promise<readonly Finding[]> {
  const { operation, call, list, listed, filled, subject, things } = emptied;
  const { name } = subject.resource;
  for (const other of lab.stock.alive(name)) {
    const wasOutside = shows(lab, listed, other) && !shows(lab, filled, other);
    const sight = wasOutside ? await lab.look(other) : undefined;
    if (sight?.kind !== "absent") continue;
    return [
      deviation(EMPTIED, {
        operation,
        shape: "others are gone",
        message: `${operation} removes ${aNoun(name)} that ${list} did not show`,
        expected: `the ${name} is there as before`,
        got: sight.said,
        why: "It had not been deleted, and nobody asked for that.",
        call: sight.call,
        // One that was in the trash is enough to see what it should have taken.
        evidence: [...lab.storyOf(other), ...things.slice(0, 1).flatMap((thing) => lab.storyOf(thing)), call],
      }),
    ];
  }
  return [];
}

/** The DELETE of the very path of a list. */
function emptyingOf(lab: Lab, list: OperationKey): OperationKey | undefined {
  const { path } = operationOf(lab.bench.api, list);
  const found = lab.bench.api.operations.find(
    (operation) => operation.method === "DELETE" && operation.path === path,
  );
  return found !== undefined && namesNothing(lab, found.key) ? found.key : undefined;
}
