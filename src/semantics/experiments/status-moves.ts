import { isArray, type Json } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import type { Finding } from "#calls/finding";
import { replaceInBody } from "#calls/replace-in-body";
import { value } from "#calls/template";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { keywordOf } from "#openapi/schema-shape";
import { type MovesSaid, movesSaid } from "../moves-said.js";
import { type CallRecipe, callFromRecipe } from "../recipe.js";
import { namesStatus } from "../status-name.js";
import { answerOf } from "./answer.js";
import { type Experiment, NOTHING } from "./experiment.js";
import type { Lab } from "./lab.js";
import { isToBeRefused, type Move, shownBy } from "./move.js";
import { deviation, SAID } from "./norms.js";
import { statusIn } from "./status-field.js";
import type { Subject } from "./subject.js";
import { createThing } from "./supply.js";
import type { Thing } from "./thing.js";

/**
 * Where a status is set by an update, and the document says in words from where to where it may go, every other move is
 * tried as well. What is refused leaves the thing as it was: one thing serves until something is accepted.
 */
export const statusMoves: Experiment = {
  id: "status-moves",
  question: "Does a status go only where the document says?",
  run: async (lab, subject, earlier) => {
    const setting = settingOf(lab, subject);
    if (setting === undefined || earlier?.deviations.length === 0) return NOTHING;
    const moves = await tryMoves(lab, subject, setting);
    return { ...NOTHING, deviations: undocumented(setting, moves) };
  },
};

/** The member that says where a thing stands, and the update that sets it. */
interface Setting {
  readonly field: string;
  readonly statuses: readonly string[];
  readonly said: MovesSaid;
  readonly operation: string;
  /** The call that gives it this status. */
  readonly set: (status: string) => CallRecipe;
}

interface StatusMove extends Move {
  readonly to: string;
}

/** More than that are not steps that somebody takes one after the other. */
const MOST_STATUSES = 6;

function settingOf(lab: Lab, { resource, update }: Subject): Setting | undefined {
  const { api } = lab.bench;
  for (const key of resource.update) {
    const operation = operationOf(api, key);
    const { path, members } = payloadOf(requestSchema(operation), api.schemas);
    // A PATCH of nothing else; a PUT has to say the rest as well.
    const recipe = key.startsWith("PATCH ")
      ? lab.plain(key, resource)
      : update?.operation === key
        ? update
        : undefined;
    if (recipe?.inputs.body === undefined) continue;
    for (const [field, { schema }] of members) {
      const choices = keywordOf(schema, "enum", api.schemas);
      const statuses = isArray(choices) ? choices.filter(isWord) : [];
      if (!namesStatus(field) || statuses.length < 2 || statuses.length > MOST_STATUSES) continue;
      const about = keywordOf(schema, "description", api.schemas);
      const texts = [operation.summary, operation.description, typeof about === "string" ? about : undefined];
      const said = movesSaid(texts.filter((text) => text !== undefined).join("\n\n"), statuses);
      if (said === undefined) continue;
      const set = (status: string) => ({
        ...recipe,
        inputs: replaceInBody(recipe.inputs, formatPointer([...path, field]), value(status)),
      });
      return { field, statuses, said, operation: key, set };
    }
  }
  return undefined;
}

function isWord(choice: Json): choice is string {
  return typeof choice === "string" && /^[A-Za-z][A-Za-z_-]{0,39}$/.test(choice);
}

/** Every status is tried from every one that can be reached, breadth first. */
async function tryMoves(lab: Lab, subject: Subject, setting: Setting): Promise<readonly StatusMove[]> {
  const walker = new Walker(lab, subject, setting);
  const first = await walker.thingAfter([]);
  const initial = first === undefined ? undefined : walker.statusOf(first);
  if (initial === undefined) return [];
  const ways = new Map<string, readonly string[]>([[initial, []]]);
  const moves: StatusMove[] = [];
  for (const [from, way] of ways) {
    let thing: Thing | undefined;
    for (const to of setting.statuses) {
      if (lab.isOver) return moves;
      if (to === from) continue;
      thing ??= await walker.thingAfter(way);
      if (thing === undefined || walker.statusOf(thing) !== from) break;
      const move = await walker.move(thing, from, to);
      if (move === undefined) return moves;
      moves.push(move);
      if (move.after?.kind !== "refused") thing = undefined;
      // A way that the document does not have leads nowhere that counts.
      if (
        move.after?.kind === "there" &&
        move.after.status === to &&
        !ways.has(to) &&
        isSaid(setting, from, to)
      )
        ways.set(to, [...way, to]);
    }
  }
  return moves;
}

function isSaid({ said }: Setting, from: string, to: string): boolean {
  return said.from(from)?.has(to) ?? true;
}

class Walker {
  readonly #stories = new Map<Thing, readonly string[]>();

  constructor(
    private readonly lab: Lab,
    private readonly subject: Subject,
    private readonly setting: Setting,
  ) {}

  statusOf(thing: Thing): string | undefined {
    const sight = this.lab.lastSight(thing);
    const status = sight?.kind === "there" ? statusIn(sight.content, this.setting.field) : undefined;
    return typeof status === "string" ? status : undefined;
  }

  /** A new thing that was given these statuses one after the other; undefined where one of them did not work. */
  async thingAfter(way: readonly string[]): Promise<Thing | undefined> {
    const thing = await createThing(this.lab, this.subject);
    if (thing === undefined) return undefined;
    for (const to of way) {
      const move = await this.move(thing, this.statusOf(thing) ?? "", to);
      if (move?.after?.kind !== "there" || move.after.status !== to) return undefined;
    }
    return thing;
  }

  /** Undefined where what came of it cannot be told. */
  async move(thing: Thing, from: string, to: string): Promise<StatusMove | undefined> {
    const { operation, set } = this.setting;
    const exchange = await this.lab.perform(`${to} ${this.subject.resource.name}`, (id) =>
      callFromRecipe(id, set(to), thing.made),
    );
    const answer = answerOf(exchange);
    if (answer.kind === "unclear") return undefined;
    const sight = await this.lab.look(thing);
    const told = [...(this.#stories.get(thing) ?? []), answer.call];
    this.#stories.set(thing, told);
    const status = this.statusOf(thing);
    if (status !== from) this.lab.steps.note(thing, set(to));
    if (status === undefined) return undefined;
    const after =
      answer.kind === "refused" ? ({ kind: "refused" } as const) : ({ kind: "there", status } as const);
    const story = [...this.lab.storyOf(thing).slice(0, 1), ...told];
    return { operation, from, after, isSame: status === from, story, look: sight.call, to };
  }
}

/** Moves that the document does not have; told only where the service goes by its words otherwise. */
function undocumented(setting: Setting, moves: readonly StatusMove[]): readonly Finding[] {
  const isTaken = ({ after, to }: StatusMove) => after?.kind === "there" && after.status === to;
  const knows = moves.some(
    (move) => isTaken(move) && setting.said.from(String(move.from))?.has(move.to) === true,
  );
  const heeds = moves.some(
    ({ from, to, after }) => after?.kind === "refused" && !isSaid(setting, String(from), to),
  );
  return moves
    .filter((move) => knows && isTaken(move) && !isSaid(setting, String(move.from), move.to))
    .map((move) => {
      const { call, evidence } = shownBy(move);
      return deviation(SAID, {
        operation: setting.operation,
        verdict: heeds ? "ERR" : "WARN",
        shape: `${move.from} to ${move.to}`,
        message: `${setting.operation} takes ${setting.field} from ${move.from} to ${move.to}`,
        expected: "a refusal",
        got: `success; the ${setting.field} is now ${move.to}`,
        why: `The document says: “${setting.said.words.slice(0, 200)}”`,
        check: isToBeRefused(move),
        call,
        evidence,
      });
    });
}
