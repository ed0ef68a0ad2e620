import type { Json } from "#base/json";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { mapInputs } from "#calls/map-inputs";
import { means } from "#calls/meaning";
import { referencesOf } from "#calls/references";
import { resolveTemplate } from "#calls/resolve-template";
import { type Reference, type Template, value } from "#calls/template";
import { GHOST } from "#cover/thing-ids";
import type { PlannedTour, Thing } from "#cover/tour";
import { sameId } from "#semantics/list-items";
import { SELF } from "#semantics/recipe";
import { type Resource, resourceNamed } from "#semantics/semantics";
import { lookAt } from "./sights.js";
import type { CaseRun, World } from "./world.js";

/**
 * Many databases give the id of what was deleted last to what is made next. An id that was known to be nobody's may
 * then name a thing that is there, and a call that was to be refused for it is rightly accepted. Such a call goes to
 * another id, one that nothing has; where none can be found it is not made.
 */
export async function avoidGivenAgain(
  call: Call,
  things: readonly Thing[],
  { creations, steps }: Pick<PlannedTour, "creations" | "steps">,
  exchanges: readonly Exchange[],
  { world, run }: { readonly world: World; readonly run: CaseRun },
): Promise<Call | undefined> {
  const idOf = (template: Template | undefined) => resolved(template, exchanges, run);
  // With what only prepares the tour, and stays until it is over.
  const prepared = [...creations].flatMap(([made, each]) =>
    steps.has(made) || made.startsWith(GHOST.make) ? [] : each,
  );
  const there = [
    ...things.flatMap(({ state, resource, ids }) => {
      const own = ids.get(SELF);
      return state === "there" && own?.kind === "reference"
        ? [{ resource, call: own.call, id: idOf(own) }]
        : [];
    }),
    ...prepared.map(({ resource, id }) => ({ resource, call: id.call, id: idOf(id) })),
  ];
  const free = new Map<Reference, Json>();
  for (const { reference } of referencesOf(call)) {
    const resource = lostOne(reference, things);
    const id = resource === undefined ? undefined : idOf(reference);
    const isTaken = (other: Json) =>
      there.some((one) => one.resource === resource && one.call !== reference.call && sameId(one.id, other));
    if (resource === undefined || id === undefined || !isTaken(id)) continue;
    const other = await freeId(id, resourceNamed(world.semantics, resource), isTaken, { world, run });
    if (other === undefined) return undefined;
    free.set(reference, other);
  }
  if (free.size === 0) return call;
  const mapped = mapInputs(call, {
    reference: (reference) => {
      const other = free.get(reference);
      return other === undefined ? reference : value(other);
    },
  });
  return { ...call, ...mapped };
}

/** Whether something else that is there has the id of a thing that is gone. */
export function isGivenAgain(
  thing: Thing,
  things: readonly Thing[],
  idOf: (thing: Thing) => Json | undefined,
): boolean {
  const id = thing.state === "there" ? undefined : idOf(thing);
  return (
    id !== undefined &&
    things.some(
      (other) =>
        other.state === "there" &&
        other.resource === thing.resource &&
        other.name !== thing.name &&
        sameId(idOf(other), id),
    )
  );
}

/** The resource of the thing that a reference leads to, where that is not there any more. */
function lostOne({ call }: Reference, things: readonly Thing[]): string | undefined {
  if (call.startsWith(GHOST.make)) return call.slice(GHOST.make.length);
  return things.find(({ state, ids }) => {
    const own = ids.get(SELF);
    return state !== "there" && own?.kind === "reference" && own.call === call;
  })?.resource;
}

/** Far enough beyond what counts up by one, and still a small number. */
const FAR = 100_000;
const TRIES = 3;

/** An id that the service says nothing has. */
async function freeId(
  id: Json,
  resource: Resource | undefined,
  isTaken: (id: Json) => boolean,
  { world, run }: { readonly world: World; readonly run: CaseRun },
): Promise<Json | undefined> {
  const read = resource?.read[0];
  const number = typeof id === "number" ? id : Number(id);
  if (resource === undefined || read === undefined || !Number.isSafeInteger(number)) return undefined;
  for (let far = 1; far <= TRIES; far++) {
    const other = number + far * FAR;
    const named = typeof id === "number" ? other : String(other);
    const look = lookAt(world, read, resource, new Map([[SELF, value(named)]]));
    if (isTaken(named) || referencesOf(look).length > 0) return undefined;
    if (means(await world.send(look, [], run), "absent")) return named;
  }
  return undefined;
}

function resolved(
  template: Template | undefined,
  exchanges: readonly Exchange[],
  run: CaseRun,
): Json | undefined {
  if (template === undefined) return undefined;
  const found = resolveTemplate(template, { exchanges, fresh: run.fresh });
  return found.ok ? found.value : undefined;
}
