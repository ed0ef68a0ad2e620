import { isArray, isObject, type Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { resolveReference } from "#calls/resolve-template";
import type { PlannedSequence } from "#cover/planned-sequence";
import { idFieldsOf } from "#semantics/id-fields";
import { hasId, listItems } from "#semantics/list-items";
import { resourceNamed } from "#semantics/semantics";
import type { Knowledge } from "./sights.js";

/**
 * The service as one sequence may see it while others run beside it: of the lists of the whole service only the
 * things that the sequence itself created. What others create and delete meanwhile must not count in its clauses.
 * A read of the whole service that is no list of things says nothing that can be held against anybody.
 */
export class OwnView {
  readonly #ids = new Map<string, Json[]>();

  constructor(
    private readonly planned: PlannedSequence,
    private readonly knowledge: Knowledge,
  ) {}

  /** To be told of every call of the sequence as soon as it is answered. */
  note(exchanges: readonly Exchange[]): void {
    const last = exchanges.at(-1);
    for (const { resource, id } of this.planned.creations.get(last?.call.id ?? "") ?? []) {
      const resolved = resolveReference(id, exchanges);
      if (resolved.ok) this.#ids.set(resource, [...(this.#ids.get(resource) ?? []), resolved.value]);
    }
  }

  restrict(look: Exchange): Exchange {
    const { outcome, call } = look;
    if (outcome.kind === "none" || Object.keys(look.request.inputs.path).length > 0) return look;
    const { semantics } = this.knowledge.world;
    const resource = resourceNamed(semantics, semantics.operations[call.operation]?.resource ?? null);
    const items = outcome.body.kind === "json" ? listItems(outcome.body.value) : undefined;
    if (outcome.body.kind !== "json" || items === undefined || resource === undefined)
      return { ...look, outcome: NOT_OURS };
    const fields = idFieldsOf(resource, this.knowledge.book.creates.get(resource.name)?.identity);
    const own = this.#ids.get(resource.name) ?? [];
    const isOwn = (item: Json) => own.some((id) => hasId(item, id, fields));
    const value = withItems(outcome.body.value, items, items.filter(isOwn));
    return { ...look, outcome: { ...outcome, body: { kind: "json", value, text: JSON.stringify(value) } } };
  }
}

const NOT_OURS = {
  kind: "none",
  reason: "unresolved",
  message: "it speaks of the whole service, which others change at the same time",
} as const;

/** The same body with other items in its list. */
function withItems(body: Json, items: readonly Json[], by: readonly Json[]): Json {
  if (body === items) return by;
  if (!isObject(body) || isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, member]) => [name, withItems(member, items, by)]),
  );
}
