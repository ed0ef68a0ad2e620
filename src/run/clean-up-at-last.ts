import { SLOW } from "#semantics/patience";
import type { World } from "./world.js";

/** Once more what could not be deleted on the way, as long as that helps: the last to go may have been in others' way. */
export async function cleanUpAtLast({ ledger, patience, cleanUp }: World): Promise<void> {
  while (ledger.reopen()) {
    await patience.waitToTheEnd(SLOW);
    await cleanUp();
  }
}
