import type { Api, Operation } from "#openapi/api";
import { mediaEssence } from "#openapi/media-type";
import { guessSemantics } from "./guess-semantics.js";
import { isRead } from "./semantics.js";

/** Paths that only read, whoever calls them and whatever is there: none of them names a thing. */
export function plainReads(api: Api): readonly string[] {
  const { operations } = guessSemantics(api);
  return api.operations
    .filter((operation) => operation.method === "GET" && !isForPeople(operation))
    .filter(({ key }) => isRead(operations[key]?.semantics))
    .map(({ path }) => path)
    .filter((path) => !path.includes("{"));
}

/** What is described as a web page says nothing of an API by being one. */
function isForPeople({ responses }: Operation): boolean {
  return responses.some(({ content }) =>
    content.some(({ contentType }) => mediaEssence(contentType) === "text/html"),
  );
}
