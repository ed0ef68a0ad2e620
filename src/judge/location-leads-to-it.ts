import { succeeded } from "#calls/succeeded";
import type { Api } from "#openapi/api";
import { LIFE } from "#semantics/life";
import { sameId } from "#semantics/list-items";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, headerOf, noun } from "./lifecycle.js";
import { finding, type Oracle } from "./oracle.js";

/**
 * The `Location` of a 201 against the path by which the thing was then read. One on another host may go through a
 * gateway that rewrites it, and says nothing here.
 */
export const locationLeadsToIt: Oracle = {
  id: "location-leads-to-it",
  title: "The Location of a 201 leads to what was created.",
  verdict: "ERR",
  source: "RFC 9110, sections 10.2.2 and 15.3.2",
  needs: "a create that answers 201 with a Location, and a read of the thing",
  judge: (step) => {
    const create = earlier(step, LIFE.create);
    if (step.exchange.call.id !== LIFE.readCreated || !succeeded(step.exchange)) return [];
    if (create?.outcome.kind !== "response" || create.outcome.status !== 201) return [];
    const location = headerOf(create, "location");
    const place = location === undefined ? undefined : placeOf(location, create.request.url);
    if (location === undefined || place === undefined) return [];
    const template = segmentsOf(step.operation.path);
    const own = segmentsOf(new URL(step.exchange.request.url).pathname);
    const base = own.slice(0, own.length - template.length);
    // Some services leave the base path out, or sit behind something that adds it.
    const readings = [place, ...(startsWith(place, base) ? [place.slice(base.length)] : [])];
    const rest = { operation: create.call.operation, evidence: [LIFE.create], got: location } as const;
    const matching = readings.find((reading) => matches(template, reading));
    if (matching !== undefined) {
      const index = template.indexOf(`{${step.subject?.resource.idParameter}}`);
      const named = matching[index];
      if (named === undefined || step.subject?.id === undefined || sameId(named, step.subject.id)) return [];
      // A thing may have two names: a number, and a slug that stands in its body as well.
      if (leavesOf(bodyOf(create)).some(({ value }) => sameId(value, named))) return [];
      return [
        finding(locationLeadsToIt.id, step, {
          ...rest,
          verdict: "ERR",
          clause: "Location names what was created",
          message: `${create.call.operation} answers with a Location that names another ${noun(step)}`,
          expected: new URL(step.exchange.request.url).pathname,
          why: "The new thing was read by its id; a client that follows the Location finds something else.",
        }),
      ];
    }
    if (readings.some((reading) => leadsSomewhere(step.api, reading))) return [];
    return [
      finding(locationLeadsToIt.id, step, {
        ...rest,
        verdict: "WARN",
        clause: "Location leads to a path of the API",
        message: `${create.call.operation} answers with a Location that no path of the document matches`,
        expected: new URL(step.exchange.request.url).pathname,
        why: "A client that follows it most likely finds nothing.",
      }),
    ];
  },
};

/** The segments of the path, decoded; undefined where it leads to another host or cannot be read. */
function placeOf(location: string, from: string): readonly string[] | undefined {
  if (!URL.canParse(location, from)) return undefined;
  const url = new URL(location, from);
  return url.host === new URL(from).host ? segmentsOf(url.pathname) : undefined;
}

function segmentsOf(path: string): readonly string[] {
  return path
    .split("/")
    .filter((part) => part !== "")
    .map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function startsWith(path: readonly string[], base: readonly string[]): boolean {
  return base.every((segment, index) => path[index] === segment);
}

function matches(template: readonly string[], path: readonly string[]): boolean {
  return (
    template.length === path.length &&
    template.every((segment, index) => /\{[^}]*\}/.test(segment) || segment === path[index])
  );
}

function leadsSomewhere({ operations }: Api, path: readonly string[]): boolean {
  return operations.some(({ path: template }) => matches(segmentsOf(template), path));
}
