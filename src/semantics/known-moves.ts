import { isArray, type Json } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import { hasPlace, replaceInBody } from "#calls/replace-in-body";
import type { Template } from "#calls/template";
import type { Operation, OperationKey } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { keywordOf, typesOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { isStatus } from "./experiments/status-field.js";
import type { RecipeBook } from "./find-recipes.js";
import { otherChoices } from "./other-choices.js";
import { plainRecipe } from "./plain-recipe.js";
import type { Probe } from "./probe.js";
import { type CallRecipe, SELF } from "./recipe.js";
import { namesSecond } from "./role.js";
import type { Status } from "./rule.js";
import { type Change, resourceNamed } from "./semantics.js";
import { namesStatus } from "./status-name.js";
import type { Step } from "./step.js";

/** A step that is known to work on things of a kind, and what is known of it before it is tried. */
export interface Move {
  readonly step: Step;
  /** Steps of the same thing without which it is refused. */
  readonly first?: readonly Step[];
  /** What it is called, and what comes of it. */
  readonly words: readonly string[];
  /** The status that it was seen to change, and into which. */
  readonly from?: Status;
  readonly to?: Status;
}

type Known = Pick<Probe, "api" | "semantics" | "random" | "draft">;

/** A member with more values than this says no status. */
const MOST_CHOICES = 8;

/** So many updates are worth a try: each value of each member that has a few is one. */
const MOST_UPDATES = 12;

/**
 * What moves things of a kind on, as far as it was seen to work: actions in the order of the document, then updates of a
 * member that has a few values, then what can be created below them.
 */
export function knownMoves(
  known: Known,
  book: Pick<RecipeBook, "creates" | "updates" | "actions">,
  kind: string,
  changesBy: ChangesBy = (operation) => known.semantics.operations[operation]?.proof?.changes,
): readonly Move[] {
  return [
    ...actionsOn(known, book, kind, changesBy),
    ...updatesOf(known, book, kind).slice(0, MOST_UPDATES),
    ...createsBelow(book, kind),
  ];
}

/** What an operation was seen to change in a thing. */
export type ChangesBy = (operation: OperationKey) => readonly Change[] | undefined;

function actionsOn(
  { api }: Known,
  { actions }: Pick<RecipeBook, "actions">,
  kind: string,
  changesBy: ChangesBy,
): readonly Move[] {
  return api.operations.flatMap((operation): Move[] => {
    const recipe = actions?.get(operation.key);
    if (
      recipe?.resource !== kind ||
      namesSecond(recipe) ||
      recipe.after?.some(({ on }) => on !== SELF) === true
    )
      return [];
    const { resource, inputs } = recipe;
    const change = changesBy(operation.key)?.find(({ before, after }) => isStatus(before) && isStatus(after));
    const others = otherChoices(inputs, operation, api).map((other) => ({
      step: { resource, operation: operation.key, inputs: other },
      words: [...verbOf(operation), ...wordsIn(other)],
    }));
    const seen: Pick<Move, "from" | "to"> =
      change !== undefined && isStatus(change.before) && isStatus(change.after)
        ? { from: change.before, to: change.after }
        : {};
    const words = [
      ...verbOf(operation),
      ...(typeof seen.to === "string" ? nameWords(seen.to) : []),
      ...wordsIn(inputs),
    ];
    const first = recipe.after?.map(({ step }) => step);
    const prepared = first === undefined ? {} : { first };
    return [
      { step: { resource, operation: operation.key, inputs }, words, ...prepared, ...seen },
      ...others.map((other) => ({ ...other, ...prepared })),
    ];
  });
}

/** `publish` of `POST /events/{id}/publish`; its id says it where the path does not. */
function verbOf({ path, operationId }: Operation): readonly string[] {
  const below = path.slice(path.lastIndexOf("}") + 1);
  return nameWords(below === "" ? (operationId ?? "") : below);
}

/** The words among what is sent. */
function wordsIn({ body }: CallRecipe["inputs"]): readonly string[] {
  const content = body?.content;
  const members = content?.kind === "object" ? Object.values(content.members) : [];
  return members.flatMap((member) =>
    member.kind === "value" && typeof member.value === "string" && isStatus(member.value)
      ? nameWords(member.value)
      : [],
  );
}

/** Every value of a member with a few, and of switches; a member that is called a status first. */
function updatesOf(known: Known, book: Pick<RecipeBook, "updates">, kind: string): readonly Move[] {
  const resource = resourceNamed(known.semantics, kind);
  const moves = (resource?.update ?? []).flatMap((key) => {
    const operation = operationOf(known.api, key);
    const worked = book.updates.get(kind);
    const recipe =
      worked?.operation === key
        ? worked
        : resource !== undefined && operation.method === "PATCH"
          ? plainRecipe(known, operation, resource)
          : undefined;
    return recipe === undefined ? [] : choicesIn(known, operation, recipe);
  });
  return moves.sort((a, b) => a.rank - b.rank).map(({ step, words }) => ({ step, words }));
}

function choicesIn(
  { api }: Known,
  operation: Operation,
  { resource, inputs }: CallRecipe,
): readonly (Move & { readonly rank: number })[] {
  const declared = requestSchema(operation);
  const { path, members } = payloadOf(declared, api.schemas);
  const { body } = inputs;
  if (body === undefined) return [];
  return [...members].flatMap(([name, { schema }]) => {
    if (keywordOf(schema, "readOnly", api.schemas) === true) return [];
    const choices = keywordOf(schema, "enum", api.schemas);
    const isSwitch = typesOf(schema, api.schemas).has("boolean");
    const values: readonly Json[] = isSwitch
      ? [true, false]
      : isArray(choices) && choices.length <= MOST_CHOICES
        ? choices.filter((choice) => typeof choice === "string")
        : [];
    const pointer = formatPointer([...path, name]);
    const rank = isSwitch ? 2 : namesStatus(name) ? 0 : 1;
    return values.map((value) => {
      const template: Template = { kind: "value", value };
      const isPatch = operation.method === "PATCH";
      const bare = { ...inputs, body: { ...body, content: within(path, { [name]: template }) } };
      const whole = hasPlace(body.content, pointer) ? replaceInBody(inputs, pointer, template) : bare;
      return {
        step: { resource, operation: operation.key, inputs: isPatch ? bare : whole },
        words: typeof value === "string" ? nameWords(value) : value === true ? nameWords(name) : [],
        rank,
      };
    });
  });
}

function within(path: readonly string[], members: Readonly<Record<string, Template>>): Template {
  return path.reduceRight<Template>((inner, name) => ({ kind: "object", members: { [name]: inner } }), {
    kind: "object",
    members,
  });
}

function createsBelow({ creates }: Pick<RecipeBook, "creates">, kind: string): readonly Move[] {
  return [...creates.values()].flatMap(({ resource, operation, inputs, needs, found }): Move[] => {
    const isBelow = needs.some((need) => need.resource === kind && need.as === undefined);
    // What is only there once it was moved on is no way to that.
    const isPlain = needs.every(({ moved }) => moved === undefined);
    if (!isBelow || !isPlain || found === true || resource === kind) return [];
    // `Not enough points` speaks of what is booked below it.
    const { body } = inputs;
    const members = body?.content.kind === "object" ? Object.keys(body.content.members) : [];
    const words = [resource, ...members].flatMap(nameWords);
    return [{ step: { resource, operation, inputs }, words }];
  });
}

/** All that a thing does to take it. */
export function stepsOf({ first = [], step }: Move): readonly Step[] {
  return [...first, step];
}
