import type { CallInputs } from "#calls/call";
import { succeeded } from "#calls/succeeded";
import type { Template } from "#calls/template";
import type { Ground } from "./ground.js";
import type { MetaProperty } from "./meta-property.js";
import { Script } from "./script.js";
import { shrinkFind } from "./shrink-find.js";
import type { Stage } from "./stage.js";
import { findsIn } from "./trove.js";
import { variantsOf } from "./variants.js";

const works: MetaProperty = {
  id: "works",
  title: "it works",
  shapes: ["once"],
  shows: ({ acts }) => {
    const [act] = acts;
    return act !== undefined && acts.length === 1 && succeeded(act)
      ? { operation: act.call.operation, says: "it is accepted" }
      : undefined;
  },
};

/**
 * The smallest inputs with which a thing can be made, again and again. Found once and used in every candidate, they spare
 * making each example small on its own. Where a name stays taken once it was used, the inputs stay as they were drawn.
 */
export async function smallestCreate(ground: Ground, stage: Stage): Promise<CallInputs | undefined> {
  const recipe = ground.book.creates.get(ground.resource.name);
  const card = ground.cards.find(({ operation }) => operation.key === recipe?.operation);
  if (card === undefined) return undefined;
  const play = async (inputs: CallInputs) => {
    const script = new Script(ground);
    const given = script.prepare(card);
    if (given === undefined) return undefined;
    return stage.play({ given, acts: [script.call(card, inputs)] }, false);
  };
  const isSteady = async (inputs: CallInputs) => {
    for (let turn = 0; turn < 2; turn++) {
      const [act] = (await play(inputs))?.acts ?? [];
      if (act === undefined || !succeeded(act)) return false;
    }
    return true;
  };
  const [small] = variantsOf(card, ground);
  if (small !== undefined && small !== card.inputs && (await isSteady(small))) return small;
  const observation = await play(card.inputs);
  const [find] = observation === undefined ? [] : findsIn(observation, [works]);
  if (find === undefined) return undefined;
  const best = await shrinkFind(
    find,
    ground,
    (candidate) => stage.play(candidate, false),
    () => false,
  );
  const [call] = best.observation.candidate.acts;
  if (call === undefined) return undefined;
  const found = asRecipe(call, card.inputs);
  return (await isSteady(found)) ? found : undefined;
}

/** References of the call lead to calls of its candidate; as a recipe they name resources again. */
function asRecipe(call: CallInputs, { path, ...recipe }: CallInputs): CallInputs {
  const like = (name: "query" | "header" | "cookie") => named(call[name], recipe[name]);
  const inputs = { path, query: like("query"), header: like("header"), cookie: like("cookie") };
  if (call.body === undefined || recipe.body === undefined) return inputs;
  return { ...inputs, body: { ...call.body, content: rebound(call.body.content, recipe.body.content) } };
}

type Members = Readonly<Record<string, Template>>;

function named(members: Members, like: Members): Members {
  const entries = Object.entries(members).map(([name, member]) => [
    name,
    rebound(member, Object.hasOwn(like, name) ? like[name] : undefined),
  ]);
  return Object.fromEntries(entries);
}

function rebound(template: Template, like: Template | undefined): Template {
  if (template.kind === "reference" && like?.kind === "reference") return like;
  if (template.kind === "object" && like?.kind === "object")
    return { kind: "object", members: named(template.members, like.members) };
  return template;
}
