import type { Call } from "#calls/call";
import { mapInputs } from "#calls/map-inputs";
import { templateAt } from "#calls/place-template";
import { referencesOf } from "#calls/references";
import type { Fresh, Reference, ReferenceSource, Template } from "#calls/template";

/**
 * The ids of calls that others need only for a name that the client has chosen: it can be sent without making what has it,
 * and a service that does not look whether it is there shows the fault all the same. Paths name things that must be there.
 */
export function namesOnly(calls: readonly Call[]): readonly string[] {
  return calls.flatMap((maker) => {
    const used = calls.flatMap(referencesOf).filter(({ reference }) => reference.call === maker.id);
    const isOnlyNamed = used.every(
      ({ reference, input }) => !input.startsWith("/path/") && freshBehind(reference, maker) !== undefined,
    );
    return used.length > 0 && isOnlyNamed ? [maker.id] : [];
  });
}

/** The other calls, with the names that these would have given. */
export function withoutMaking(ids: readonly string[], calls: readonly Call[]): readonly Call[] {
  const makers = new Map(calls.filter(({ id }) => ids.includes(id)).map((call) => [call.id, call]));
  return calls
    .filter(({ id }) => !makers.has(id))
    .map((call) => {
      const isNaming = referencesOf(call).some(({ reference }) => makers.has(reference.call));
      return isNaming ? { ...call, ...mapInputs(call, { reference: named }) } : call;
    });

  function named(reference: Reference) {
    const maker = makers.get(reference.call);
    return (maker && freshBehind(reference, maker)) ?? reference;
  }
}

/** What a reference into a request stands for, where that is drawn anew in each run. */
function freshBehind({ source, prefix, suffix }: Reference, maker: Call): Fresh | undefined {
  if (prefix !== undefined || suffix !== undefined) return undefined;
  const sent = templateOf(source, maker);
  return sent?.kind === "fresh" ? sent : undefined;
}

function templateOf(source: ReferenceSource, { body, ...places }: Call): Template | undefined {
  if (source.in === "request body") return body && templateAt(body.content, source.pointer);
  if (source.in !== "request parameter") return undefined;
  const sent = places[source.place];
  return Object.hasOwn(sent, source.name) ? sent[source.name] : undefined;
}
