import type { ResolvedInputs } from "#calls/exchange";
import type { Operation, Schemas } from "#openapi/api";
import { isJsonType } from "#openapi/media-type";
import { asWritten } from "./as-written.js";
import { buildBody } from "./build-body.js";
import { type Built, buildPath, contentText, unsendable } from "./build-path.js";
import { buildCookies, buildQuery } from "./build-query.js";
import { type HeaderList, isHeaderName, isHeaderValue, mergeHeaders } from "./headers.js";
import { type Pair, serializeHeader } from "./serialize-parameter.js";

/** A request without host and credentials: what the operation and its inputs alone determine. */
export interface BuiltRequest {
  readonly method: string;
  /** Encoded, with the query. */
  readonly path: string;
  readonly headers: HeaderList;
  readonly cookies: readonly Pair[];
  readonly body?: string;
}

export function buildRequest(
  planned: Operation,
  given: ResolvedInputs,
  context: { readonly schemas: Schemas; readonly boundarySeed: string },
): Built<BuiltRequest> {
  const { operation, inputs } = asWritten(planned, given);
  // An id that a path could not carry means no thing elsewhere either.
  const planable = operation === planned || inputs === given ? undefined : buildPath(planned, given.path);
  if (planable?.ok === false) return planable;
  const path = buildPath(operation, inputs.path);
  if (!path.ok) return path;
  const query = buildQuery(operation, inputs.query);
  const body = inputs.body === undefined ? undefined : buildBody(inputs.body, { ...context, operation });
  if (body !== undefined && !body.ok) return body;
  const sent = headersOf(operation, inputs);
  const defaults: HeaderList = [
    ["accept", acceptOf(operation)],
    ...(body === undefined ? [] : [["content-type", body.value.contentType] as const]),
  ];
  const headers = mergeHeaders(defaults, sent);
  const wrong = headers.find(([name, value]) => !isHeaderName(name) || !isHeaderValue(value));
  if (wrong !== undefined)
    return unsendable(`HTTP cannot carry the name or the value of the header ${wrong[0]}`);
  const request: BuiltRequest = {
    method: operation.method,
    path: query === "" ? path.value : `${path.value}${path.value.includes("?") ? "&" : "?"}${query}`,
    headers,
    cookies: buildCookies(operation, inputs.cookie),
  };
  return { ok: true, value: body === undefined ? request : { ...request, body: body.value.text } };
}

/** OpenAPI: a header parameter of these names is to be ignored, its value comes from elsewhere. */
const NOT_PARAMETERS = ["accept", "content-type", "authorization"];

function headersOf(operation: Operation, inputs: ResolvedInputs): HeaderList {
  return Object.entries(inputs.header).flatMap(([name, value]) => {
    const declared = operation.parameters.find(
      (parameter) => parameter.in === "header" && parameter.name.toLowerCase() === name.toLowerCase(),
    );
    if (declared !== undefined && NOT_PARAMETERS.includes(name.toLowerCase())) return [];
    const text =
      declared?.contentType === undefined
        ? serializeHeader(value, {
            name,
            style: declared?.style ?? "simple",
            explode: declared?.explode ?? false,
          })
        : contentText(declared, value);
    return [[name.toLowerCase(), text] as const];
  });
}

/** JSON first wherever it is declared: services that also offer XML would otherwise pick it. */
function acceptOf(operation: Operation): string {
  const declared = operation.responses.flatMap((response) =>
    response.content.map((media) => media.contentType),
  );
  const usable = [...new Set(declared)].filter((type) => isHeaderValue(type) && !type.includes("*"));
  const json = usable.filter(isJsonType);
  const wanted = (json.length > 0 ? json : usable).slice(0, 5);
  return [...(wanted.length > 0 ? wanted : ["application/json"]), "*/*;q=0.5"].join(", ");
}
