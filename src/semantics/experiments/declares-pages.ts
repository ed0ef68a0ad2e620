import type { Api, OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { nameWords } from "#values/name-words";

const PAGING = /^(page|pages|paging|limit|offset|cursor|skip|take|top|size|marker|continuation|start|after)$/;

/** Whether a list has pages by what the document says: a short list fits on one, and does not look like it. */
export function declaresPages(api: Api, key: OperationKey): boolean {
  const asked = operationOf(api, key).parameters.filter((parameter) => parameter.in === "query");
  return asked.some(({ name }) => nameWords(name).some((word) => PAGING.test(word)));
}
