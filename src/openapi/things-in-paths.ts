import { groupBy } from "#base/group-by";
import { isArray, isObject, type Json, type JsonObject, property } from "#base/json";
import { sendsNoBody } from "#base/sends-no-body";
import type { MovedId, Operation, Parameter, RequestBody, Schema, Schemas } from "./api.js";
import { type CommandName, commandName, namesOneOf, senseOf } from "./command-name.js";
import { keywordOf, membersOf, typesOf } from "./schema-shape.js";

/**
 * Some APIs have a path per command, and say in the body or in the query which thing is meant: `POST /channels.update` with
 * `channel` in its body. Everybody else says that in the path, so here such operations get the path that others would give
 * them, `/channels/{channel}/update`, and keep how they are really written. Where a document has paths with ids for the
 * same things, its bodies are left as they are.
 */
export function withThingsInPaths(operations: readonly Operation[], schemas: Schemas): readonly Operation[] {
  const commands = operations.flatMap((operation): Command[] => {
    const name = commandName(operation.path);
    return name === undefined ? [] : [{ operation, name, ids: idsOf(operation, schemas) }];
  });
  const kinds = kindsOf(commands, operations);
  if (kinds.length === 0) return operations;
  const listedBelow = new Map<Kind, string>();
  for (const { name, ids } of commands) {
    const kind = kindOf(name, kinds);
    const above = kind === undefined || senseOf(name) !== "lists" ? undefined : namedAbove(ids, kind, kinds);
    if (kind !== undefined && above !== undefined) listedBelow.set(kind, above.kind.noun);
  }
  const respelled = new Map(
    commands.map((command) => [command.operation.key, respell(command, kinds, listedBelow, schemas)]),
  );
  return operations.map((operation) => respelled.get(operation.key) ?? operation);
}

interface Command {
  readonly operation: Operation;
  readonly name: CommandName;
  readonly ids: readonly Id[];
}

/** An input that must be given, and may be an id. */
interface Id extends MovedId {
  readonly schema: Schema;
}

/** Things that commands name by an input: the channels, by `channel`. */
interface Kind {
  readonly before: string;
  readonly noun: string;
  readonly inputs: ReadonlySet<string>;
}

function idsOf(operation: Operation, schemas: Schemas): readonly Id[] {
  const isId = (schema: Schema) => {
    const types = typesOf(schema, schemas);
    return (
      ["string", "integer"].some((type) => types.has(type)) &&
      keywordOf(schema, "enum", schemas) === undefined
    );
  };
  const asked = operation.parameters
    .filter((one) => one.in === "query" && one.required && isId(one.schema))
    .map(({ name, schema }): Id => ({ name, in: "query", schema }));
  const [first, ...more] = operation.body?.content ?? [];
  const said = [...membersOf(first?.schema, schemas)]
    .filter(([, { required, schema }]) => required && isId(schema))
    .filter(([name]) => [first, ...more].every((media) => membersOf(media?.schema, schemas).has(name)))
    .map(([name, { schema }]): Id => ({ name, in: "body", schema }));
  return sendsNoBody(operation.method) ? asked : said;
}

/** A command that shows, changes or removes one says how the thing is named. */
function kindsOf(commands: readonly Command[], operations: readonly Operation[]): readonly Kind[] {
  const found = new Map<string, Kind>();
  const withItems = new Set(operations.flatMap(({ path }) => placesWithItems(path)));
  const onOne = groupBy(
    commands.filter(({ name }) => ["reads", "changes"].includes(senseOf(name))),
    ({ name }) => inSingular(name),
  );
  for (const { name } of commands) {
    const { before, noun } = name;
    const place = `${before}/${noun}`;
    if (found.has(place) || withItems.has(place)) continue;
    const own = onOne.get(inSingular(name)) ?? [];
    const told = own.flatMap(({ ids }) => ids.filter((id) => namesOneOf(noun, id.name)).map((id) => id.name));
    const inputs = new Set(told.length > 0 ? told : alone(own));
    if (inputs.size > 0) found.set(place, { before, noun, inputs });
  }
  return [...found.values()];
}

/** Things may be called otherwise than the path calls them: what must be told to read one, and to change it too. */
function alone(own: readonly Command[]): readonly string[] {
  return own
    .filter(({ name, ids }) => senseOf(name) === "reads" && ids.length === 1)
    .flatMap(({ operation, ids }) => ids.map((id) => ({ operation, id })))
    .filter(({ operation, id }) =>
      own.some((other) => other.operation !== operation && other.ids.some(({ name }) => name === id.name)),
    )
    .map(({ id }) => id.name);
}

/** `/owners` and `/owners/{id}/pets` of `/owners/{id}/pets/{pid}`: where an id picks one. */
function placesWithItems(path: string): readonly string[] {
  return [...path.matchAll(/\/\{/g)].map(({ index }) => path.slice(0, index));
}

/** Equal for the commands of one kind: `/channel.info` and `/channels.update`. */
function inSingular({ before, noun }: CommandName): string {
  return `${before}/${noun.toLowerCase().replace(/s$/, "")}`;
}

function kindOf(name: CommandName, kinds: readonly Kind[]): Kind | undefined {
  return kinds.find((kind) => kind.before === name.before && kind.noun === name.noun);
}

function ownId(ids: readonly Id[], kind: Kind): Id | undefined {
  return ids.find(({ name }) => kind.inputs.has(name)) ?? ids.find(({ name }) => namesOneOf(kind.noun, name));
}

/** The first thing of another kind that is named. A bare `id` names only what the path is about. */
function namedAbove(
  ids: readonly Id[],
  own: Kind | undefined,
  kinds: readonly Kind[],
): { readonly id: Id; readonly kind: Kind } | undefined {
  for (const id of ids) {
    const kind = kinds.find(
      (one) =>
        one !== own &&
        id.name.toLowerCase() !== "id" &&
        (one.inputs.has(id.name) || namesOneOf(one.noun, id.name)),
    );
    if (kind !== undefined) return { id, kind };
  }
  return undefined;
}

function respell(
  { operation, name, ids }: Command,
  kinds: readonly Kind[],
  listedBelow: ReadonlyMap<Kind, string>,
  schemas: Schemas,
): Operation {
  const kind = kindOf(name, kinds);
  const sense = senseOf(name);
  if (sense === "apart") return operation;
  const place = `${name.before}/${name.noun}`;
  const own = kind === undefined ? undefined : ownId(ids, kind);
  if (own !== undefined && sense !== "makes" && sense !== "lists")
    return moved(operation, own, `${place}/{${own.name}}/${name.verb}`, schemas);
  const above = namedAbove(ids, kind, kinds);
  const isBelow =
    above !== undefined && (kind === undefined ? name.isDotted : isListedBelow(kind, above.kind));
  if (above !== undefined && isBelow && (sense === "lists" || sense === "makes" || kind === undefined)) {
    const around = `${above.kind.before}/${above.kind.noun}/{${above.id.name}}/${name.noun}`;
    // `messages.post` makes one of what `messages.list` lists; what is added and nobody keeps is done to what is around it.
    const end = kind !== undefined && sense === "makes" ? "create" : name.verb;
    return moved(operation, above.id, `${around}/${end}`, schemas);
  }
  // All paths of a kind have one form.
  return kind === undefined
    ? operation
    : { ...operation, path: `${place}/${name.verb}`, written: { operation } };

  function isListedBelow(one: Kind, other: Kind): boolean {
    return listedBelow.get(one) === other.noun;
  }
}

function moved(operation: Operation, { schema, ...id }: Id, path: string, schemas: Schemas): Operation {
  const said = operation.parameters.find((one) => one.in === "query" && one.name === id.name);
  const parameter: Parameter = {
    ...(said ?? {
      allowReserved: false,
      examples: [],
      pointer: operation.body?.pointer ?? operation.pointer,
    }),
    name: id.name,
    in: "path",
    required: true,
    schema,
    style: "simple",
    explode: false,
    declared: true,
  };
  const { body, ...rest } = operation;
  const left = id.in === "body" && body !== undefined ? withoutMember(body, id.name, schemas) : body;
  const others = operation.parameters.filter((one) => one !== said || id.in !== "query");
  return {
    ...rest,
    path,
    parameters: [parameter, ...others],
    ...(left === undefined ? {} : { body: left }),
    written: { operation, id },
  };
}

/** Undefined where nothing is left to be said. */
function withoutMember(body: RequestBody, name: string, schemas: Schemas): RequestBody | undefined {
  const isAll = body.content.every((media) => membersOf(media.schema, schemas).size <= 1);
  if (isAll) return undefined;
  const content = body.content.map((media) => ({
    ...media,
    ...(media.schema === undefined ? {} : { schema: lessMember(media.schema, name, schemas) }),
    examples: media.examples.map((example) => lessOne(example, name)),
  }));
  return { ...body, content };
}

function lessMember(schema: Schema, name: string, schemas: Schemas): Schema {
  if (!isObject(schema)) return schema;
  const ref = property(schema, "$ref");
  const behind = typeof ref === "string" ? schemas.resolve(ref) : undefined;
  const whole: JsonObject = isObject(behind) ? { ...without(schema, "$ref"), ...behind } : schema;
  const entries = Object.entries(whole).map(([keyword, value]): [string, Json] => {
    if (keyword === "properties") return [keyword, lessOne(value, name)];
    if (keyword === "required" && isArray(value)) return [keyword, value.filter((one) => one !== name)];
    // It is still sent.
    if ((keyword === "minProperties" || keyword === "maxProperties") && typeof value === "number")
      return [keyword, Math.max(0, value - 1)];
    if (keyword === "examples" && isArray(value)) return [keyword, value.map((one) => lessOne(one, name))];
    const isCombined = ["allOf", "anyOf", "oneOf"].includes(keyword) && isArray(value);
    return [
      keyword,
      isCombined ? value.map((part) => (isObject(part) ? lessMember(part, name, schemas) : part)) : value,
    ];
  });
  return Object.fromEntries(entries);
}

function lessOne(value: Json, name: string): Json {
  return isObject(value) ? without(value, name) : value;
}

function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([other]) => other !== name));
}
