import { nameWords } from "#values/name-words";
import { sameName } from "./singular.js";

/**
 * The names under which a thing's id may stand in a body, most likely first, given the path parameter that
 * holds it: `petId` may be `petId`, `id`, `pet_id`; `productName` may be `name`. Measured order of the suffixes
 * in real documents: id, name, key, slug, code.
 */
export function identityNames(
  parameter: string | undefined,
  resource: string,
  members: Iterable<string>,
): string[] {
  const present = [...members];
  const wanted: string[] = [];
  if (parameter !== undefined) {
    wanted.push(parameter);
    const stem = nameWords(parameter);
    const last = stem.at(-1);
    if (last !== undefined && stem.length > 1) wanted.push(last);
  }
  wanted.push(
    "id",
    "_id",
    `${resource}Id`,
    "uuid",
    "guid",
    "uid",
    "key",
    "slug",
    "code",
    // `/versions/{versionExpression}` picks by the version of a version.
    resource,
    "name",
    `${resource}Name`,
  );
  const found = wanted.flatMap((name) => present.filter((member) => sameName(member, name)));
  return [...new Set([...found, ...wanted])];
}

/** The member of a create's body that will hold the id where the client chooses it. */
export function clientIdField(
  parameter: string | undefined,
  resource: string,
  members: readonly string[],
): string | undefined {
  if (parameter === undefined) return undefined;
  const stem = nameWords(parameter);
  const names = [parameter, `${resource}Id`, `${resource}${stem.at(-1) ?? ""}`, stem.at(-1) ?? parameter];
  // `/databases/{database}`: the parameter only says what it picks, and a client picks by name.
  if (sameName(parameter, resource)) names.push("name", "key", "slug", "id");
  for (const name of names) {
    const member = members.find((candidate) => sameName(candidate, name));
    if (member !== undefined) return member;
  }
  return undefined;
}
