import { LineCounter, parseDocument as parseYaml, type YAMLError } from "yaml";
import type { Json } from "#base/json";
import { type Problem, problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { yamlToJson } from "./yaml-to-json.js";

/**
 * Text to JSON data. What begins like JSON is tried as JSON first, which is some thirty times faster; everything
 * else is YAML, of which JSON with small slips (a comma too many) is a part.
 */
export function parseDocument(text: string, name: string): Result<Json> {
  const looksLikeJson = /^\s*[{[]/.test(text);
  if (!looksLikeJson) return parseYamlText(text, name, []);
  try {
    return ok(JSON.parse(text) as Json);
  } catch (error) {
    const at = jsonErrorPlace(text, String(error));
    const slip = problem(
      "document-json-invalid",
      `${name} is not valid JSON${at === undefined ? "" : `, from line ${at.line}, column ${at.column}`}; it is read as YAML.`,
      "Run the file through a JSON formatter.",
      { source: name, ...(at === undefined ? {} : { at }) },
    );
    return parseYamlText(text, name, name.endsWith(".json") ? [slip] : []);
  }
}

/**
 * A YAML tree costs some 600 bytes per node: 1,000,000 keys in 11 MB took 1.2 GB. Beyond this many the process
 * would die for want of memory, so the marks that can begin a node are counted before the tree is built.
 */
const MAX_YAML_MARKS = 3_000_000;

function parseYamlText(text: string, name: string, before: readonly Problem[]): Result<Json> {
  if (countMarks(text) > MAX_YAML_MARKS) {
    return failed(
      problem(
        "document-too-large",
        `${name} has more YAML nodes than fit in memory.`,
        "Convert the document to JSON, which needs far less.",
        { source: name },
      ),
    );
  }
  const lineCounter = new LineCounter();
  const placeOf = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col };
  };
  // The core schema of YAML 1.2, whatever a %YAML directive says: dates and `yes` stay text, as JSON has them.
  // Unique keys are checked in the conversion, because the parser's own check is quadratic.
  const document = parseYaml(text, {
    lineCounter,
    schema: "core",
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "error",
  });
  const many = document.errors.find((error) => error.code === "MULTIPLE_DOCS");
  const error = document.errors.find((other) => other !== many);
  if (error !== undefined) return failed(syntaxProblem(error, name, placeOf(error.pos[0])));
  const converted = yamlToJson(document, name, placeOf);
  const problems = [...before, ...(many === undefined ? [] : [manyDocuments(name, placeOf(many.pos[0]))])];
  return converted.ok
    ? ok(converted.value, [...problems, ...converted.problems])
    : failed(...problems, ...converted.problems);
}

/** Node tells the place only in the words of the message, and not always. */
function jsonErrorPlace(text: string, message: string): { line: number; column: number } | undefined {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined) return undefined;
  const before = text.slice(0, Number(position)).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

function countMarks(text: string): number {
  let marks = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // line feed, comma, [ and {
    if (code === 10 || code === 44 || code === 91 || code === 123) marks++;
  }
  return marks;
}

function syntaxProblem(error: YAMLError, name: string, at: { line: number; column: number }): Problem {
  // The parser is recursive and reports an exhausted stack as an error of the document.
  if (/call stack/i.test(error.message)) {
    return problem(
      "document-too-deep",
      `${name} is nested too deeply, at line ${at.line}, column ${at.column}.`,
      "Move the inner parts to components and refer to them.",
      { source: name, at },
    );
  }
  const what = error.message.split("\n")[0] ?? "";
  return problem(
    "document-syntax",
    `${name} is not valid YAML or JSON: line ${at.line}, column ${at.column}: ${what}`,
    "Correct the document at that place; an editor with YAML support shows it too.",
    { source: name, at },
  );
}

function manyDocuments(name: string, at: { line: number; column: number }): Problem {
  return problem(
    "document-many",
    `${name} holds more than one YAML document; only the first is read.`,
    "Keep one OpenAPI document per file.",
    { source: name, at },
  );
}
