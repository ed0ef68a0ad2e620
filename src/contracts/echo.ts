import { parsePointer } from "#base/json-pointer";
import type { Expression } from "#glacier/formula";
import { keywordOf, type Member, typesOf } from "#openapi/schema-shape";
import { collectionsAlong, pathShape } from "#semantics/path-template";
import { allOf, anyOf, at, binary, bodyOf, equal, literal, ofThis, some, unequal } from "./build-formula.js";
import { collectionShapes, requestMembers } from "./call-terms.js";
import type { ContractContext } from "./contract-context.js";
import { type CallScene, draft, sceneOf } from "./draft.js";
import { listAt, readThing } from "./look.js";
import { define } from "./named-formula.js";

export const echo = define({
  name: "echo",
  says: "What was written is part of what is read afterwards.",
  clauses: ["ensures of the create or update"],
  parameters: ["operation", "except"],
  example: "request_body(this) is part of response_body(GET /players/{pid})",
  about: { kind: "echoes" },
  write: ({ resource, operation, except }, context) => {
    const scene = sceneOf(context, resource, operation);
    const shown = scene === undefined ? undefined : shownThing(context, scene);
    if (scene === undefined || shown === undefined) return [];
    const left = comparable(context, scene, shown.members, except);
    const sent = ofThis("request_body");
    const whole = shown.of((thing) => binary(sent, "is part of", thing));
    const other = namesAnother(context, scene);
    const isAll = left.size === writable(context, scene).size && left.size > 0;
    if (isAll)
      return draft(
        "ensures",
        scene.operation,
        other === undefined ? [whole] : [anyOf(other.is, whole), whole],
      );
    return [...left].flatMap(([name, member]) => {
      if (name === other?.field) return [];
      const types = typesOf(member.schema, context.api.schemas);
      const compare = types.has("object") || types.has("array") ? "is part of" : "==";
      return draft("ensures", scene.operation, [
        shown.of((thing) => binary(at(sent, [name]), compare, at(thing, [name]))),
      ]);
    });
  },
});

interface Shown {
  readonly members: ReadonlyMap<string, Member>;
  /** The formula that says something of the thing. */
  readonly of: (say: (thing: Expression) => Expression) => Expression;
}

/** The thing as it is read afterwards: by its own GET, else as an item of the list. */
function shownThing(context: ContractContext, scene: CallScene): Shown | undefined {
  const { view, places, own } = scene;
  if (own === undefined) return undefined;
  const read = readThing(view, own.term, places);
  if (read !== undefined && view.item !== undefined) {
    const sent = [...requestMembers(context, scene.operation).keys()];
    // Where the request has the same envelope as the answer, the two are compared as wholes.
    const whole = sent.some((name) => view.item?.rootMembers.has(name));
    const thing = whole ? bodyOf(read) : at(bodyOf(read), view.item.within);
    return { members: whole ? view.item.rootMembers : view.item.members, of: (say) => say(thing) };
  }
  const { list } = view;
  const items = list === undefined ? undefined : listAt(list, places);
  if (list?.key === undefined || items === undefined || !list.whole || list.key.length === 0)
    return undefined;
  const { key, members } = list;
  const of: Shown["of"] = (say) =>
    some(view.resource.name, items, (one) => allOf(equal(at(one, key), own.term), say(one)));
  return { members, of };
}

/** The members of the request that a read could show: declared there, and not only for writing. */
function comparable(
  context: ContractContext,
  scene: CallScene,
  shown: ReadonlyMap<string, Member>,
  except: readonly string[],
): ReadonlyMap<string, Member> {
  const { schemas } = context.api;
  const left = new Set(except.map((pointer) => parsePointer(pointer)[0]));
  const isHidden = (member: Member | undefined) =>
    member === undefined || keywordOf(member.schema, "writeOnly", schemas) === true;
  return new Map(
    [...writable(context, scene)].filter(
      ([name, member]) => !left.has(name) && !isHidden(member) && !isHidden(shown.get(name)),
    ),
  );
}

/** What may be sent at all. */
function writable(context: ContractContext, { operation }: CallScene): ReadonlyMap<string, Member> {
  return new Map(
    [...requestMembers(context, operation)].filter(
      ([, member]) => keywordOf(member.schema, "readOnly", context.api.schemas) !== true,
    ),
  );
}

/** That the body names another thing than the path does: then the path counts, and the id is not read back. */
function namesAnother(
  context: ContractContext,
  { operation, view: { resource, ids }, own }: CallScene,
): { readonly field: string; readonly is: Expression } | undefined {
  const shapes = collectionShapes(resource);
  const byPath = collectionsAlong(operation.path).some(({ collection }) => shapes.has(pathShape(collection)));
  const members = requestMembers(context, operation);
  const field = ids.find((name) => members.has(name));
  if (!byPath || own === undefined || field === undefined) return undefined;
  const id = at(ofThis("request_body"), [field]);
  const differs = unequal(id, own.term);
  return {
    field,
    is: members.get(field)?.required === true ? differs : allOf(unequal(id, literal(null)), differs),
  };
}
