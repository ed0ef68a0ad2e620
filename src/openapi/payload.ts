import type { Schema, Schemas } from "./api.js";
import { keywordOf, type Member, memberSchemaAt, membersOf, typesOf } from "./schema-shape.js";

/** What is said of a thing in a body, and where: at the top, or in an envelope as in `{data: {type, attributes: {…}}}`. */
export interface Payload {
  /** The members that lead to it; none where there is no envelope. */
  readonly path: readonly string[];
  readonly members: ReadonlyMap<string, Member>;
}

export function payloadOf(schema: Schema | undefined, schemas: Schemas): Payload {
  const path: string[] = [];
  let members = membersOf(schema, schemas);
  while (path.length < DEEPEST) {
    const name = wrappedIn(members, schemas);
    if (name === undefined) break;
    path.push(name);
    members = membersOf(members.get(name)?.schema, schemas);
  }
  return { path, members };
}

/** All that is said of a thing: in the envelope and beside it, but not the envelope itself. */
export function saidOf(schema: Schema | undefined, schemas: Schemas): ReadonlyMap<string, Member> {
  const { path, members } = payloadOf(schema, schemas);
  const around = path.flatMap((name, depth) =>
    [...membersOf(memberSchemaAt(schema, path.slice(0, depth), schemas), schemas)].filter(
      ([other]) => other !== name,
    ),
  );
  return new Map([...members, ...around]);
}

const DEEPEST = 3;

/** Said of the thing as a whole, beside what it holds. */
const BESIDE = /^(_?id|lid|type|kind|api_?version|version|meta|links|jsonapi)$/i;

/** Where JSON:API says which others a thing belongs to, beside its attributes. */
export const RELATIONSHIPS = "relationships";

/** The one member that holds all the rest: an object, and nothing beside it says more than what kind of thing it is. */
export function wrappedIn(members: ReadonlyMap<string, Member>, schemas: Schemas): string | undefined {
  const isResource = members.has("type") && members.has("attributes");
  const said = [...members].filter(
    ([name, { schema }]) =>
      !BESIDE.test(name) && !isClosed(schema, schemas) && !(isResource && name === RELATIONSHIPS),
  );
  const [only, ...others] = said;
  if (only === undefined || others.length > 0) return undefined;
  const [name, { schema, required }] = only;
  const types = typesOf(schema, schemas);
  const isObject = membersOf(schema, schemas).size > 0 && !types.has("array") && !types.has("string");
  // An optional part of a thing is no envelope; JSON:API's attributes are one, also where an update may do without them.
  return isObject && (required || members.size === 1 || isResource) ? name : undefined;
}

function isClosed(schema: Schema, schemas: Schemas): boolean {
  return ["enum", "const"].some((keyword) => keywordOf(schema, keyword, schemas) !== undefined);
}
