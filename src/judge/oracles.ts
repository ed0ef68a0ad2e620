import { absentIsNotShown } from "./absent-is-not-shown.js";
import { accountIsNotTakenOver } from "./account-is-not-taken-over.js";
import { accountsAreVerified } from "./accounts-are-verified.js";
import { actionDoesWhatItSays } from "./action-does-what-it-says.js";
import { actionMovesItsAmount } from "./action-moves-its-amount.js";
import { actionTakesEffectOnce } from "./action-takes-effect-once.js";
import { actionsKeepToTheirThing } from "./actions-keep-to-their-thing.js";
import { addingAddsUp } from "./adding-adds-up.js";
import { alikeYetApart } from "./alike-yet-apart.js";
import { alwaysAnswers } from "./always-answers.js";
import { amountIsConserved } from "./amount-is-conserved.js";
import { backAsBefore } from "./back-as-before.js";
import { bothSidesAreListed } from "./both-sides-are-listed.js";
import { boundsBind } from "./bounds-bind.js";
import { cancellingGivesBack } from "./cancelling-gives-back.js";
import { changeMovesItsTime } from "./change-moves-its-time.js";
import { computedFollows } from "./computed-follows.js";
import { conditionalRead } from "./conditional-read.js";
import { confirmationIsCompared } from "./confirmation-is-compared.js";
import { contentType } from "./content-type.js";
import { countFollowsStatus } from "./count-follows-status.js";
import { countsByValue } from "./counts-by-value.js";
import { createdIsReadable } from "./created-is-readable.js";
import { credentialsNeeded } from "./credentials-needed.js";
import { deadCredentials } from "./dead-credentials.js";
import { deletedIsGone } from "./deleted-is-gone.js";
import { endedGoesWithItsParent } from "./ended-goes-with-its-parent.js";
import { etagGuardsWrites } from "./etag-guards-writes.js";
import { everyUpdateWorks } from "./every-update-works.js";
import { filtersByEachChoice } from "./filters-by-each-choice.js";
import { filtersFilter } from "./filters-filter.js";
import { filtersFollowActions } from "./filters-follow-actions.js";
import { filtersHoldTogether } from "./filters-hold-together.js";
import { finalIsFinal } from "./final-is-final.js";
import { freeAgainWhenCancelled } from "./free-again-when-cancelled.js";
import { freedWhenCancelled } from "./freed-when-cancelled.js";
import { freedWhenDeleted } from "./freed-when-deleted.js";
import { freedWhenEmptied } from "./freed-when-emptied.js";
import { freedWhenGivenBack } from "./freed-when-given-back.js";
import { freedWhenRenamed } from "./freed-when-renamed.js";
import { goneFromEveryList } from "./gone-from-every-list.js";
import { headAgrees } from "./head-agrees.js";
import { heldIsThere } from "./held-is-there.js";
import { idempotencyKey } from "./idempotency-key.js";
import { idsAreGivenOnce } from "./ids-are-given-once.js";
import { invalidInputRefused } from "./invalid-input-refused.js";
import { leavesNoTrace } from "./leaves-no-trace.js";
import { listAgrees } from "./list-agrees.js";
import { listedWhileItLives } from "./listed-while-it-lives.js";
import { listsKeepToTheirParent } from "./lists-keep-to-their-parent.js";
import { locationLeadsToIt } from "./location-leads-to-it.js";
import { loginNeedsThePassword } from "./login-needs-the-password.js";
import { manySideBySide } from "./many-side-by-side.js";
import { mediaTypesRefused } from "./media-types-refused.js";
import { movedLeavesItsPlace } from "./moved-leaves-its-place.js";
import { movedTakesWhatIsThere } from "./moved-takes-what-is-there.js";
import { noContentHasNone } from "./no-content-has-none.js";
import { noInternalsShown } from "./no-internals-shown.js";
import { nothingLeftIsRefused } from "./nothing-left-is-refused.js";
import { onlyWritableSticks } from "./only-writable-sticks.js";
import type { Oracle } from "./oracle.js";
import { orderIsKept } from "./order-is-kept.js";
import { othersKeptOut } from "./others-kept-out.js";
import { othersUntouched } from "./others-untouched.js";
import { overlapIsRefused } from "./overlap-is-refused.js";
import { ownCornerIsOwn } from "./own-corner-is-own.js";
import { pagesAddUp } from "./pages-add-up.js";
import { pagesAreCounted } from "./pages-are-counted.js";
import { pagesKeepTheirFilter } from "./pages-keep-their-filter.js";
import { parametersChecked } from "./parameters-checked.js";
import { passwordChanges } from "./password-changes.js";
import { patchTouchesWhatItNames } from "./patch-touches-what-it-names.js";
import { pathNamesTheParent } from "./path-names-the-parent.js";
import { problemDetails } from "./problem-details.js";
import { promisedValuesTaken } from "./promised-values-taken.js";
import { putIsIdempotent } from "./put-is-idempotent.js";
import { putReplaces } from "./put-replaces.js";
import { randomInput } from "./random-input.js";
import { rangesInclude } from "./ranges-include.js";
import { readsChangeNothing } from "./reads-change-nothing.js";
import { referencesFollowed } from "./references-followed.js";
import { refusedCreateSparesParents } from "./refused-create-spares-parents.js";
import { refusedCreatesNothing } from "./refused-creates-nothing.js";
import { refusedHasNoEffect } from "./refused-has-no-effect.js";
import { refusedOnUpdateToo } from "./refused-on-update-too.js";
import { refusedTakesNothing } from "./refused-takes-nothing.js";
import { repeatedCreate } from "./repeated-create.js";
import { responseHeaders } from "./response-headers.js";
import { responseSchema } from "./response-schema.js";
import { restrictsWhereItIs } from "./restricts-where-it-is.js";
import { retryAfter } from "./retry-after.js";
import { searchFinds } from "./search-finds.js";
import { secretsStaySecret } from "./secrets-stay-secret.js";
import { serverError } from "./server-error.js";
import { shownOnRequest } from "./shown-on-request.js";
import { siblingsAreKept } from "./siblings-are-kept.js";
import { signedByWhoCalls } from "./signed-by-who-calls.js";
import { sortsSort } from "./sorts-sort.js";
import { statedBoundHolds } from "./stated-bound-holds.js";
import { statedLimitHolds } from "./stated-limit-holds.js";
import { statusMakesSense } from "./status-makes-sense.js";
import { takenTimeOnUpdate } from "./taken-time-on-update.js";
import { totalCountsItems } from "./total-counts-items.js";
import { treesHaveNoCycles } from "./trees-have-no-cycles.js";
import { treesStayWhole } from "./trees-stay-whole.js";
import { undeclaredMethod } from "./undeclared-method.js";
import { undoRestores } from "./undo-restores.js";
import { undocumentedStatus } from "./undocumented-status.js";
import { uniqueAsStored } from "./unique-as-stored.js";
import { uniqueInAnyCase } from "./unique-in-any-case.js";
import { uniqueOnUpdate } from "./unique-on-update.js";
import { updateKeepsTheRest } from "./update-keeps-the-rest.js";
import { writesAreCounted } from "./writes-are-counted.js";
import { writtenIsRead } from "./written-is-read.js";

/** Every oracle, in the order in which their findings are shown. */
export const ORACLES: readonly Oracle[] = [
  serverError,
  createdIsReadable,
  writtenIsRead,
  listedWhileItLives,
  deletedIsGone,
  absentIsNotShown,
  othersUntouched,
  alikeYetApart,
  treesStayWhole,
  treesHaveNoCycles,
  manySideBySide,
  siblingsAreKept,
  undoRestores,
  freedWhenDeleted,
  freedWhenRenamed,
  freedWhenEmptied,
  freedWhenCancelled,
  freedWhenGivenBack,
  goneFromEveryList,
  freeAgainWhenCancelled,
  cancellingGivesBack,
  endedGoesWithItsParent,
  heldIsThere,
  orderIsKept,
  listAgrees,

  listsKeepToTheirParent,
  movedLeavesItsPlace,
  movedTakesWhatIsThere,
  leavesNoTrace,
  restrictsWhereItIs,
  actionsKeepToTheirThing,
  refusedCreateSparesParents,
  refusedTakesNothing,
  pathNamesTheParent,
  totalCountsItems,
  countsByValue,
  countFollowsStatus,
  pagesAddUp,
  pagesAreCounted,
  filtersFilter,
  filtersByEachChoice,
  filtersFollowActions,
  filtersHoldTogether,
  pagesKeepTheirFilter,
  bothSidesAreListed,
  searchFinds,
  rangesInclude,
  shownOnRequest,
  sortsSort,
  locationLeadsToIt,
  referencesFollowed,
  readsChangeNothing,
  refusedHasNoEffect,
  uniqueOnUpdate,
  uniqueInAnyCase,
  uniqueAsStored,
  idsAreGivenOnce,
  overlapIsRefused,
  takenTimeOnUpdate,
  refusedOnUpdateToo,
  putIsIdempotent,
  putReplaces,
  patchTouchesWhatItNames,
  updateKeepsTheRest,
  backAsBefore,
  computedFollows,
  everyUpdateWorks,
  changeMovesItsTime,
  writesAreCounted,
  etagGuardsWrites,
  conditionalRead,
  idempotencyKey,
  repeatedCreate,
  actionTakesEffectOnce,
  actionDoesWhatItSays,
  finalIsFinal,
  amountIsConserved,
  actionMovesItsAmount,
  addingAddsUp,
  boundsBind,
  statedBoundHolds,
  nothingLeftIsRefused,
  statedLimitHolds,
  undeclaredMethod,
  mediaTypesRefused,
  headAgrees,
  responseSchema,
  responseHeaders,
  contentType,
  undocumentedStatus,
  statusMakesSense,
  noContentHasNone,
  problemDetails,
  retryAfter,
  refusedCreatesNothing,
  promisedValuesTaken,
  parametersChecked,
  credentialsNeeded,
  loginNeedsThePassword,
  passwordChanges,
  accountIsNotTakenOver,
  accountsAreVerified,
  confirmationIsCompared,
  deadCredentials,
  othersKeptOut,
  ownCornerIsOwn,
  signedByWhoCalls,
  onlyWritableSticks,
  secretsStaySecret,
  alwaysAnswers,
  noInternalsShown,
  // Last, since what it leaves where nothing can be deleted is not as the document says.
  invalidInputRefused,
  randomInput,
];
