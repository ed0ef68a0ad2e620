import { isPartOf } from "#base/is-part-of";
import type { Json } from "#base/json";
import { unwrap } from "#base/unwrap";
import { succeeded } from "#calls/succeeded";
import { listItems } from "#semantics/list-items";
import { type Card, mayWrite } from "../ground.js";
import { answerOf } from "../look-around.js";
import type { MetaProperty } from "../meta-property.js";
import { Script } from "../script.js";

/** What was written is what is read, by the very next call. */
export const readYourWrites: MetaProperty = {
  id: "read-your-writes",
  title: "shows what was written",
  shapes: ["planned"],
  *plan(ground) {
    const writes = ground.cards.filter((card) => mayWrite(card) && card.inputs.body !== undefined);
    const reads = ground.cards.filter((card) => !mayWrite(card) && card.resource === ground.resource);
    for (const write of writes.filter(({ resource }) => resource === ground.resource)) {
      for (const read of inOrder(reads)) {
        const script = new Script(ground);
        const given = script.prepare(write);
        if (given === undefined) continue;
        const inputs = write.semantics === "CREATE" ? ground.smallest.get(write.resource.name) : undefined;
        const written = script.call(write, inputs);
        const more = script.prepare(read);
        if (more?.length !== 0) continue;
        yield { given, acts: [written, script.call(read)] };
      }
    }
  },
  shows: ({ acts }) => {
    const [write, read] = acts;
    if (acts.length !== 2 || write === undefined || read === undefined) return undefined;
    const sent = write.request.inputs.body?.content;
    const answer = answerOf(read);
    if (sent === undefined || isEmpty(sent) || answer === undefined || !succeeded(write)) return undefined;
    const shown = [unwrap(answer, sent), ...(listItems(answer) ?? [])];
    return shown.some((one) => isPartOf(sent, one))
      ? {
          operation: write.call.operation,
          says: `the response of ${read.call.operation} has what was sent`,
        }
      : undefined;
  },
};

function isEmpty(json: Json): boolean {
  return typeof json === "object" && json !== null && Object.keys(json).length === 0;
}

/** Reads of one thing say more than lists. */
function inOrder(reads: readonly Card[]): readonly Card[] {
  return reads.toSorted((a, b) => Number(a.semantics !== "READ") - Number(b.semantics !== "READ"));
}
