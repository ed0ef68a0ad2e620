import { isObject, type Json } from "#base/json";
import { getAtPointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import { templateLeaves } from "#calls/template-leaves";
import { isSafeMethod } from "#glacier/read-request";
import { resourceNamed, type Semantics } from "#semantics/semantics";
import { asksForNothing } from "./learn-refusals.js";
import type { World } from "./world.js";

/** What shows that a service stores nothing: one exchange for each operation. */
export interface NoStorage {
  /** Reads of ids that were never given, answered as if there were something. */
  readonly strangers: readonly Exchange[];
  /** Creates that were answered as done, although nothing of what they sent was ever read. */
  readonly creates: readonly Exchange[];
}

/**
 * Whether the service only makes up answers from its document, as a mock server does. A service whose creates are slow or
 * broken is no such thing, so signs of two kinds must agree, or one kind at several operations: every read of an id that
 * was never given shows a thing, and no text that was drawn anew and sent is ever read. One single sign of the contrary
 * decides. It reads what learning has sent anyway, and costs no request.
 */
export function evidenceOfNoStorage(
  exchanges: readonly Exchange[],
  { semantics, signs }: Pick<World, "semantics" | "signs">,
): NoStorage | undefined {
  // The sign by which it says no may have been heard only after the answer came.
  const isRefused = ({ outcome }: Exchange) =>
    outcome.kind === "response" && (signs.meaningIn(outcome) ?? "done") !== "done";
  const asked = exchanges.filter(({ call }) => asksForNothing(call));
  if (!asked.every((one) => means(one, "done") && !isRefused(one))) return undefined;
  const strangers = asked.filter((one) => showsThing(one, semantics));
  if (strangers.length === 0) return undefined;
  const written = exchanges.flatMap((exchange, index) =>
    isSafeMethod(exchange.request.method) || !means(exchange, "done")
      ? []
      : [{ exchange, texts: newTextsIn(exchange), later: exchanges.slice(index + 1).filter(isLook) }],
  );
  if (written.some(({ texts, later }) => texts.some((text) => later.some((look) => shows(look, text)))))
    return undefined;
  const isCreate = ({ call }: Exchange) => semantics.operations[call.operation]?.semantics === "CREATE";
  const creates = written
    .filter(({ exchange, texts, later }) => isCreate(exchange) && texts.length > 0 && later.length > 0)
    .map(({ exchange }) => exchange);
  // Creates that are only ever refused say nothing about what would become of others.
  if (creates.length === 0 && exchanges.some((one) => isCreate(one) && !means(one, "done"))) return undefined;
  const evidence = { strangers: onePerOperation(strangers), creates: onePerOperation(creates) };
  return evidence.strangers.length + evidence.creates.length >= FEWEST_SIGNS ? evidence : undefined;
}

const FEWEST_SIGNS = 2;

/** Shorter texts may be read by chance. */
const FEWEST_LETTERS = 6;

/** The answer names the thing: an envelope around nothing does not. */
function showsThing(exchange: Exchange, semantics: Semantics): boolean {
  const { outcome, call } = exchange;
  if (!means(exchange, "done") || outcome.kind !== "response" || outcome.body.kind !== "json") return false;
  const resource = resourceNamed(semantics, semantics.operations[call.operation]?.resource ?? null);
  const body = outcome.body.value;
  const places = [body, ...(isObject(body) ? Object.values(body) : [])].filter(isObject);
  return places.some((place) =>
    resource?.idFields.some((field) => Object.hasOwn(place, field) && place[field] !== null),
  );
}

function isLook(exchange: Exchange): boolean {
  return exchange.request.method === "GET" && means(exchange, "done");
}

/** Texts that this call has drawn anew and sent: nobody else can know them. */
function newTextsIn({ call, request }: Exchange): readonly string[] {
  const { body } = call;
  if (body === undefined) return [];
  return templateLeaves(body.content).flatMap(({ pointer, template }) => {
    const sent = template.kind === "fresh" ? getAtPointer(request.inputs.body?.content, pointer) : undefined;
    return typeof sent === "string" && sent.length >= FEWEST_LETTERS ? [sent] : [];
  });
}

function shows({ outcome }: Exchange, text: string): boolean {
  if (outcome.kind !== "response") return false;
  const { body } = outcome;
  if (body.kind === "json") return holds(body.value, text);
  return body.kind === "text" && body.text.includes(text);
}

function holds(value: Json, text: string): boolean {
  if (typeof value === "string") return value.includes(text);
  return typeof value === "object" && value !== null && Object.values(value).some((one) => holds(one, text));
}

function onePerOperation(exchanges: readonly Exchange[]): readonly Exchange[] {
  return [...new Map(exchanges.map((exchange) => [exchange.call.operation, exchange])).values()];
}
