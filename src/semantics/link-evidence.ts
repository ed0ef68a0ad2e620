import { isObject, type Json } from "#base/json";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import type { ReferenceSource } from "#calls/template";
import type { Api, OperationKey } from "#openapi/api";

/** What a link of the document says: a value of one operation's exchange is an input of another. */
export interface LinkEvidence {
  readonly from: OperationKey;
  readonly to: OperationKey;
  readonly input:
    | { readonly in: "parameter"; readonly name: string }
    | { readonly in: "body"; readonly pointer: JsonPointer };
  readonly source: ReferenceSource;
}

/** Bodies nest; ids stand near the top. */
const DEPTH = 3;

/** The links of all successes, value by value. */
export function linkEvidence(api: Api): readonly LinkEvidence[] {
  return api.operations.flatMap(({ key: from, responses }) =>
    responses
      .filter(({ status }) => status.startsWith("2"))
      .flatMap(({ links }) => links)
      .flatMap(({ operation: to, parameters, requestBody }): LinkEvidence[] => [
        ...Object.entries(parameters).flatMap(([name, expression]) => {
          const source = sourceSaid(expression);
          // `path.petId` where the name alone would not be clear.
          const plain = name.replace(/^(path|query|header|cookie)\./, "");
          return source === undefined
            ? []
            : [{ from, to, input: { in: "parameter", name: plain } as const, source }];
        }),
        ...valuesIn(requestBody, "", 0).map(({ pointer, source }) => ({
          from,
          to,
          input: { in: "body", pointer } as const,
          source,
        })),
      ]),
  );
}

function valuesIn(
  body: Json | undefined,
  pointer: JsonPointer,
  depth: number,
): readonly { readonly pointer: JsonPointer; readonly source: ReferenceSource }[] {
  if (isObject(body) && depth < DEPTH)
    return Object.entries(body).flatMap(([name, member]) =>
      valuesIn(member, appendToPointer(pointer, name), depth + 1),
    );
  const source = pointer === "" || body === undefined ? undefined : sourceSaid(body);
  return source === undefined ? [] : [{ pointer, source }];
}

/** `$response.body#/id`, `{$request.path.pid}`; undefined for constants and what no exchange has. */
export function sourceSaid(expression: Json): ReferenceSource | undefined {
  if (typeof expression !== "string") return undefined;
  const said = /^\{?(\$[^}]*)\}?$/.exec(expression.trim())?.[1] ?? "";
  const body = /^\$(request|response)\.body#(\/.*)$/.exec(said);
  if (body?.[2] !== undefined)
    return { in: body[1] === "request" ? "request body" : "response body", pointer: body[2] };
  const header = /^\$response\.header\.([A-Za-z0-9-]+)$/.exec(said)?.[1];
  if (header !== undefined)
    return header.toLowerCase() === "location" ? { in: "location" } : { in: "response header", name: header };
  const [, place, name] = /^\$request\.(path|query|header)\.(.+)$/.exec(said) ?? [];
  return (place === "path" || place === "query" || place === "header") && name !== undefined
    ? { in: "request parameter", place, name }
    : undefined;
}
