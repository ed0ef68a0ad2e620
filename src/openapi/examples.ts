import { isObject, type Json } from "#base/json";
import { member, members, type Part } from "./part.js";
import { follow, type Reading } from "./reading.js";

/** The examples of a parameter, header or media type: `example`, then the values of `examples`. */
export function readExamples(reading: Reading, part: Part): readonly Json[] {
  const single = member(part, "example").value ?? member(part, "x-example").value;
  const named = members(member(part, "examples")).flatMap(([, example]) => {
    const target = follow(reading, example);
    if (target === undefined) return [];
    return isObject(target.value) ? exampleValue(target) : [target.value];
  });
  return [single, ...named].filter((value) => value !== undefined);
}

/** 3.2 calls it `dataValue`. An `externalValue` is not fetched: an example is not worth a request. */
function exampleValue(part: Part): (Json | undefined)[] {
  return [member(part, "value").value ?? member(part, "dataValue").value];
}
