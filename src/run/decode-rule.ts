import {
  arrayOf,
  boolean,
  changed,
  type Decoded,
  type Decoder,
  exactly,
  number,
  object,
  oneOf,
  recordOf,
  string,
  tagged,
} from "#base/decode-json";
import type { Rule, Status } from "#semantics/rule";
import type { ParentLink, Resource } from "#semantics/semantics";

/** Rules and resources on the way back in from a file. */
const via: Decoder<ParentLink["via"]> = tagged<ParentLink["via"]>("kind", {
  path: object({ kind: oneOf("path"), parameter: string }),
  id: object({ kind: oneOf("id") }),
  body: object({ kind: oneOf("body"), pointer: string, required: boolean }),
});

const said = { source: oneOf("hypothesis", "learned", "declared"), reason: string };

const ofOperation = { resource: string, operation: string };

const link = { child: string, parent: string, via };

type RuleOf<K extends Rule["kind"]> = Extract<Rule, { kind: K }>;

/** One decoder per kind: a kind that is added to the rules does not compile until it has one. */
const RULES: { readonly [K in Rule["kind"]]: Decoder<RuleOf<K>> } = {
  creates: object({ kind: oneOf("creates"), ...ofOperation, ...said }),
  "creates-many": object({ kind: oneOf("creates-many"), ...ofOperation, at: string, ...said }),
  echoes: object({ kind: oneOf("echoes"), ...ofOperation, except: arrayOf(string), ...said }),
  lists: object({ kind: oneOf("lists"), ...ofOperation, ...said }),
  removes: object(
    { kind: oneOf("removes"), ...ofOperation, how: oneOf("gone", "trash"), ...said },
    { absentAs: number },
  ),
  empties: object({ kind: oneOf("empties"), ...ofOperation, list: string, ...said }),
  duplicate: object({
    kind: oneOf("duplicate"),
    ...ofOperation,
    effect: oneOf("refuse", "replace", "accept"),
    ...said,
  }),
  reuse: object({ kind: oneOf("reuse"), resource: string, effect: oneOf("refuse", "accept"), ...said }),
  absent: object({
    kind: oneOf("absent"),
    ...ofOperation,
    effect: oneOf("refuse", "accept", "create"),
    ...said,
  }),
  dangling: object({ kind: oneOf("dangling"), ...link, effect: oneOf("refuse", "accept"), ...said }),
  "parent-delete": object(
    {
      kind: oneOf("parent-delete"),
      ...link,
      effect: oneOf("restrict", "cascade", "orphan"),
      ...said,
    },
    { empties: exactly(true) },
  ),
  unique: object(
    { kind: oneOf("unique"), resource: string, fields: arrayOf(string), ...said },
    { exceptIn: arrayOf(status) },
  ),
  capacity: object({ kind: oneOf("capacity"), ...link, limit, ...said }),
  "shows-related": object(
    {
      kind: oneOf("shows-related"),
      operation: string,
      child: string,
      under: object({ parent: string, via }),
      shown: object({ parent: string, via }),
      ...said,
    },
    { field: string },
  ),
  begins: object({ kind: oneOf("begins"), resource: string, field: string, status, ...said }),
  "allowed-in": object({
    kind: oneOf("allowed-in"),
    ...ofOperation,
    field: string,
    statuses: arrayOf(status),
    ...said,
  }),
  "leads-to": object({ kind: oneOf("leads-to"), ...ofOperation, field: string, status, ...said }),
};

/** A field of the parent that says how many, or a number. */
function limit(...place: Parameters<Decoder<RuleOf<"capacity">["limit"]>>) {
  const field = object({ field: string })(...place);
  return field.ok ? field : object({ most: number })(...place);
}

function status(...place: Parameters<Decoder<Status>>): Decoded<Status> {
  const word = string(...place);
  return word.ok ? word : boolean(...place);
}

export const decodeRule: Decoder<Rule> = tagged<Rule>("kind", RULES);

const decodeLink: Decoder<ParentLink> = changed(
  object({ resource: string, via }, { distinct: boolean }),
  ({ distinct, ...link }) => ({ ...link, ...(distinct === true ? { distinct } : {}) }),
);

export const decodeResource: Decoder<Resource> = object(
  {
    name: string,
    collection: string,
    idFields: arrayOf(string),
    idSource: oneOf("client", "server"),
    create: arrayOf(string),
    read: arrayOf(string),
    list: arrayOf(string),
    update: arrayOf(string),
    delete: arrayOf(string),
    parents: arrayOf(decodeLink),
  },
  {
    itemPath: string,
    idParameter: string,
    mentions: arrayOf(object({ resource: string, via })),
    seenIn: string,
    named: recordOf(arrayOf(object({ resource: string, via }))),
  },
);
