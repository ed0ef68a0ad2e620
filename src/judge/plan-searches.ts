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
import { type SentMember, sentMembers } from "./sent-members.js";
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
  const texts = textsOf(ground, kind);
  return askableListsOf(ground, kind).flatMap((list) => {
    const inputs = inputsOf(list, api);
    const search = inputs.find(
      (input) => isSearch(input) && typesOf(input.schema, api.schemas).has("string"),
    );
    const isDemanding = inputs.some((input) => input.required && input !== search);
    if (search === undefined || texts.length === 0 || isDemanding || isField(ground, kind, search)) return [];
    return [planned(ground, kind, oracle, list, search, texts)];
  });
}

/** A filter by a field that happens to be called so. */
function isField({ known }: Ground, { create }: Kind, { name }: ListInput): boolean {
  return sentMembers(known.api, create).some((member) => member.name === name);
}

/** The members with a text that each thing has of its own. */
function textsOf({ known }: Ground, { create }: Kind): readonly SentMember[] {
  return sentMembers(known.api, create)
    .filter(
      ({ name, template }) =>
        template.kind === "fresh" && typeof template.sample === "string" && !isPassword(name),
    )
    .slice(0, MOST);
}

function planned(
  ground: Ground,
  kind: Kind,
  oracle: string,
  list: Operation,
  search: ListInput,
  texts: readonly SentMember[],
): PlannedSequence {
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  situation.make(CALLS.other);
  const by = (id: string, wanted: Template): Call =>
    askedBy(situation.plain(id, list.key, things), list, search, wanted);
  const [first] = texts;
  situation.add(by(CALLS.nothing, value(NOBODYS)));
  for (const { name, pointer } of texts) situation.add(by(SEARCH.own + name, inRequest(CALLS.make, pointer)));
  if (first !== undefined)
    situation.add(by(SEARCH.other + first.name, inRequest(CALLS.other, first.pointer)));
  const { update } = kind;
  const content = update?.inputs.body?.content;
  const changed = texts.find(({ pointer }) => content !== undefined && hasPlace(content, pointer));
  if (update !== undefined && changed !== undefined) {
    situation.add(situation.working(CALLS.update, update, things));
    situation.look(CALLS.look, things);
    situation.add(
      by(SEARCH.changed + changed.name, inRequest(CALLS.update, changed.pointer)),
      by(SEARCH.before + changed.name, inRequest(CALLS.make, changed.pointer)),
    );
  }
  return situation.build(oracle, `search by ${search.name} with ${list.key}`, list.key);
}
