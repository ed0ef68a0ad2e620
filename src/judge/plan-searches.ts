import { formatPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { inRequest } from "#calls/checks";
import { hasPlace } from "#calls/replace-in-body";
import { type Template, value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Operation } from "#openapi/api";
import { typesOf } from "#openapi/schema-shape";
import { isPassword } from "#semantics/access/login-inputs";
import { nameWords } from "#values/name-words";
import { askedBy, inputsOf, type ListInput } from "./list-inputs.js";
import { askableListsOf } from "./list-operations-of.js";
import type { Ground } from "./oracle.js";
import { type Kind, Situation } from "./situation.js";

export const CALLS = {
  make: "make it",
  other: "make another",
  nothing: "search for nothing",
  update: "update",
  look: "look",
} as const;

/** Begin the ids of searches; the name of the field by whose text is searched follows. */
export const SEARCH = {
  own: "search for it by ",
  other: "search for the other by ",
  changed: "search for it as changed by ",
  before: "search for it as before by ",
} as const;

const NAMES = new Set(
  "q, query, search, search text, search term, search query, text, text query, keyword, keywords, term, free text, full text".split(
    ", ",
  ),
);

/** Not of words: a search may well find what has one of several. */
const NOBODYS = "zqxjkvbw7316";

/** So many fields are searched by. */
const MOST = 4;

export function isSearch({ name }: ListInput): boolean {
  return NAMES.has(nameWords(name).join(" "));
}

export function planSearches(ground: Ground, kind: Kind, oracle: string): readonly PlannedSequence[] {
  const { api } = ground.known;
  const texts = textsOf(kind);
  return askableListsOf(ground, kind).flatMap((list) => {
    const inputs = inputsOf(list, api);
    const search = inputs.find(
      (input) => isSearch(input) && typesOf(input.schema, api.schemas).has("string"),
    );
    const isDemanding = inputs.some((input) => input.required && input !== search);
    if (search === undefined || texts.length === 0 || isDemanding || isField(kind, search)) return [];
    return [planned(ground, kind, oracle, list, search, texts)];
  });
}

/** A filter by a field that happens to be called so. */
function isField({ create }: Kind, { name }: ListInput): boolean {
  const content = create.inputs.body?.content;
  return content?.kind === "object" && Object.hasOwn(content.members, name);
}

/** The names of the members with a text that each thing has of its own. */
function textsOf({ create }: Kind): readonly string[] {
  const content = create.inputs.body?.content;
  const members = content?.kind === "object" ? Object.entries(content.members) : [];
  return members
    .filter(
      ([name, template]) =>
        template.kind === "fresh" && typeof template.sample === "string" && !isPassword(name),
    )
    .map(([name]) => name)
    .slice(0, MOST);
}

function planned(
  ground: Ground,
  kind: Kind,
  oracle: string,
  list: Operation,
  search: ListInput,
  texts: readonly string[],
): PlannedSequence {
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  situation.make(CALLS.other);
  const by = (id: string, wanted: Template): Call =>
    askedBy(situation.plain(id, list.key, things), list, search, wanted);
  const textAt = (call: string, name: string) => inRequest(call, formatPointer([name]));
  const [first] = texts;
  situation.add(by(CALLS.nothing, value(NOBODYS)));
  for (const name of texts) situation.add(by(SEARCH.own + name, textAt(CALLS.make, name)));
  if (first !== undefined) situation.add(by(SEARCH.other + first, textAt(CALLS.other, first)));
  const { update } = kind;
  const content = update?.inputs.body?.content;
  const changed = texts.find((name) => content !== undefined && hasPlace(content, formatPointer([name])));
  if (update !== undefined && changed !== undefined) {
    situation.add(situation.working(CALLS.update, update, things));
    situation.look(CALLS.look, things);
    situation.add(
      by(SEARCH.changed + changed, textAt(CALLS.update, changed)),
      by(SEARCH.before + changed, textAt(CALLS.make, changed)),
    );
  }
  return situation.build(oracle, `search by ${search.name} with ${list.key}`, list.key);
}
