import { aNoun } from "#base/a-noun";
import { means } from "#calls/meaning";
import { referencesOf } from "#calls/references";
import type { PlannedSequence } from "#cover/planned-sequence";
import { operationOf } from "#openapi/operation-of";
import { saysItTakes } from "#semantics/promises";
import { saysItCanBeRestored } from "#semantics/restore-said";
import { kindOfRole, roleIn } from "#semantics/role";
import { resourceNamed } from "#semantics/semantics";
import { callOn } from "./holder.js";
import { earlier, noun, shows } from "./lifecycle.js";
import { largestPage, listOperationsOf } from "./list-operations-of.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { listed } from "./place-of.js";
import { type Kind, kindsOf, namesOnly, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  list: "list all",
  remove: "delete what it belongs to",
  lookParent: "look for what it belonged to",
  look: "look for it",
  listAfter: "list all afterwards",
} as const;

/**
 * A todo goes with its list: it cannot be read any more. A list of all todos that still shows it contradicts that, and
 * whoever follows what it shows finds nothing. Some lists are a history; hence a warning, unless the document says that
 * the delete takes the thing along.
 */
export const goneFromEveryList: Oracle = {
  id: "gone-from-every-list",
  title: "What went with the thing that it belonged to is gone from every list.",
  verdict: "ERR",
  source: "a service's agreement with itself",
  needs:
    "a delete of what things belong to, a read of those, and a list of them that does not stand below it",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== goneFromEveryList.id || step.exchange.call.id !== CALLS.listAfter) return [];
    const [make, list, remove, lookParent, look] = [
      CALLS.make,
      CALLS.list,
      CALLS.remove,
      CALLS.lookParent,
      CALLS.look,
    ].map((id) => earlier(step, id));
    const id = step.subject?.id;
    if (remove === undefined || !means(make, "done") || !means(remove, "done")) return [];
    if (!means(lookParent, "absent") || !means(look, "absent")) return [];
    if (!shows(step, list, id) || !shows(step, step.exchange, id)) return [];
    const isSaid = saysItTakes(operationOf(step.api, remove.call.operation), noun(step));
    return [
      finding(goneFromEveryList.id, step, {
        operation: remove.call.operation,
        evidence: [CALLS.make, CALLS.list, CALLS.remove, CALLS.lookParent, CALLS.look],
        verdict: isSaid ? "ERR" : "WARN",
        clause: "what goes with its parent is gone from every list",
        shape: noun(step),
        check: listed(step, false),
        message: `${remove.call.operation} leaves ${aNoun(noun(step))} behind: ${step.operation.key} still lists it`,
        expected: `a list without the ${noun(step)}, which ${look?.call.operation ?? "a read"} no longer shows`,
        got: `the ${noun(step)} among the items`,
        why: isSaid
          ? `The document says that the delete takes the ${noun(step)} along, and reading it says that it is gone.`
          : `Reading the ${noun(step)} says that it is gone; the list says that it is there.`,
      }),
    ];
  },
};

function planned(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { known } = ground;
  const { resource, create } = kind;
  if (resource.read[0] === undefined) return [];
  return create.needs.flatMap((need) => {
    const role = roleIn(need);
    const parent = resourceNamed(known.semantics, need.resource);
    const [[remove], [read]] = [parent?.delete ?? [], parent?.read ?? []];
    if (parent === undefined || remove === undefined || read === undefined) return [];
    if (!goesWith(ground, resource.name, kindOfRole(role))) return [];
    if (saysItCanBeRestored(known.api, operationOf(known.api, remove), parent.name)) return [];
    return listOperationsOf(ground, kind).flatMap((list) => {
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make);
      const page = largestPage(list, known.api);
      const listing = (id: string) => {
        const call = situation.plain(id, list.key, things);
        return { ...call, query: { ...call.query, ...page } };
      };
      const [removal, lookParent] = [
        callOn(CALLS.remove, ground, remove, parent, things, role),
        callOn(CALLS.lookParent, ground, read, parent, things, role),
      ];
      const place = things.get(role)?.call;
      const first = listing(CALLS.list);
      const isBelow = referencesOf(first).some(({ reference }) => reference.call === place);
      if (removal === undefined || lookParent === undefined || isBelow || !namesOnly(first, things))
        return [];
      situation.add(first, removal, lookParent);
      situation.look(CALLS.look, things);
      situation.add(listing(CALLS.listAfter));
      const purpose = `look with ${list.key} for what went with ${aNoun(parent.name)}`;
      return [situation.build(goneFromEveryList.id, purpose, `${parent.name}, ${list.key}`)];
    });
  });
}

/** Neither is it in the way of the delete, nor left behind by it. */
function goesWith({ rules }: Ground, child: string, parent: string): boolean {
  return rules.some(
    (rule) =>
      rule.kind === "parent-delete" &&
      rule.child === child &&
      rule.parent === parent &&
      rule.effect === "cascade",
  );
}
