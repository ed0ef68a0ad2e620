import { isArray, isObject, type Json, type JsonObject } from "#base/json";
import type { Exchange, Outcome } from "#calls/exchange";
import { means, saidNo } from "#calls/meaning";

/** Of what a service says; what is cut ends in an ellipsis, so that a secret that was cut is still known for one. */
const MOST_SAID = 120;

/** Why a call did not succeed, in half a sentence for the report. */
export function whyRefused({ outcome }: Exchange): string {
  return whyIn(outcome);
}

/** What an answer says, without ids and numbers: two that say the same mean the same. */
export function sayingIn(outcome: Outcome): string {
  return whyIn(outcome).replaceAll(/\S*\d\S*/g, (word) => (/^\d{3}:$/.test(word) ? word : "#"));
}

function whyIn(outcome: Outcome): string {
  if (outcome.kind === "none") return outcome.message;
  const said = saying(outcome.body.kind === "json" ? outcome.body.value : undefined);
  const text = said ?? (outcome.body.kind === "text" ? outcome.body.text : "");
  const whole = text
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const line = whole.length > MOST_SAID ? `${whole.slice(0, MOST_SAID)}…` : whole;
  return line === "" ? `it answers ${outcome.status}` : `it answers ${outcome.status}: ${line}`;
}

/** Members of error bodies that are meant for people, best first. */
const SAYING =
  "detail message msg defaultMessage error_description error title errors reason description text".split(" ");

/** What an error body says to people. */
function saying(body: Json | undefined): string | undefined {
  if (typeof body === "string") return body;
  if (isArray(body)) return saying(body[0]);
  if (!isObject(body)) return undefined;
  const told = byMember(body);
  if (told !== undefined) return told;
  for (const name of SAYING) {
    const found = Object.hasOwn(body, name) ? saying(body[name]) : undefined;
    if (found !== undefined && found !== "") return inDetail(body) ?? withPlace(found, body);
  }
  return undefined;
}

/** Beside a message: lists in which every entry says which input it is about, or messages by member. They say more than the message does. */
const DETAILS = [
  "details",
  "errors",
  "violations",
  "invalidParams",
  "invalid_params",
  "fieldErrors",
  "issues",
];

function inDetail(body: JsonObject): string | undefined {
  const details = DETAILS.flatMap((name) => (body[name] === undefined ? [] : [body[name]]));
  const [first] = details.flatMap((list) => (isArray(list) ? list.slice(0, 1) : []));
  if (isObject(first) && placeIn(first) !== undefined) return saying(first);
  const [byName] = details.filter(isObject);
  return byName && byMember(byName);
}

/** `{"loc": ["body", "age"], "msg": "…"}`, `{"field": "age", "message": "…"}`: which input is meant. */
function withPlace(said: string, body: JsonObject): string {
  const place = placeIn(body);
  return place === undefined ? said : `${place}: ${said}`;
}

function placeIn(body: JsonObject): string | undefined {
  const place = [body.loc, body.field, body.property].find((one) => typeof one === "string" || isArray(one));
  const named = isArray(place) ? place.filter((step) => typeof step !== "object").join(".") : place;
  return typeof named === "string" && named !== "" ? named : undefined;
}

/** `{"isbn": ["This field is required."]}`: messages by the member that they are about. */
function byMember(body: Readonly<Record<string, Json>>): string | undefined {
  const entries = Object.entries(body);
  const isMessages = (messages: Json) =>
    isArray(messages) && messages.length > 0 && messages.every((message) => typeof message === "string");
  // `title` may be what was sent, `errors` hardly.
  const first = entries.find(([name]) => !/^(detail|message|msg|errors?)$/.test(name));
  if (first === undefined || !entries.every(([, messages]) => isMessages(messages))) return undefined;
  return `${first[0]}: ${saying(first[1]) ?? ""}`;
}

/** Which of these members a refusal names: most likely those it objects to, or misses. */
export function membersNamed(exchange: Exchange, members: Iterable<string>): readonly string[] {
  const { outcome } = exchange;
  if (outcome.kind !== "response" || !speaks(exchange)) return [];
  const { body } = outcome;
  const text = body.kind === "json" ? saidIn(body.value).join(" ") : body.kind === "text" ? body.text : "";
  const said = new Set(text.slice(0, 20_000).split(/[^A-Za-z0-9_]+/));
  const keys = new Set(body.kind === "json" ? namesIn(body.value) : []);
  return [...members].filter((name) => said.has(name) || keys.has(withoutId(name)));
}

/** `{"errors": {"parent": ["must exist"]}}` is about `parent_id`; in a sentence the word may be about anything. */
function withoutId(name: string): string {
  return name.replace(/(_id|(?<=[a-z0-9])Id)$/, "");
}

/** The names in an error body but for those of its own form. */
function namesIn(value: Json): readonly string[] {
  if (isArray(value)) return value.flatMap(namesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(FORM.has(name) ? [] : [name]),
    ...namesIn(member),
  ]);
}

/** How errors are built, whatever they are about: the `title` of a problem is not that of a book. */
const FORM = new Set(
  "type title status detail instance code message msg error errors reason description timestamp path".split(
    " ",
  ),
);

/** All texts of an error body, and the names in it but for those of its own form. */
function saidIn(value: Json): readonly string[] {
  if (isArray(value)) return value.flatMap(saidIn);
  if (!isObject(value)) return [String(value)];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(FORM.has(name) ? [] : [name]),
    ...saidIn(member),
  ]);
}

/**
 * The members whose value a refusal quotes, or a part of it: `course "3f63…" does not exist` speaks of the list that has it.
 * Short words are everywhere and mean nothing.
 */
export function membersQuoted(exchange: Exchange, sent: Json | undefined): readonly string[] {
  const { outcome } = exchange;
  if (outcome.kind !== "response" || !speaks(exchange) || !isObject(sent)) return [];
  const text = outcome.body.kind === "json" || outcome.body.kind === "text" ? outcome.body.text : "";
  const said = text.slice(0, 20_000);
  const quotes = (value: Json): boolean =>
    typeof value === "string"
      ? value.length >= 6 && said.includes(value)
      : (isArray(value) || isObject(value)) && Object.values(value).some(quotes);
  return Object.entries(sent).flatMap(([name, value]) => (quotes(value) ? [name] : []));
}

/** The numbers that a refusal speaks of: `ratingStars is from 1 to 5` says which would do. */
export function numbersSaid(exchange: Exchange): readonly number[] {
  const { outcome } = exchange;
  if (outcome.kind !== "response") return [];
  const body = outcome.body.kind === "json" ? saying(outcome.body.value) : undefined;
  const text = body ?? (outcome.body.kind === "text" ? outcome.body.text : "");
  const found = [...text.slice(0, 500).matchAll(/(?<![\w.-])-?\d{1,9}(\.\d{1,6})?(?![\w.]\d|\w)/g)];
  return [...new Set(found.map(([number]) => Number(number)))].slice(0, 4);
}

const MISSES = /\b(no such|not found|unknown|there is no|does ?n[o']t exist|not exist|cannot find)\b/i;

/** Whether a text says that there is no such thing. */
export function saysItMisses(text: string): boolean {
  return MISSES.test(text);
}

/** A failure may say as well as a refusal what it stumbled over. */
function speaks(exchange: Exchange): boolean {
  return saidNo(exchange) || means(exchange, "broken");
}

/** What a refusal says, where it misses something. */
export function whatIsMissed(exchange: Exchange): string | undefined {
  const { outcome } = exchange;
  if (outcome.kind !== "response" || outcome.body.kind === "empty" || outcome.body.kind === "binary")
    return undefined;
  const text = outcome.body.text.slice(0, 2_000);
  return saidNo(exchange) && (means(exchange, "absent") || saysItMisses(text)) ? text : undefined;
}
