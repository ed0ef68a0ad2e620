import fc from "fast-check";
import { didYouMean } from "#base/did-you-mean";
import { isArray, isObject, type Json, type JsonObject } from "#base/json";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import { type Problem, problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { TAGS, type Tag } from "./template-tags.js";

/**
 * JSON with tags, as Seijas, Li and Thompson write their generators: an example in which some parts are replaced
 * by what kind of value they hold. A text `"name(…)"` is a tag; an object whose only key is `"name()"` wraps what
 * it holds: `{"optional()": …}` may be missing from its list or object, `{"list()": …}` stands for a list of
 * such elements, `{"one_of()": [ … ]}` for one of them, `{"literal()": …}` for just what is written.
 */
export function arbitraryForTemplate(template: Json, pointer: JsonPointer = ""): Result<fc.Arbitrary<Json>> {
  const problems: Problem[] = [];
  const part = read(template, pointer, 0, problems);
  if (part.optional) problems.push(misplaced(pointer));
  return problems.length > 0 ? failed(...problems) : ok(part.arbitrary);
}

interface Part {
  readonly arbitrary: fc.Arbitrary<Json>;
  readonly optional: boolean;
}

const WRAPPERS = ["optional", "list", "nonempty_list", "one_of", "literal"] as const;
type Wrapper = (typeof WRAPPERS)[number];
const DEEPEST = 100;
const MOST_ELEMENTS = 5;
const NOTHING: Part = { arbitrary: fc.constant(null), optional: false };

function read(template: Json, pointer: JsonPointer, depth: number, problems: Problem[]): Part {
  if (depth > DEEPEST) {
    problems.push(invalid("The template is nested too deeply.", "Make it flatter.", pointer));
    return NOTHING;
  }
  const inner = (child: Json, ...tokens: readonly (string | number)[]): Part =>
    read(child, appendToPointer(pointer, ...tokens), depth + 1, problems);
  if (typeof template === "string") return certain(readText(template, pointer, problems));
  if (isArray(template)) return certain(listOf(template.map((item, index) => inner(item, index))));
  if (!isObject(template)) return certain(fc.constant(template));

  const keys = Object.keys(template);
  const wrapped = keys.map((key) => /^([a-z_]+)\(\)$/.exec(key)?.[1]);
  const name = wrapped.find((candidate) => candidate !== undefined);
  if (name === undefined) {
    return certain(objectOf(template, (key) => inner(template[key] ?? null, key)));
  }
  if (!isWrapper(name)) {
    const hint = didYouMean(name, WRAPPERS);
    problems.push(invalid(`"${name}()" does not wrap a value.`, hint, pointer));
    return NOTHING;
  }
  if (keys.length > 1) {
    const hint = `Tag the value, as in "size": { "${name}()": … }.`;
    problems.push(
      invalid(`"${name}()" stands beside other keys, where it has no name of its own.`, hint, pointer),
    );
    return NOTHING;
  }
  return readWrapped(name, template[`${name}()`] ?? null, pointer, inner, problems);
}

function readWrapped(
  wrapper: Wrapper,
  content: Json,
  pointer: JsonPointer,
  inner: (child: Json, ...tokens: readonly (string | number)[]) => Part,
  problems: Problem[],
): Part {
  const key = `${wrapper}()`;
  switch (wrapper) {
    case "literal":
      return certain(fc.constant(content));
    case "optional":
      return { arbitrary: inner(content, key).arbitrary, optional: true };
    case "list":
      return certain(fc.array(inner(content, key).arbitrary, { maxLength: MOST_ELEMENTS }));
    case "nonempty_list":
      return certain(fc.array(inner(content, key).arbitrary, { minLength: 1, maxLength: MOST_ELEMENTS }));
    case "one_of": {
      if (isArray(content) && content.length > 0) {
        return certain(fc.oneof(...content.map((child, index) => inner(child, key, index).arbitrary)));
      }
      problems.push(invalid('"one_of()" needs a list of alternatives.', "List at least one.", pointer));
      return NOTHING;
    }
  }
}

function readText(text: string, pointer: JsonPointer, problems: Problem[]): fc.Arbitrary<Json> {
  const call = /^([a-z_][a-z0-9_]*)\(([^()]*)\)$/i.exec(text);
  const name = call?.[1];
  if (name === undefined) return fc.constant(text);
  const tag = TAGS.find((candidate) => candidate.name === name);
  if (!tag) {
    const known = TAGS.map((candidate) => candidate.name);
    const hint = `${didYouMean(name, known)} For the text itself write { "literal()": ${JSON.stringify(text)} }.`;
    problems.push(invalid(`"${name}()" is not a tag.`, hint, pointer));
    return fc.constant(text);
  }
  const numbers = (call?.[2] ?? "").trim() === "" ? [] : (call?.[2] ?? "").split(",").map(Number);
  const complaint = checkNumbers(tag, numbers);
  if (complaint === undefined) return tag.arbitrary(numbers);
  problems.push(invalid(`"${text}": ${complaint}.`, `Write "${tag.name}()" or give whole bounds.`, pointer));
  return fc.constant(text);
}

function checkNumbers(tag: Tag, numbers: readonly number[]): string | undefined {
  if (!tag.arity.includes(numbers.length)) return `it takes ${tag.arity.join(" or ")} numbers`;
  if (numbers.some((number) => !Number.isSafeInteger(number))) return "its bounds are not whole numbers";
  const [min, max] = numbers;
  if (min !== undefined && max !== undefined && min > max) return "its lower bound is above the upper one";
  if (tag.name === "string" && (min ?? 0) < 0) return "a length cannot be negative";
  if (tag.name === "string" && (min ?? 0) > 10_000) return "it would be too long";
  return undefined;
}

/** Each optional part is there or not, independently, and shrinks to not being there. */
function listOf(parts: readonly Part[]): fc.Arbitrary<Json> {
  const slots = parts.map(({ arbitrary, optional }) => {
    const present = arbitrary.map((value): readonly Json[] => [value]);
    return optional
      ? fc.oneof({ withCrossShrink: true }, fc.constant<readonly Json[]>([]), present)
      : present;
  });
  return fc.tuple(...slots).map((lists) => lists.flat());
}

function objectOf(template: JsonObject, partOf: (key: string) => Part): fc.Arbitrary<Json> {
  const keys = Object.keys(template);
  const slots = keys.map((key) => {
    const { arbitrary, optional } = partOf(key);
    const present = arbitrary.map((value): readonly (readonly [string, Json])[] => [[key, value]]);
    return optional
      ? fc.oneof({ withCrossShrink: true }, fc.constant<readonly (readonly [string, Json])[]>([]), present)
      : present;
  });
  return fc.tuple(...slots).map((members) => Object.fromEntries(members.flat()));
}

function certain(arbitrary: fc.Arbitrary<Json>): Part {
  return { arbitrary, optional: false };
}

function isWrapper(name: string): name is Wrapper {
  return (WRAPPERS as readonly string[]).includes(name);
}

function misplaced(pointer: JsonPointer): Problem {
  return invalid(
    "Only a part of a list or object can be optional.",
    'Remove the outer "optional()".',
    pointer,
  );
}

function invalid(message: string, hint: string, pointer: JsonPointer): Problem {
  return problem("template-invalid", message, hint, { pointer });
}
