import { parsePointer } from "#base/json-pointer";
import type { Operation } from "#openapi/api";
import { nameWords } from "#values/name-words";
import type { Resource } from "./semantics.js";
import { sameName } from "./singular.js";

const IDS = new Set(["id", "uuid", "guid"]);

/** How an action on a thing speaks of another one like it. */
const ANOTHER = new Set(
  "into to with target other another source from destination duplicate original replacement successor predecessor after before next previous".split(
    " ",
  ),
);

/**
 * Whether a member of an action's body names another thing of the kind that the action is on: `into_id` and
 * `targetTicketId` of `POST /tickets/{id}/merge`. A parent is of the same kind only where such things are known to have one.
 */
export function namesAnother(member: string, resource: Resource, { path }: Operation): boolean {
  const { itemPath, name, mentions = [] } = resource;
  if (itemPath === undefined || !path.startsWith(`${itemPath}/`)) return false;
  const own = nameWords(name);
  const words = [...nameWords(member)];
  if (!IDS.has(words.pop() ?? "")) return false;
  const isOwn = words.length > own.length && words.slice(-own.length).join() === own.join();
  const said = isOwn ? words.slice(0, -own.length) : words;
  const isParent = mentions.some(
    ({ resource: kind, via }) =>
      kind === name && via.kind === "body" && sameName(parsePointer(via.pointer).at(-1) ?? "", member),
  );
  return isParent || (said.length === 1 && ANOTHER.has(said[0] ?? ""));
}
