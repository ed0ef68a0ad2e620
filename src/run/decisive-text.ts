import type { Sequence } from "#calls/call";
import type { Compared } from "#calls/comparable";
import type { Culprit } from "#calls/run-record";
import { value } from "#calls/template";
import { nameCulprit, type Varied } from "./name-culprit.js";
import { type Pin, type Pinned, withOther } from "./pin-values.js";

/** The text that a fault hangs on, and calls in which that one is sent again and all others are drawn anew. */
export interface DecisiveText {
  readonly culprit: Culprit;
  readonly sequence: Sequence;
}

/**
 * Texts may have to be new on the service, so only the one that decides is kept. All of them must bring the fault back, and
 * without that one it must be gone twice: with another text among all others, and with that other one alone.
 */
export async function findDecisiveText(
  fault: Compared,
  pinned: Pinned | undefined,
  run: (changed: Sequence) => Promise<Varied>,
): Promise<DecisiveText | undefined> {
  const texts = pinned?.pins.filter(({ sent }) => typeof sent === "string") ?? [];
  if (pinned === undefined || texts.length === 0) return undefined;
  if (!(await run(pinned.sequence)).isShown) return undefined;
  const culprit = await nameCulprit(fault, { ...pinned, pins: texts }, run);
  if (culprit === undefined) return undefined;
  const isCulprit = ({ call, input }: Pin) => call === culprit.call && input === culprit.input;
  const sequence = texts
    .filter((pin) => !isCulprit(pin))
    .reduce((calls, pin) => withOther(calls, pin, pin.others[0] ?? value(pin.sent)), pinned.sequence);
  const without = await run(withOther(sequence, culprit, value(culprit.near)));
  return without.isShown ? undefined : { culprit, sequence };
}
