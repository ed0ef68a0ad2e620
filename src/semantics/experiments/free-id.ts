import type { Call } from "#calls/call";
import type { Fresh } from "#calls/template";
import { operationOf } from "#openapi/operation-of";
import { chosenId } from "../chosen-id.js";
import { callFromRecipe, type Made } from "../recipe.js";
import type { Rule } from "../rule.js";
import type { Lab } from "./lab.js";
import { sightInList, sightInRead } from "./sight.js";
import { type Subject, wayToSee } from "./subject.js";

/** `assumed`: nobody looked, because the service itself would refuse an id that is taken. */
export type Freedom = "seen" | "assumed" | "taken";

/**
 * On a service that replaces, creating what is there would overwrite it: a chosen id must be seen to be free. Below
 * our own things nobody else's are, and where the service gives the ids there is nothing to look for.
 */
export async function freedomOf(lab: Lab, subject: Subject, call: Call, made: Made): Promise<Freedom> {
  const { resource, recipe } = subject;
  const id = chosenId(resource, operationOf(lab.bench.api, recipe.operation), call);
  const standsInOurs = recipe.needs.some(
    (need) => need.byPath && lab.subject(need.resource)?.recipe.found !== true,
  );
  if (id?.kind !== "fresh" || standsInOurs) return "seen";
  const refuses = (rule: Rule) =>
    rule.kind === "duplicate" && rule.resource === resource.name && rule.effect === "refuse";
  if (lab.turn.knows(refuses)) return "assumed";
  return (await isFree(lab, subject, id, made)) ? "seen" : "taken";
}

/** Whether nothing has this id yet. What cannot be seen is not free. */
export async function isFree(lab: Lab, subject: Subject, id: Fresh, made: Made): Promise<boolean> {
  const way = wayToSee(subject);
  if (way === undefined) return false;
  const recipe = lab.plain(way.operation, subject.resource);
  const exchange = await lab.perform(`look for a free ${subject.resource.name}`, (name) =>
    callFromRecipe(name, recipe, made, id),
  );
  const wanted = { id: lab.bench.fresh(id), idFields: subject.resource.idFields };
  const read = way.kind === "read" ? sightInRead : sightInList;
  return read(exchange, wanted).kind === "absent";
}
