import { isObject, type Json, property } from "#base/json";
import type { Exchange, HttpResponse } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { isSafeMethod } from "#glacier/read-request";
import type { Resource } from "#semantics/semantics";

/**
 * Which elements of lists a learned invariant is judged by: those that name a thing of the sequence. What others have left
 * there, and what the run could not delete again, would cost a read each around every call, and shows the same each time.
 */
export class Concern {
  /** They stood there before the call and had nothing to do with it. That they now share an id with something is chance. */
  readonly #strangers = new Set<string>();

  constructor(private readonly resources: readonly Resource[]) {}

  before(exchanges: readonly Exchange[]): (element: Json) => boolean {
    const ids = this.#idsIn(exchanges);
    return (element) => {
      const isOwn = names(element, ids);
      if (!isOwn) this.#strangers.add(JSON.stringify(element));
      return isOwn;
    };
  }

  after(exchanges: readonly Exchange[]): (element: Json) => boolean {
    const ids = this.#idsIn(exchanges);
    return (element) => names(element, ids) && !this.#strangers.has(JSON.stringify(element));
  }

  #idsIn(exchanges: readonly Exchange[]): ReadonlySet<string> {
    const fields = new Set(this.resources.flatMap(({ idFields }) => idFields));
    return new Set(
      exchanges
        .filter((exchange) => succeeded(exchange) && !isSafeMethod(exchange.request.method))
        .flatMap(({ request: { inputs }, outcome }) => [
          ...Object.values(inputs.path),
          ...membersNamed(inputs.body?.content, fields),
          ...(outcome.kind === "response" ? namedIn(outcome, fields) : []),
        ])
        .map(String),
    );
  }
}

function namedIn({ headers, body }: HttpResponse, fields: ReadonlySet<string>): readonly Json[] {
  const last = headers.location?.split("/").at(-1);
  const members = body.kind === "json" ? membersNamed(body.value, fields) : [];
  return last === undefined ? members : [...members, last];
}

/** At the top, or in an envelope. */
function membersNamed(body: Json | undefined, fields: ReadonlySet<string>): readonly Json[] {
  const places = isObject(body) ? [body, ...Object.values(body).filter(isObject)] : [];
  return places.flatMap((place) => [...fields].flatMap((field) => property(place, field) ?? []));
}

function names(element: Json, ids: ReadonlySet<string>): boolean {
  const values = isObject(element) ? Object.values(element) : [element];
  return values.some((value) => (isObject(value) ? names(value, ids) : ids.has(String(value))));
}
