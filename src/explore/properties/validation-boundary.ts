import { isObject, type Json } from "#base/json";
import { jsonDifferences } from "#base/json-differences";
import { formatPointer } from "#base/json-pointer";
import type { Call, CallInputs } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { placeTemplate } from "#calls/place-template";
import { succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import { requestSchema } from "#openapi/media-type";
import { membersOf } from "#openapi/schema-shape";
import type { Candidate } from "../candidate.js";
import type { Card, Ground } from "../ground.js";
import type { MetaProperty } from "../meta-property.js";
import type { Observation } from "../observation.js";
import { Script } from "../script.js";
import { statusOf } from "./answers.js";
import { type Scale, scaleOf } from "./field-values.js";

/** Two neighbouring values of a field, of which a service takes one and refuses the other. */
export const validationBoundary: MetaProperty = {
  id: "validation-boundary",
  title: "validation boundary",
  shapes: ["planned"],
  *plan(ground) {
    const recipe = ground.book.creates.get(ground.resource.name);
    const create = ground.cards.find(({ operation }) => operation.key === recipe?.operation);
    if (create === undefined) return;
    const members = membersOf(requestSchema(create.operation), ground.world.api.schemas);
    for (const [name, { schema }] of [...members].slice(0, MOST_FIELDS)) {
      const scale = scaleOf(schema, ground.world.api.schemas);
      if (scale === undefined) continue;
      const accepted = yield* acceptedPosition(ground, create, name, scale);
      if (accepted === undefined) continue;
      yield* searchBoundary(ground, create, name, scale, accepted, scale.least);
      yield* searchBoundary(ground, create, name, scale, accepted, scale.most);
    }
  },
  shows: ({ acts }) => {
    const [refused, accepted] = acts;
    if (acts.length !== 2 || refused === undefined || accepted === undefined) return undefined;
    const isRefused = !succeeded(refused) && statusOf(refused) < 500;
    if (refused.call.operation !== accepted.call.operation || !isRefused || !succeeded(accepted))
      return undefined;
    const fields = jsonDifferences(sentIn(refused), sentIn(accepted)).filter((pointer) => pointer !== "");
    const found = fields.flatMap((pointer) => {
      const [no, yes] = [refused, accepted].map((exchange) => memberAt(exchange, pointer));
      return isNeighbour(no, yes) ? [{ pointer, no, yes }] : [];
    });
    const [field] = found;
    if (field === undefined || found.length > 1) return undefined;
    const side = measure(field.no) < measure(field.yes) ? "least" : "most";
    return {
      operation: refused.call.operation,
      says: `for ${field.pointer} ${say(field.no)} is refused and ${say(field.yes)} is accepted`,
      about: `${field.pointer} ${side}, ${measure(field.no)} and ${measure(field.yes)}`,
    };
  },
};

/** Each field costs a dozen calls or two. */
const MOST_FIELDS = 8;

type Search<T> = Generator<Candidate, T, Observation | undefined>;

/** As small as they can be: what is refused takes nothing, so the second call can be like the first. */
function inputsOf({ smallest }: Ground, card: Card): CallInputs {
  return smallest.get(card.resource.name) ?? card.inputs;
}

/** A create with a value of its own in one field: the others are as they are known to work. */
function attempt(ground: Ground, card: Card, name: string, json: Json): Candidate | undefined {
  const script = new Script(ground);
  const given = script.prepare(card);
  const call = given && withField(script, card, inputsOf(ground, card), name, json);
  return given === undefined || call === undefined ? undefined : { given, acts: [call] };
}

function withField(
  script: Script,
  card: Card,
  inputs: CallInputs,
  name: string,
  json: Json,
): Call | undefined {
  if (inputs.body === undefined) return undefined;
  const content = placeTemplate(inputs.body.content, formatPointer([name]), value(json));
  return script.call(card, { ...inputs, body: { ...inputs.body, content } });
}

/** A position of the field that works: the one that things are made with. */
function* acceptedPosition(
  ground: Ground,
  card: Card,
  name: string,
  scale: Scale,
): Search<number | undefined> {
  const script = new Script(ground);
  const given = script.prepare(card);
  if (given === undefined) return undefined;
  const observation = yield { given, acts: [script.call(card, inputsOf(ground, card))] };
  const [act] = observation?.acts ?? [];
  const known = act && succeeded(act) ? scale.positionOf(memberAt(act, formatPointer([name]))) : undefined;
  return known;
}

/** Halves the way between what is accepted and what is refused, until they are neighbours. */
function* searchBoundary(
  ground: Ground,
  card: Card,
  name: string,
  scale: Scale,
  from: number,
  end: number,
): Search<void> {
  const accepts = function* (position: number): Search<boolean | undefined> {
    const candidate = attempt(ground, card, name, scale.valueAt(position));
    const observation = candidate && (yield candidate);
    const act = observation?.acts[0];
    if (act === undefined) return undefined;
    return succeeded(act) ? true : statusOf(act) < 500 ? false : undefined;
  };
  let [accepted, refused] = [from, end];
  const isEndRefused = from === end ? undefined : yield* accepts(end);
  if (isEndRefused !== false) return;
  while (Math.abs(accepted - refused) > 1) {
    const middle = Math.trunc((accepted + refused) / 2);
    const answer = yield* accepts(middle);
    if (answer === undefined) return;
    if (answer) accepted = middle;
    else refused = middle;
  }
  const script = new Script(ground);
  const given = script.prepare(card);
  const no = given && withField(script, card, inputsOf(ground, card), name, scale.valueAt(refused));
  const yes = given && withField(script, card, inputsOf(ground, card), name, scale.valueAt(accepted));
  if (given !== undefined && no !== undefined && yes !== undefined) yield { given, acts: [no, yes] };
}

function sentIn({ request }: Exchange): Json | undefined {
  return request.inputs.body?.content;
}

function memberAt(exchange: Exchange, pointer: string): Json | undefined {
  const sent = sentIn(exchange);
  const name = pointer.slice(1).replaceAll("~1", "/").replaceAll("~0", "~");
  return isObject(sent) && Object.hasOwn(sent, name) ? sent[name] : undefined;
}

function isNeighbour(a: Json | undefined, b: Json | undefined): boolean {
  if (typeof a !== typeof b || (typeof a !== "string" && typeof a !== "number")) return false;
  // Other texts of the same call are drawn anew: only rows of zeros are ours.
  if (typeof a === "string" && !(/^0*$/.test(a) && /^0*$/.test(String(b)))) return false;
  return Math.abs(measure(a) - measure(b)) === 1;
}

function measure(json: Json | undefined): number {
  return typeof json === "string" ? [...json].length : Number(json);
}

function say(json: Json | undefined): string {
  if (typeof json !== "string") return JSON.stringify(json);
  const { length } = json;
  return length === 0 ? "an empty text" : `a text of ${length} ${length === 1 ? "character" : "characters"}`;
}
