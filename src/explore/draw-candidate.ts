import fc from "fast-check";
import { isObject, type Json } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { type ReferenceSource, type Template, value } from "#calls/template";
import { chooseMediaType } from "#http/choose-media-type";
import type { Api, Operation, Schema } from "#openapi/api";
import { successSchema } from "#openapi/media-type";
import { itemsOf, membersOf, typesOf } from "#openapi/schema-shape";
import { sameName } from "#semantics/singular";
import { arbitraryForSchema } from "#values/arbitrary-for-schema";

/**
 * Whole sequences of operations, drawn blindly: the search knows nothing of what the operations do. Every input is random,
 * or refers to an input or a response of an earlier call; where names and types match, that is preferred.
 */
export interface DrawOptions {
  readonly api: Api;
  readonly operations: readonly Operation[];
  /** False: all inputs are random. What references are worth is measured by that. */
  readonly references: boolean;
  readonly longest: number;
  /** False: nothing is taken out of lists, since what stands there may be somebody's. */
  readonly lists?: false;
}

export function candidateArbitrary(options: DrawOptions): fc.Arbitrary<readonly Call[]> {
  return new SequenceArbitrary(options);
}

/** Something that an earlier call sent or was answered, and that a later one may use. */
interface Source {
  readonly call: string;
  readonly name: string;
  readonly types: ReadonlySet<string>;
  readonly source: ReferenceSource;
}

/** Of ten inputs for which something matches, so many refer to it. */
const PREFERENCE = 8;

/** Sequences are made smaller on the service itself, by the shrinker that all faults go through. */
class SequenceArbitrary extends fc.Arbitrary<readonly Call[]> {
  constructor(private readonly options: DrawOptions) {
    super();
  }

  generate(random: fc.Random): fc.Value<readonly Call[]> {
    const { operations, longest } = this.options;
    const calls: Call[] = [];
    const sources: Source[] = [];
    const length = random.nextInt(1, longest);
    for (let index = 0; index < length; index++) {
      const operation = operations[random.nextInt(0, operations.length - 1)];
      if (operation === undefined) break;
      const call = this.#call(operation, `c${index + 1}`, sources, random);
      calls.push(call);
      sources.push(...sourcesOf(call, operation, this.options));
    }
    return new fc.Value(calls, undefined);
  }

  canShrinkWithoutContext(_: unknown): _ is readonly Call[] {
    return false;
  }

  shrink(): fc.Stream<fc.Value<readonly Call[]>> {
    return fc.Stream.nil();
  }

  #call(operation: Operation, id: string, sources: readonly Source[], random: fc.Random): Call {
    const place = (wanted: "path" | "query" | "header" | "cookie") =>
      Object.fromEntries(
        operation.parameters
          .filter((parameter) => parameter.in === wanted && (parameter.required || wanted === "path"))
          .map(({ name, schema }) => [name, this.#input(operation, name, schema, sources, random)]),
      );
    const inputs = {
      path: place("path"),
      query: place("query"),
      header: place("header"),
      cookie: place("cookie"),
    };
    const media = operation.body === undefined ? undefined : chooseMediaType(operation.body);
    if (media?.schema === undefined) return { id, operation: operation.key, ...inputs };
    const content = this.#body(operation, media.schema, sources, random);
    return { id, operation: operation.key, ...inputs, body: { contentType: media.contentType, content } };
  }

  #body(operation: Operation, schema: Schema, sources: readonly Source[], random: fc.Random): Template {
    const drawn = this.#random(operation, "", schema, random);
    if (!isObject(drawn)) return value(drawn);
    const declared = membersOf(schema, this.options.api.schemas);
    const members = Object.entries(drawn).map(([name, member]) => {
      const own = declared.get(name)?.schema;
      const reference = own && this.#reference(name, own, sources, random);
      return [name, reference ?? value(member)];
    });
    return { kind: "object", members: Object.fromEntries(members) };
  }

  #input(
    operation: Operation,
    name: string,
    schema: Schema,
    sources: readonly Source[],
    random: fc.Random,
  ): Template {
    return (
      this.#reference(name, schema, sources, random) ?? value(this.#random(operation, name, schema, random))
    );
  }

  /** Same name and type before same type alone; undefined where a random value is wanted. */
  #reference(
    name: string,
    schema: Schema,
    sources: readonly Source[],
    random: fc.Random,
  ): Template | undefined {
    if (!this.options.references) return undefined;
    const types = typesOf(schema, this.options.api.schemas);
    const alike = sources.filter((source) => [...source.types].some((type) => types.has(type)));
    const named = alike.filter((source) => sameName(source.name, name));
    const pool = named.length > 0 ? named : alike;
    const isWanted = random.nextInt(1, 10) <= (named.length > 0 ? PREFERENCE : PREFERENCE / 2);
    const chosen = pool.length === 0 || !isWanted ? undefined : pool[random.nextInt(0, pool.length - 1)];
    return chosen && { kind: "reference", call: chosen.call, source: chosen.source };
  }

  #random(operation: Operation, name: string, schema: Schema, random: fc.Random): Json {
    const arbitrary = arbitraryForSchema(schema, {
      schemas: this.options.api.schemas,
      direction: "request",
      operation: operation.key,
      fragment: name,
      ...(name === "" ? {} : { name }),
    });
    return arbitrary.ok ? arbitrary.value.generate(random, undefined).value : null;
  }
}

/** What a call sends and is answered, by what the document says of it. */
function sourcesOf(call: Call, operation: Operation, { api, lists }: DrawOptions): readonly Source[] {
  const { schemas } = api;
  const own = { call: call.id };
  const sent = operation.parameters.flatMap((parameter): Source[] => {
    const { in: place, name, schema } = parameter;
    if (!Object.hasOwn(call[place], name)) return [];
    return [
      { ...own, name, types: typesOf(schema, schemas), source: { in: "request parameter", place, name } },
    ];
  });
  const body = operation.body === undefined ? undefined : chooseMediaType(operation.body)?.schema;
  const members = (
    schema: Schema | undefined,
    where: "request body" | "response body",
    at: readonly (string | number)[],
  ) =>
    [...membersOf(schema, schemas)].map(([name, member]): Source => {
      const source = { in: where, pointer: formatPointer([...at, name]) };
      return { ...own, name, types: typesOf(member.schema, schemas), source };
    });
  const answered = successSchema(operation);
  const items = itemsOf(answered, schemas);
  return [
    ...sent,
    ...members(body, "request body", []),
    ...(items === undefined ? members(answered, "response body", []) : []),
    ...(items === undefined || lists === false ? [] : members(items, "response body", [0])),
  ];
}
