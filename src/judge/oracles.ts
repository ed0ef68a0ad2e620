import { contentType } from "./content-type.js";
import { createdIsReadable } from "./created-is-readable.js";
import { deletedIsGone } from "./deleted-is-gone.js";
import { listedWhileItLives } from "./listed-while-it-lives.js";
import type { Oracle } from "./oracle.js";
import { othersUntouched } from "./others-untouched.js";
import { responseSchema } from "./response-schema.js";
import { serverError } from "./server-error.js";
import { undoRestores } from "./undo-restores.js";
import { undocumentedStatus } from "./undocumented-status.js";
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
  responseSchema,
  contentType,
  undocumentedStatus,
];
