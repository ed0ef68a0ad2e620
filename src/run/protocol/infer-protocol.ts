import { formatPointer } from "#base/json-pointer";
import type { CallInputs } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { templateAt } from "#calls/place-template";
import { referencesOf } from "#calls/references";
import { succeeded } from "#calls/succeeded";
import type { Template } from "#calls/template";
import { bodyForm } from "#http/choose-media-type";
import type { Operation } from "#openapi/api";
import { requestSchema, responseFor } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { printTarget } from "#protocol/parse-arguments";
import { printSource } from "#protocol/parse-captures";
import { printOperationName } from "#protocol/parse-operation-name";
import { createOrder } from "#semantics/create-order";
import type { RecipeBook } from "#semantics/find-recipes";
import { plainRecipe } from "#semantics/plain-recipe";
import type { Probe } from "#semantics/probe";
import { type CallRecipe, type CreateRecipe, madeByStep, recipeFor, SELF } from "#semantics/recipe";
import { kindOfRole, type Role, roleIn } from "#semantics/role";
import type { Resource } from "#semantics/semantics";
import { StepsTaken } from "#semantics/step";
import { nameWords } from "#values/name-words";

export interface Inferred {
  readonly known: Pick<Probe, "api" | "semantics" | "random" | "draft">;
  readonly book: RecipeBook;
  /** What was seen while that was learned; empty where nobody was asked. */
  readonly exchanges: readonly Exchange[];
  /** What was created could only be seen after a while. */
  readonly isSlow: boolean;
}

const NOWHERE = { start: { offset: 0, line: 1, column: 1 }, end: { offset: 0, line: 1, column: 1 } };

/**
 * A protocol for each kind of thing that can be created: make one, with what it needs, and then read, list and update
 * it in any order until it is deleted. A start to edit: what a thing may not do, nobody but its owner knows.
 */
export function inferProtocol(inferred: Inferred): string {
  const { semantics } = inferred.known;
  const names = new Set<string>();
  const protocols = createOrder(semantics.resources).flatMap((resource) => {
    const recipe = inferred.book.creates.get(resource.name);
    if (recipe === undefined || recipe.found === true || !standsAlone(recipe, inferred.book.creates))
      return [];
    let name = `S_${camel(resource.name)}`;
    while (names.has(name)) name = `${name}_`;
    names.add(name);
    return [`${name} = ${lifeOf(resource, recipe, inferred)}`];
  });
  return protocols.join("\n\n");
}

/** What can only be looked up is not ours: nothing is made under it. */
function standsAlone(recipe: CreateRecipe, creates: RecipeBook["creates"]): boolean {
  // A protocol takes ids from answers only.
  if (recipe.identity.in === "listed") return false;
  return recipe.needs.every(({ resource, moved = [] }) => {
    const parent = creates.get(resource);
    // What a step makes would need a turn of its own.
    const isPlain = moved.every((step) => madeByStep(step, creates) === undefined);
    return parent !== undefined && parent.found !== true && isPlain && standsAlone(parent, creates);
  });
}

function lifeOf(resource: Resource, recipe: CreateRecipe, inferred: Inferred): string {
  const { known, book } = inferred;
  const made = new Set<string>();
  const taken = new StepsTaken<Role>();
  const steps: string[] = [];
  const make = (one: CreateRecipe, role: Role): void => {
    if (made.has(role)) return;
    for (const need of one.needs) {
      const parent = recipeFor(need, book.creates);
      if (parent !== undefined) make(parent, roleIn(need));
    }
    for (const need of one.needs) {
      const thing = roleIn(need);
      for (const step of taken.left(thing, need.moved ?? [])) {
        taken.note(thing, step);
        steps.push(`${callText(step, thing, inferred)}.${answerText(step.operation, inferred)}`);
      }
    }
    made.add(role);
    steps.push(
      `${callText(one, role, inferred)}.${answerText(one.operation, inferred, captureOf(one, role))}`,
    );
  };
  make(recipe, recipe.resource);
  const plain = (key: string): CallRecipe => plainRecipe(known, operationOf(known.api, key), resource);
  const isPossible = (one: CallRecipe) =>
    referencesOf({ id: "", operation: one.operation, ...one.inputs }).every(
      ({ reference }) => reference.call === SELF || made.has(reference.call),
    );
  const [read] = resource.read.map(plain).filter(isPossible);
  if (inferred.isSlow && read !== undefined) {
    const look = callText(read, resource.name, inferred);
    steps.push(`${look}.rec Wait.(&{?C4XX().${look}.Wait, ${answerText(read.operation, inferred)}})`);
  }
  const update = book.updates.get(resource.name);
  const turns = [...resource.read, ...resource.list]
    .map(plain)
    .concat(update === undefined ? [] : [update])
    .filter(isPossible)
    .map((one) => `${callText(one, resource.name, inferred)}.${anyAnswerText(one.operation, inferred)}.X`);
  const ending = resource.delete
    .slice(0, 1)
    .map(plain)
    .filter(isPossible)
    .map((one) => `${callText(one, resource.name, inferred)}.${anyAnswerText(one.operation, inferred)}`);
  const end = ending[0] ?? "end";
  if (turns.length === 0) return [...steps, end].join(".");
  return [...steps, `rec X.(+{${[...turns, end].join(", ")}})`].join(".");
}

/** `own`: whose thing `SELF` is. */
function callText(recipe: CallRecipe | CreateRecipe, own: string, inferred: Inferred): string {
  const { known, book, exchanges } = inferred;
  const { inputs } = recipe;
  const operation = operationOf(known.api, recipe.operation);
  const chosen =
    "identity" in recipe && recipe.identity.in === "request body" ? recipe.identity.pointer : undefined;
  const name = (reference: string) => idVariable(reference === SELF ? own : reference, book);
  const given = (target: string, template: Template): string => {
    const text = printTarget({ text: target, span: NOWHERE });
    const isId = target === chosen || !target.startsWith("/");
    return `${text} = ${argumentText(template, isId ? variable(own) : camel(target), name)}`;
  };
  const parameters = (["path", "query", "header", "cookie"] as const).flatMap((place) =>
    Object.entries(inputs[place]).map(([parameter, template]) => {
      const isAmbiguous = operation.parameters.filter((other) => other.name === parameter).length > 1;
      return given(isAmbiguous ? `${place}.${parameter}` : parameter, template);
    }),
  );
  const body = bodyArguments(operation, inputs, chosen, exchanges.length > 0).map(([pointer, template]) =>
    pointer === "" ? `body = ${variable(own)}Body: ${bodyType(operation)}` : given(pointer, template),
  );
  const id = operation.operationId;
  const written = printOperationName(
    id === undefined
      ? { kind: "key", method: operation.method, path: operation.path, span: NOWHERE }
      : { kind: "id", id, span: NOWHERE },
  );
  return `!${written}(${[...parameters, ...body].join(", ")})`;
}

/**
 * The parts of a body that are somebody's id, those that only work as they are, and all fields of a form; what else is
 * required is drawn.
 */
function bodyArguments(
  operation: Operation,
  { body }: CallInputs,
  chosen: string | undefined,
  isLearned: boolean,
): readonly (readonly [pointer: string, template: Template])[] {
  if (body === undefined) return [];
  const { content } = body;
  const form = bodyForm(body.contentType);
  if ((form === "form" || form === "multipart") && content.kind === "object")
    return Object.entries(content.members).map(([name, member]) => [formatPointer([name]), member]);
  const own = chosen === undefined ? undefined : templateAt(content, chosen);
  const bound = [
    ...(chosen === undefined || own === undefined ? [] : [[chosen, own] as const]),
    ...partsIn(content, "", isLearned),
  ];
  if (bound.length > 0) return bound;
  return operation.body?.required === true ? [] : [["", content]];
}

function partsIn(
  template: Template,
  at: string,
  withValues: boolean,
): readonly (readonly [string, Template])[] {
  if (template.kind === "reference") return at === "" ? [] : [[at, template]];
  if (template.kind === "object")
    return Object.entries(template.members).flatMap(([name, member]) =>
      partsIn(member, at + formatPointer([name]), withValues),
    );
  if (template.kind === "array")
    return template.items.flatMap((item, index) => partsIn(item, at + formatPointer([index]), withValues));
  const isScalar = template.kind === "value" && typeof template.value !== "object";
  return withValues && isScalar && at !== "" ? [[at, template]] : [];
}

function argumentText(template: Template, declared: string, name: (reference: string) => string): string {
  if (template.kind === "reference") return name(template.call);
  if (template.kind === "fresh") return `${declared}: ${scalarType(template.sample)}`;
  const value = template.kind === "value" ? template.value : null;
  return value === null || typeof value === "object" ? `${declared}: Any` : JSON.stringify(value);
}

/** What a create gives the id by, where that is the service's: in the answer. */
function captureOf({ identity }: CreateRecipe, role: Role): string {
  const name = variable(role);
  switch (identity.in) {
    case "response body":
      return identity.pointer === ""
        ? name
        : `${name} = ${printSource({ kind: "body", pointer: identity.pointer, span: NOWHERE })}`;
    case "response header":
      return `${name} = header.${identity.name}`;
    case "location":
      return `${name} = location`;
    default:
      return "";
  }
}

/** The status that was always seen, where the document has it; otherwise any success. */
function answerText(key: string, { known, exchanges }: Inferred, capture = ""): string {
  const operation = operationOf(known.api, key);
  const seen = new Set(
    exchanges
      .filter((exchange) => exchange.call.operation === key && succeeded(exchange))
      .map(({ outcome }) => (outcome.kind === "response" ? outcome.status : 0)),
  );
  const [status] = seen;
  const isPlain = seen.size === 1 && status !== undefined && responseFor(operation, status) !== undefined;
  return `?C${isPlain ? status : "2XX"}(${capture})`;
}

/** What depends on the state of the thing may be refused now and then: where that was seen, it is expected. */
function anyAnswerText(key: string, inferred: Inferred): string {
  const isConflict = ({ call, outcome }: Exchange) =>
    call.operation === key && outcome.kind === "response" && outcome.status === 409;
  const success = answerText(key, inferred);
  return inferred.exchanges.some(isConflict) ? `&{${success}, ?C409()}` : success;
}

function bodyType(operation: Operation): string {
  const schema = requestSchema(operation);
  const ref = typeof schema === "object" ? schema.$ref : undefined;
  const name = typeof ref === "string" ? ref.slice(ref.lastIndexOf("/") + 1) : "";
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : "Any";
}

function scalarType(sample: unknown): string {
  if (typeof sample === "string" || sample === null) return "String";
  if (typeof sample === "boolean") return "Boolean";
  return Number.isInteger(sample) ? "Int" : typeof sample === "number" ? "Double" : "Any";
}

/** The variable that holds the id of a thing. One whose id is another's goes by that one's. */
function idVariable(role: Role, { creates }: RecipeBook): string {
  const recipe = creates.get(kindOfRole(role));
  const identity = recipe?.identity;
  const sent =
    identity?.in === "request parameter"
      ? recipe?.inputs[identity.place][identity.name]
      : identity?.in === "request body" && recipe?.inputs.body
        ? templateAt(recipe.inputs.body.content, identity.pointer)
        : undefined;
  return variable(sent?.kind === "reference" && sent.call !== SELF ? sent.call : role);
}

function variable(role: Role): string {
  return `${camel(role)}Id`;
}

function camel(text: string): string {
  const name = pascal(text);
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

function pascal(text: string): string {
  const words = nameWords(text)
    .map((word) => word.replace(/[^A-Za-z0-9]/g, ""))
    .filter((word) => word !== "");
  const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z]/.test(name) ? name : `X${name}`;
}
