import { didYouMean } from "#base/did-you-mean";
import { type Problem, problem } from "#base/problem";
import type { Clause } from "#glacier/clause";
import { type ClauseEntries, joinEntries } from "#glacier/clause-entries";
import { readEntries } from "#glacier/read-clauses";
import type { Api } from "#openapi/api";
import { guessRules } from "#semantics/guess-rules";
import { type Rule, settleRules } from "#semantics/rule";
import type { Semantics } from "#semantics/semantics";
import { contextOf } from "./contract-context.js";
import { rulesIn } from "./read-rules.js";
import { claimsMade, isClaimed } from "./same-clause.js";
import { readUse } from "./use-clause.js";

/** All that was written down before this run: in the document, its overlays, the config, contract files. */
export interface WrittenContract {
  /** The user's clauses: texts, and what `use: …` stands for. */
  readonly yours: readonly Clause[];
  /** Clauses that were generated earlier and kept in a file. */
  readonly generated: readonly Clause[];
  /** Clauses that must not be generated again. */
  readonly dropped: readonly Clause[];
  /** What the user's clauses say as rules. */
  readonly rules: readonly Rule[];
  /** Those of the user's clauses that are more than rules: they can only be judged. */
  readonly rest: readonly Clause[];
  readonly problems: readonly Problem[];
}

export function readWritten(
  api: Api,
  semantics: Semantics,
  ...more: readonly ClauseEntries[]
): WrittenContract {
  const entries = ownedBy(api, joinEntries(readEntries(api), ...more));
  const context = contextOf(api, semantics, guessRules(api, semantics));
  const used = entries.uses.map((use) => readUse(use, context));
  const texts = entries.clauses.filter((clause) => clause.generated !== true);
  // Rules say what a success does.
  const ofRefusals = texts.filter(({ on }) => on === "refused");
  const read = rulesIn(
    texts.filter(({ on }) => on === undefined),
    api,
    semantics,
  );
  const yours = [...texts, ...used.flatMap((use) => (use.ok ? use.value.clauses : []))];
  const earlier = entries.clauses.filter((clause) => clause.generated === true);
  const made = claimsMade([...yours, ...entries.dropped], api);
  return {
    yours,
    generated: earlier.filter((clause) => !isClaimed(clause, [], made, api)),
    dropped: entries.dropped,
    rules: settleRules(
      read.rules,
      used.flatMap((use) => (use.ok ? [use.value.rule] : [])),
    ),
    rest: [...read.rest, ...ofRefusals],
    problems: [...entries.problems, ...used.flatMap((use) => use.problems)],
  };
}

type Owned = Pick<Clause, "operation" | "pointer" | "source" | "at">;

/** A file outside the document may name operations that are not in it, or by their operationId. */
export function ownedBy(api: Api, entries: ClauseEntries): ClauseEntries {
  const problems = new Map<string, Problem>();
  const owned = <T extends Owned>(list: readonly T[]): readonly T[] =>
    list.flatMap((entry) => {
      if (entry.operation === undefined) return [entry];
      const { operation: name, pointer, source, at } = entry;
      const found = api.operations.find(({ key, operationId }) => key === name || operationId === name);
      if (found !== undefined) return [{ ...entry, operation: found.key }];
      const names = api.operations.map(({ key }) => key).slice(0, 200);
      const message = `There is no operation ${name}, for which clauses are given.`;
      problems.set(
        name,
        problem("contract-operation-unknown", message, didYouMean(name, names), {
          ...(pointer === undefined ? {} : { pointer }),
          ...(source === undefined ? {} : { source }),
          ...(at === undefined ? {} : { at }),
        }),
      );
      return [];
    });
  const [clauses, dropped, uses] = [owned(entries.clauses), owned(entries.dropped), owned(entries.uses)];
  return { clauses, dropped, uses, problems: [...entries.problems, ...problems.values()] };
}
