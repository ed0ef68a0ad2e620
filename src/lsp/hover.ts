import { unreachable } from "#base/unreachable";
import { MESSAGE_PARTS } from "#glacier/vocabulary";
import { nameOperations } from "#protocol/find-named-operation";
import { nameTypes } from "#protocol/named-types";
import { responsesFor } from "#protocol/response-schemas";
import { code, describeOperation, describeType, typeName } from "./describe-operation.js";
import type { Knowledge } from "./knowledge.js";
import type { Mark } from "./mark.js";

/** What is known of the thing under the pointer, as Markdown; undefined where there is nothing to say. */
export function hoverOn(mark: Mark, marks: readonly Mark[], known: Knowledge): string | undefined {
  const { api } = known;
  const found = api && mark.operation ? nameOperations(api).find(mark.operation) : undefined;
  const operation = found?.kind === "found" ? found.operation : undefined;
  switch (mark.kind) {
    case "operation":
      return api && operation && describeOperation(operation, api);
    case "status": {
      if (api === undefined || operation === undefined) return undefined;
      const answers = responsesFor(operation, mark.text);
      if (answers.length === 0) return `${operation.key} declares no ${mark.text}.`;
      const types = answers.flatMap(({ content }) => content.map(({ schema }) => typeName(schema, api)));
      return `${code(operation.key)} answers ${mark.text}${types.length === 0 ? "" : `: ${[...new Set(types)].join(", ")}`}`;
    }
    case "type": {
      const schema = api && nameTypes(api).schemaOf(plainType(mark));
      return api && schema !== undefined ? describeType(mark.text, schema, api) : undefined;
    }
    case "variable":
    case "declaration": {
      const origins = originsOf(mark, marks);
      const type = origins.map((origin) => statedType(origin, marks)).find((stated) => stated !== undefined);
      const where = origins.length > 1 ? ` that gets a value in ${origins.length} places` : "";
      return `${code(mark.text)}${type === undefined ? "" : `: ${code(type)}`}, a variable${where}`;
    }
    case "target": {
      const parameter = operation?.parameters.find(({ name }) => name === mark.text);
      return api && parameter
        ? `${code(parameter.name)}, ${parameter.in} parameter, ${typeName(parameter.schema, api)}${parameter.required ? "" : ", optional"}`
        : undefined;
    }
    case "generator":
      return known.generators.has(mark.text)
        ? `${code(mark.text)}, a generator of the config file`
        : undefined;
    case "function":
      if (MESSAGE_PARTS.has(mark.text)) return undefined;
      return known.functions.has(mark.text) ? `${code(mark.text)}, a function of the config file` : undefined;
    case "definition":
    case "recursion":
    case "step name":
      return undefined;
    default:
      return unreachable(mark.kind);
  }
}

/** Where a variable gets its value: every declaration of the name. */
export function originsOf(mark: Mark, marks: readonly Mark[]): readonly Mark[] {
  return marks.filter(({ kind, text }) => kind === "declaration" && text === mark.text);
}

/** `c1: Customer`: the mark behind a declaration is its type, if it has one. */
function statedType(origin: Mark, marks: readonly Mark[]): string | undefined {
  const next = marks[marks.indexOf(origin) + 1];
  return next?.kind === "type" ? next.text : undefined;
}

export function plainType({ text: name }: Pick<Mark, "text">) {
  const nowhere = { offset: 0, line: 1, column: 1 };
  return { name, of: [], span: { start: nowhere, end: nowhere } };
}
