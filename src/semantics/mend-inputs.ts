import { isArray, isObject, type Json } from "#base/json";
import { appendToPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { CallInputs } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { means, saidNo } from "#calls/meaning";
import { placeTemplate, templateAt } from "#calls/place-template";
import { type Template, value } from "#calls/template";

/**
 * A refusal often quotes the text that it objects to, or says where it stands: `"schema[0].name" with value "Birch
 * juniper" fails to match …`. Only that is sent otherwise: as one of the choices that the refusal lists, or as one plain word.
 * Undefined where the refusal says nothing that helps.
 */
export function mendInputs(inputs: CallInputs, exchange: Exchange): CallInputs | undefined {
  const { request, outcome } = exchange;
  const content = inputs.body?.content;
  // Some say what is wrong with an input, and say it with a failure.
  const isRefusal = saidNo(exchange) || means(exchange, "broken");
  if (content === undefined || inputs.body === undefined || !isRefusal || outcome.kind === "none")
    return undefined;
  if (outcome.body.kind === "empty") return undefined;
  const said = outcome.body.kind === "json" || outcome.body.kind === "text" ? outcome.body.text : "";
  const text = said.slice(0, MOST_READ).replaceAll('\\"', '"').replaceAll("\\\\", "\\");
  const choices = choicesIn(text);
  const objects = OBJECTS.test(text);
  let mended: Template = content;
  for (const leaf of textsIn(request.inputs.body?.content)) {
    if (!isQuoted(leaf.text, text) && !isPointedAt(leaf.pointer, text)) continue;
    const plain = objects ? plainWord(content, leaf) : undefined;
    const other = choices === undefined ? plain : chosen(choices, leaf.text);
    if (other !== undefined) mended = placeTemplate(mended, leaf.pointer, other);
  }
  return mended === content ? undefined : { ...inputs, body: { ...inputs.body, content: mended } };
}

const MOST_READ = 4_000;
const MOST_LEAVES = 200;

/** Words with which a service says that a text is not of the form that it wants. */
const OBJECTS =
  /pattern|invalid|not valid|illegal|match|allowed|character|format|malformed|regex|must (be|contain|start)/i;

interface TextLeaf {
  readonly pointer: JsonPointer;
  readonly text: string;
}

function textsIn(
  json: Json | undefined,
  pointer: JsonPointer = "",
  found: TextLeaf[] = [],
): readonly TextLeaf[] {
  if (found.length >= MOST_LEAVES) return found;
  if (typeof json === "string") found.push({ pointer, text: json });
  else if (isArray(json) || isObject(json))
    for (const [name, member] of Object.entries(json)) textsIn(member, appendToPointer(pointer, name), found);
  return found;
}

/** Short words are everywhere and mean nothing. */
function isQuoted(sent: string, said: string): boolean {
  return sent.length >= 4 && said.includes(sent);
}

/** `schema[0].name`, `schema.0.name` or `/schema/0/name`; a single name where a sentence begins with it: `handle must match …`. */
function isPointedAt(pointer: JsonPointer, said: string): boolean {
  const path = parsePointer(pointer);
  const [only = ""] = path;
  if (path.length < 2)
    return (
      only.length > 1 &&
      new RegExp(
        `(^|["'\`:.(]\\s*)${escaped(only)}["'\`]?\\s+(must|should|does|has|is|may|can)\\b`,
        "i",
      ).test(said)
    );
  const dotted = path.join(".");
  const indexed = dotted.replace(/\.(\d+)(?=\.|$)/g, "[$1]");
  return [dotted, indexed, pointer].some((name) => said.includes(name));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** `must be one of [TEXT, NUMERIC, INTEGER]`. */
function choicesIn(said: string): readonly string[] | undefined {
  const list = /\bone of:?\s*[[({]?([^\])}\n]{3,400})/i.exec(said)?.[1];
  const choices = (list ?? "")
    .split(/[,|]|\bor\b/)
    .map((choice) => choice.trim().replace(/^["'`]+|["'`.]+$/g, ""))
    .filter((choice) => /^[\w.:/-]{1,60}$/.test(choice));
  return choices.length < 2 ? undefined : choices;
}

function chosen(choices: readonly string[], sent: string): Template | undefined {
  const [first] = choices;
  return first === undefined || choices.includes(sent) ? undefined : value(first);
}

/** Letters, digits and underscores; what is to be new each time stays so. */
function plainWord(content: Template, { pointer, text }: TextLeaf): Template | undefined {
  const template = templateAt(content, pointer);
  if (template?.kind === "fresh")
    return template.form === "slug" || template.form === "short"
      ? undefined
      : { ...template, form: template.form === "word" ? "slug" : "word" };
  if (template?.kind !== "value") return undefined;
  const word = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[_\d]+|_+$/g, "");
  return word === "" || word === text ? undefined : value(word);
}
