import type { Call } from "#calls/call";
import { value } from "#calls/template";
import { operationOf } from "#openapi/operation-of";
import { pathSegments } from "#semantics/path-template";
import { resourceNamed } from "#semantics/semantics";
import type { OwnThing } from "./ledger.js";
import type { World } from "./world.js";

/** The call that reads a thing by its id, and by what its deletion says of what it stands in; undefined where that is not known. */
export function readOf(
  { api, semantics }: Pick<World, "api" | "semantics">,
  { resource: name, id, undo }: OwnThing,
  number: number,
): Call | undefined {
  const resource = resourceNamed(semantics, name);
  const [read] = resource?.read ?? [];
  if (read === undefined || id === null) return undefined;
  const parameters = pathSegments(operationOf(api, read).path).flatMap(({ parameter }) => parameter ?? []);
  const own = parameters.at(-1);
  const path = parameters.map(
    (parameter) =>
      [
        parameter,
        parameter === own
          ? value(id)
          : undo !== undefined && Object.hasOwn(undo.path, parameter)
            ? undo.path[parameter]
            : undefined,
      ] as const,
  );
  const known = path.flatMap(([parameter, template]) =>
    template === undefined ? [] : [[parameter, template] as const],
  );
  if (own === undefined || known.length < parameters.length) return undefined;
  const rest = { query: {}, header: {}, cookie: {} };
  return { id: `look for ${name} ${number}`, operation: read, path: Object.fromEntries(known), ...rest };
}
