import { anything, arrayOf, type Decoder, object, oneOf, string } from "#base/decode-json";
import type { OperationMeaning, Proof, Semantics } from "#semantics/semantics";

/** What was found out about an operation, without how. */
export interface LearnedMeaning
  extends Pick<OperationMeaning, "operation" | "semantics" | "kind">,
    Pick<Proof, "changes"> {
  readonly resource: string;
}

export const decodeMeaning: Decoder<LearnedMeaning> = object(
  {
    operation: string,
    semantics: oneOf("CREATE", "READ", "READ_MULTI", "UPDATE", "DELETE", "OTHER"),
    resource: string,
  },
  {
    kind: oneOf("login", "logout", "signup", "action", "search", "none"),
    changes: arrayOf(object({ field: string, before: anything, after: anything })),
  },
);

/** Experiments are chosen by what operations were seen to do; nobody need try that again. */
export function withMeanings(semantics: Semantics, meanings: readonly LearnedMeaning[]): Semantics {
  const known = meanings.map(({ changes, ...meaning }): [string, OperationMeaning] => [
    meaning.operation,
    {
      ...meaning,
      reason: "an earlier run has seen it",
      proof: {
        confirmed: true,
        hypothesis: meaning.semantics,
        because: "an earlier run has seen it",
        evidence: [],
        ...(changes === undefined ? {} : { changes }),
      },
    },
  ]);
  return { ...semantics, operations: { ...semantics.operations, ...Object.fromEntries(known) } };
}
