import { type Problem, problem } from "#base/problem";
import type { ProblemCode } from "#base/problem-codes";
import type { Part } from "./part.js";

/**
 * Collects the problems of one document in the order they are met. A shared component is read once per use, so
 * the same problem at the same place counts once.
 */
export class ProblemLog {
  readonly #problems = new Map<string, Problem>();

  add(code: ProblemCode, part: Pick<Part, "document" | "pointer">, message: string, hint: string): void {
    const place = { pointer: part.pointer, ...(part.document === "" ? {} : { source: part.document }) };
    this.addProblem(problem(code, message, hint, place));
  }

  addProblem(found: Problem): void {
    const key = JSON.stringify([found.code, found.source, found.pointer, found.message]);
    if (!this.#problems.has(key)) this.#problems.set(key, found);
  }

  list(): readonly Problem[] {
    return [...this.#problems.values()];
  }
}
