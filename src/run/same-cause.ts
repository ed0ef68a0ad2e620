import { type Finding, SEVERITY } from "#calls/finding";
import { isAccepted } from "#calls/is-accepted";
import type { Fault } from "#calls/run-record";

/**
 * The known fault of which a finding tells no more than another place or another way in which it shows. A warning explains
 * no error: the error is looked into by itself, and explains the warning in the end. What a user has accepted explains
 * nothing either, since it is not told, and is explained by nothing, so that it stays silent.
 */
export function sameCause<F extends Fault>(
  faults: readonly F[],
  finding: Finding,
  accepted: ReadonlySet<string>,
): F | undefined {
  const { key, cause, explainedBy = [], verdict } = finding;
  if (isAccepted(finding, accepted)) return undefined;
  const causes = new Set(cause === undefined ? explainedBy : [cause, ...explainedBy]);
  if (causes.size === 0) return undefined;
  const isSame = (fault: Fault) =>
    namesOf(fault).some((name) => causes.has(name)) && SEVERITY[fault.verdict] <= SEVERITY[verdict];
  return faults.find((fault) => fault.key !== key && !isAccepted(fault, accepted) && isSame(fault));
}

/** By what another finding may say that it comes of this one. */
function namesOf({ key, cause, alsoShownAs = [] }: Fault): readonly string[] {
  return [key, ...(cause === undefined ? [] : [cause]), ...alsoShownAs.map((sign) => sign.key)];
}
