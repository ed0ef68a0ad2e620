import { closest } from "#base/did-you-mean";
import { isArray, isObject, type Json, property, stringProperty } from "#base/json";
import { formatPointer, getAtPointer } from "#base/json-pointer";
import { type Problem, problem } from "#base/problem";
import { editAt, removeAt } from "./edit-json.js";
import { parseJsonPath } from "./json-path.js";
import { selectJsonPath, type Tokens } from "./select-json-path.js";

/**
 * OpenAPI Overlay 1.0 with the `copy` of 1.1. Actions apply in order, each to what the one before left; one that
 * cannot be used is a problem and the others still apply.
 */
export function applyOverlay(
  document: Json,
  overlay: Json,
  name: string,
): { readonly document: Json; readonly problems: readonly Problem[] } {
  const actions = property(overlay, "actions");
  if (!isArray(actions)) {
    const wrong = problem("overlay-invalid", `${name} has no list of actions.`, "Give an OpenAPI Overlay.", {
      source: name,
      pointer: "",
    });
    return { document, problems: [wrong] };
  }
  const problems: Problem[] = [];
  let current = document;
  actions.forEach((action, index) => {
    const outcome = applyAction(current, action);
    current = outcome.document;
    if (outcome.problem !== undefined) {
      const pointer = formatPointer(["actions", index]);
      problems.push({ ...outcome.problem, source: name, pointer: pointer + (outcome.problem.pointer ?? "") });
    }
  });
  return { document: current, problems };
}

interface Outcome {
  readonly document: Json;
  readonly problem?: Problem;
}

function applyAction(document: Json, action: Json): Outcome {
  const targets = selectFrom(document, action, "target");
  if ("problem" in targets) return { document, problem: targets.problem };
  if (targets.places.length === 0) {
    return {
      document,
      problem: problem(
        "overlay-no-target",
        `The target ${stringProperty(action, "target")} selects nothing, so the action has no effect.`,
        nearestTarget(document, stringProperty(action, "target") ?? ""),
        { pointer: "/target" },
      ),
    };
  }
  if (property(action, "remove") === true) return { document: removeAt(document, targets.places) };
  const update = property(action, "update");
  if (update !== undefined)
    return { document: editAt(document, targets.places, (node) => merge(node, update)) };
  return copy(document, action, targets.places);
}

/** The first name of a plain path that the document does not have, and the one that was probably meant. */
function nearestTarget(document: Json, target: string): string {
  const parsed = parseJsonPath(target);
  let node: Json | undefined = document;
  for (const { descend, selectors } of parsed.ok ? parsed.path : []) {
    const [only, ...others] = selectors;
    if (descend || others.length > 0 || only?.kind !== "name" || !isObject(node)) break;
    const next = property(node, only.name);
    const meant = next === undefined ? closest(only.name, Object.keys(node)) : undefined;
    if (meant !== undefined) return `The document has no "${only.name}" there. Did you mean "${meant}"?`;
    node = next;
  }
  return "Compare the target with the document.";
}

function copy(document: Json, action: Json, places: readonly Tokens[]): Outcome {
  if (property(action, "copy") === undefined) {
    return {
      document,
      problem: problem(
        "overlay-invalid",
        "The action neither updates, removes nor copies.",
        "Add `update`.",
        {},
      ),
    };
  }
  const sources = selectFrom(document, action, "copy");
  if ("problem" in sources) return { document, problem: sources.problem };
  const [source, ...others] = sources.places;
  const value = source === undefined ? undefined : getAtPointer(document, formatPointer(source));
  if (value === undefined || others.length > 0) {
    return {
      document,
      problem: problem(
        "overlay-invalid",
        `\`copy\` must select one place, and selects ${sources.places.length}.`,
        "Name the one place to copy from.",
        { pointer: "/copy" },
      ),
    };
  }
  return { document: editAt(document, places, (node) => merge(node, value)) };
}

function selectFrom(
  document: Json,
  action: Json,
  key: "target" | "copy",
): { readonly places: readonly Tokens[] } | { readonly problem: Problem } {
  const text = stringProperty(action, key);
  if (text === undefined) {
    return { problem: problem("overlay-invalid", `The action has no \`${key}\`.`, "Give a JSONPath.", {}) };
  }
  const parsed = parseJsonPath(text);
  const places = parsed.ok ? selectJsonPath(document, parsed.path) : [];
  if (parsed.ok && places !== undefined) return { places };
  if (parsed.ok) {
    const hint = "Say more exactly where the places are.";
    return {
      problem: problem("overlay-path", `The path ${text} visits too many places.`, hint, {
        pointer: `/${key}`,
      }),
    };
  }
  return {
    problem: problem(
      "overlay-path",
      `In the path ${text} there should be ${parsed.expected} at column ${parsed.column}.`,
      "Names, quoted names, indices, `*`, `..` and filters such as ?(@.x == 'y') are understood.",
      { pointer: `/${key}`, at: { line: 1, column: parsed.column } },
    ),
  };
}

/** Objects merge member by member, lists grow, anything else is replaced. */
function merge(node: Json, update: Json): Json {
  if (isArray(node)) return [...node, ...(isArray(update) ? update : [update])];
  if (!isObject(node) || !isObject(update)) return update;
  const merged = new Map(Object.entries(node));
  for (const [key, value] of Object.entries(update)) {
    const before = merged.get(key);
    const isBoth = (isObject(before) && isObject(value)) || (isArray(before) && isArray(value));
    merged.set(key, before !== undefined && isBoth ? merge(before, value) : value);
  }
  return Object.fromEntries(merged);
}
