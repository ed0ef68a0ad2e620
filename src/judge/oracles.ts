import { conditionalRead } from "./conditional-read.js";
import { contentType } from "./content-type.js";
import { createdIsReadable } from "./created-is-readable.js";
import { deletedIsGone } from "./deleted-is-gone.js";
import { etagGuardsWrites } from "./etag-guards-writes.js";
import { headAgrees } from "./head-agrees.js";
import { idempotencyKey } from "./idempotency-key.js";
import { listAgrees } from "./list-agrees.js";
import { listedWhileItLives } from "./listed-while-it-lives.js";
import { locationLeadsToIt } from "./location-leads-to-it.js";
import { mediaTypesRefused } from "./media-types-refused.js";
import { noContentHasNone } from "./no-content-has-none.js";
import type { Oracle } from "./oracle.js";
import { othersUntouched } from "./others-untouched.js";
import { patchTouchesWhatItNames } from "./patch-touches-what-it-names.js";
import { problemDetails } from "./problem-details.js";
import { putIsIdempotent } from "./put-is-idempotent.js";
import { putReplaces } from "./put-replaces.js";
import { refusedHasNoEffect } from "./refused-has-no-effect.js";
import { repeatedCreate } from "./repeated-create.js";
import { responseSchema } from "./response-schema.js";
import { retryAfter } from "./retry-after.js";
import { serverError } from "./server-error.js";
import { totalCountsItems } from "./total-counts-items.js";
import { undeclaredMethod } from "./undeclared-method.js";
import { undoRestores } from "./undo-restores.js";
import { undocumentedStatus } from "./undocumented-status.js";
import { uniqueOnUpdate } from "./unique-on-update.js";
import { writtenIsRead } from "./written-is-read.js";

/** Every oracle, in the order in which their findings are shown. */
export const ORACLES: readonly Oracle[] = [
  serverError,
  createdIsReadable,
  writtenIsRead,
  listedWhileItLives,
  deletedIsGone,
  othersUntouched,
  undoRestores,
  listAgrees,
  totalCountsItems,
  locationLeadsToIt,
  refusedHasNoEffect,
  uniqueOnUpdate,
  putIsIdempotent,
  putReplaces,
  patchTouchesWhatItNames,
  etagGuardsWrites,
  conditionalRead,
  idempotencyKey,
  repeatedCreate,
  undeclaredMethod,
  mediaTypesRefused,
  headAgrees,
  responseSchema,
  contentType,
  undocumentedStatus,
  noContentHasNone,
  problemDetails,
  retryAfter,
];
