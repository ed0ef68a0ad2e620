import { CATALOGUE } from "./catalogue.js";
import type { CatalogueFormula, ParameterName } from "./named-formula.js";

const PARAMETERS: Readonly<Record<ParameterName, string>> = {
  operation: "an operation, as `METHOD /path` or by its operationId; below an operation, that one",
  resource: "a resource, as `piolet inspect` names it",
  child: "the resource whose things name another",
  parent: "the resource that is named",
  via: "the field or path parameter by which the child names the parent; needed where the document does not show it",
  under: "the parent below which the list stands",
  shown: "the parent that the list shows",
  field: "a field: of the parent, that says how many; or of the thing, that says where in its life it stands",
  fields: "the fields that make up the key, as names, `a.b` or JSON pointers",
  most: "how many, as a number",
  except: "fields that are not read back as they were written",
  status: "a value of that field: a text, or true or false",
  statuses: "a list of such values",
  at: "where in the body the list stands, as a JSON pointer; the body itself by default",
};

/** The reference page of the catalogue, from the catalogue itself. */
export function describeCatalogue(): string {
  const used = new Set(CATALOGUE.flatMap(({ parameters }) => parameters));
  return [
    "# The catalogue of formulas",
    "",
    "`piolet contract` writes these clauses, and recognises them in clauses that you write, in any spelling. Each can",
    "be named instead of written out: `{ use: unique, resource: enrollment, fields: [pid, tid] }`.",
    "",
    "| formula | says | clauses | parameters |",
    "| --- | --- | --- | --- |",
    ...CATALOGUE.map(row),
    "",
    "## Parameters",
    "",
    "| parameter | meaning |",
    "| --- | --- |",
    ...Object.entries(PARAMETERS)
      .filter(([name]) => [...used].some((parameter) => parameter === name))
      .map(([name, meaning]) => `| \`${name}\` | ${meaning} |`),
    "",
    "## Examples",
    "",
    ...CATALOGUE.filter(({ example }) => example !== "").flatMap(({ name, example }) => [
      `${name}:`,
      "",
      "```glacier",
      example,
      "```",
      "",
    ]),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

function row({ name, says, clauses, parameters }: CatalogueFormula): string {
  const written = clauses.length === 0 ? "none: for the model" : clauses.join("; ");
  return `| \`${name}\` | ${says} | ${written} | ${parameters.map((parameter) => `\`${parameter}\``).join(", ")} |`;
}
