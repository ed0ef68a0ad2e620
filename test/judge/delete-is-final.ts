import { isSuccess, succeeded } from "#calls/succeeded";
import { earlier, noun } from "#judge/lifecycle";
import { finding, type Oracle } from "#judge/oracle";
import { kindsOf, Situation } from "#judge/situation";
import { PROVOKE } from "#semantics/life";

const CALLS = { make: "make it", delete: "delete", again: `${PROVOKE}delete again` } as const;

/** A house rule: whoever deletes what is gone is told so. */
export const deleteIsFinal: Oracle = {
  id: "delete-is-final",
  title: "A second DELETE is refused.",
  verdict: "NOTE",
  source: "our API guidelines, rule 12",
  needs: "a DELETE of one thing",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const [operation] = kind.resource.delete;
      if (operation === undefined) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make);
      const remove = situation.plain(CALLS.delete, operation, things);
      situation.add(remove, { ...remove, id: CALLS.again });
      return [situation.build(deleteIsFinal.id, `call ${operation} twice`)];
    }),
  judge: (step) => {
    if (step.plannedBy !== deleteIsFinal.id || step.exchange.call.id !== CALLS.again) return [];
    if (!succeeded(earlier(step, CALLS.delete)) || !isSuccess(step.response)) return [];
    return [
      finding(deleteIsFinal.id, step, {
        evidence: [CALLS.delete],
        verdict: "NOTE",
        clause: "what is gone cannot be deleted",
        message: `${step.operation.key} answers ${step.response.status} for a ${noun(step)} that is gone`,
        expected: "404 or 410",
        got: String(step.response.status),
        why: "Our clients show whether something was deleted just now.",
      }),
    ];
  },
};
