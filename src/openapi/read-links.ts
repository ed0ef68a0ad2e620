import { isObject, stringProperty } from "#base/json";
import type { Link, OperationKey } from "./api.js";
import type { OperationIndex } from "./operation-index.js";
import { member, members, type Part } from "./part.js";
import { follow, type Reading } from "./reading.js";

export function readLinks(reading: Reading, declared: Part, index: OperationIndex): readonly Link[] {
  return members(declared).flatMap(([name, entry]) => {
    const part = isObject(entry.value) ? follow(reading, entry) : undefined;
    if (part === undefined) return [];
    const operation = targetOf(reading, part, index);
    if (operation === undefined) {
      reading.problems.add(
        "link-unresolved",
        part,
        `The link "${name}" names no operation of this document.`,
        "Correct its operationId or operationRef.",
      );
      return [];
    }
    const parameters = member(part, "parameters").value;
    const requestBody = member(part, "requestBody").value;
    return [
      {
        name,
        operation,
        parameters: isObject(parameters) ? parameters : {},
        ...(requestBody === undefined ? {} : { requestBody }),
      },
    ];
  });
}

function targetOf(reading: Reading, part: Part, index: OperationIndex): OperationKey | undefined {
  const id = stringProperty(part.value, "operationId");
  if (id !== undefined) return index.byId(id);
  const ref = stringProperty(part.value, "operationRef");
  const located = ref === undefined ? undefined : reading.documents.locate(part.document, ref);
  return located === undefined ? undefined : index.byPlace(located.document, located.pointer);
}
