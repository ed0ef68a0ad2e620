import { isObject, type Json } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import { type CallInputs, type ListLook, MADE } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import { referencesOf } from "#calls/references";
import { replaceInBody } from "#calls/replace-in-body";
import type { ReferenceSource, Template } from "#calls/template";
import type { Api } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { membersOf } from "#openapi/schema-shape";
import { namesAuthor } from "./author-member.js";
import { listOf } from "./experiments/subject.js";
import type { Accepted } from "./find-accepted.js";
import { listItems } from "./list-items.js";
import { plainRecipe } from "./plain-recipe.js";
import type { Probe } from "./probe.js";
import { type CallRecipe, type CreateRecipe, callFromRecipe, type Made } from "./recipe.js";
import type { Resource } from "./semantics.js";
import { turnPages } from "./turn-pages.js";

/** Shorter texts may be in others by chance. */
const LEAST_LENGTH = 6;

/**
 * Where a create does not tell what it made, a list may: the item that has a text which was drawn for it. Undefined
 * where no list shows one, or several.
 */
export async function findLook(
  probe: Probe,
  resource: Resource,
  accepted: Accepted,
  needs: CreateRecipe["needs"],
  made: Made,
  exchanges: Exchange[],
): Promise<{ readonly inputs: CallInputs; readonly identity: ReferenceSource } | undefined> {
  const list = listOf(probe, resource, { needs });
  const recipe = list === undefined ? undefined : plainRecipe(probe, operationOf(probe.api, list), resource);
  const inputs = recipe && withRequestsOf(recipe, accepted.inputs);
  if (recipe === undefined || inputs === undefined) return undefined;
  const texts = textsIn(accepted);
  if (texts.length === 0) return undefined;
  let looks = 0;
  type Found = { readonly inputs: CallInputs; readonly identity: ReferenceSource };
  const lookOnce = async (): Promise<Found | "cannot tell" | undefined> => {
    const turn = ++looks;
    const look = await probe.send(
      callFromRecipe(`look for ${resource.name} ${turn}`, recipe, made),
      exchanges,
    );
    exchanges.push(look);
    if (!means(look, "done")) return "cannot tell";
    const has = (item: Json) =>
      isObject(item) && texts.some(([member, text]) => Object.hasOwn(item, member) && item[member] === text);
    const { found: page = look } = await turnPages(
      look,
      probe.api,
      (call) => probe.send({ ...call, id: `${call.id} ${turn}` }, exchanges),
      has,
    );
    const items = itemsIn(page);
    for (const [member, text] of texts) {
      const [only, ...more] = items.filter((item) => isObject(item) && item[member] === text);
      const id = only === undefined || more.length > 0 ? undefined : idMember(only, resource.idFields);
      if (only === undefined || id === undefined) continue;
      const place = exchanges.findLastIndex(({ call }) => call.id === accepted.call.id);
      const created = exchanges[place];
      if (created !== undefined) exchanges[place] = { ...created, listed: only };
      const finds = { operation: recipe.operation, ...inputs, member, id };
      return {
        inputs: { ...drawnAnew(probe.api, accepted, member, text), finds },
        identity: { in: "listed", pointer: formatPointer([id]) },
      };
    }
    return undefined;
  };
  let seen = await lookOnce();
  if (seen !== undefined) return seen === "cannot tell" ? undefined : seen;
  const effects = [`${recipe.operation} shows what ${accepted.call.operation} made`];
  for await (const _ of probe.patience.pauses(() => (seen === undefined ? effects : []))) {
    seen = await lookOnce();
    if (seen === "cannot tell") return undefined;
  }
  if (seen !== undefined) probe.onSlow();
  return seen;
}

/** By what tells a thing from others, no two may be alike: the text is drawn anew each time. */
function drawnAnew(api: Api, { inputs, call }: Accepted, member: string, text: string): CallInputs {
  const { body } = inputs;
  const sent = body?.content.kind === "object" ? body.content.members[member] : undefined;
  if (sent?.kind !== "value") return inputs;
  const declared = membersOf(requestSchema(operationOf(api, call.operation)), api.schemas).get(member);
  const pointer = formatPointer([member]);
  const at = `${call.operation}#${pointer}`;
  const schema = declared?.schema ?? { type: "string" };
  return replaceInBody(inputs, pointer, { kind: "fresh", name: member, sample: text, schema, at });
}

/**
 * The texts that were sent, by member: those that were drawn for it first, and longest first. Who has made a thing comes last,
 * for that is the service's to say.
 */
function textsIn({ exchange, inputs }: Accepted): readonly (readonly [string, string])[] {
  const sent = exchange.request.inputs.body?.content;
  const drafted = inputs.body?.content.kind === "object" ? inputs.body.content.members : {};
  const isDrawn = (name: string) => Object.hasOwn(drafted, name) && drafted[name]?.kind === "fresh";
  return Object.entries(isObject(sent) ? sent : {})
    .flatMap(([name, value]) =>
      typeof value === "string" && value.length >= LEAST_LENGTH && drafted[name]?.kind !== "reference"
        ? [[name, value] as const]
        : [],
    )
    .sort(
      ([a, x], [b, y]) =>
        Number(namesAuthor(a)) - Number(namesAuthor(b)) ||
        Number(isDrawn(b)) - Number(isDrawn(a)) ||
        y.length - x.length,
    );
}

/** The list's inputs with what the create itself was sent in place of things: undefined where it names others. */
function withRequestsOf(
  list: CallRecipe,
  create: CallRecipe["inputs"],
): Pick<ListLook, "path" | "query"> | undefined {
  const named = referencesOf({ id: "", operation: "", ...create });
  let isWhole = true;
  const filled = (inputs: Readonly<Record<string, Template>>) =>
    Object.fromEntries(
      Object.entries(inputs).map(([name, template]): [string, Template] => {
        if (template.kind !== "reference") return [name, template];
        const place = named.find(({ reference }) => reference.call === template.call)?.input;
        const source = place === undefined ? undefined : requestPlace(place);
        isWhole &&= source !== undefined;
        return [name, source === undefined ? template : { kind: "reference", call: MADE, source }];
      }),
    );
  const look = { path: filled(list.inputs.path), query: filled(list.inputs.query) };
  return isWhole && list.inputs.body === undefined ? look : undefined;
}

/** `/body/sku`, `/path/tid`: where in a request an input stands. */
function requestPlace(input: string): ReferenceSource | undefined {
  if (input.startsWith("/body/")) return { in: "request body", pointer: input.slice("/body".length) };
  const [, place, name] = /^\/(path|query)\/([^/]+)$/.exec(input) ?? [];
  return (place === "path" || place === "query") && name !== undefined
    ? { in: "request parameter", place, name: name.replaceAll("~1", "/").replaceAll("~0", "~") }
    : undefined;
}

function idMember(item: Json, idFields: readonly string[]): string | undefined {
  if (!isObject(item)) return undefined;
  return idFields.find(
    (name) => Object.hasOwn(item, name) && (typeof item[name] === "string" || typeof item[name] === "number"),
  );
}

function itemsIn({ outcome }: Exchange): readonly Json[] {
  return outcome.kind === "response" && outcome.body.kind === "json"
    ? (listItems(outcome.body.value) ?? [])
    : [];
}
