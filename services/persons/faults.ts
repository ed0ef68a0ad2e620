/** One switch each; the variants share most of them. All answer plausibly. */
const OF_ALL = {
  "add-cuts-name": "POST /persons stores only the first eight characters of the name.",
  "age-capped-at-99": "POST /persons stores an age of at most 99 and says nothing.",
  "fourth-person-evicts-first": "POST /persons drops the oldest entry when a fourth person comes.",
  "delete-keeps-person": "DELETE /persons/{name} answers 204, but the person stays.",
  "delete-removes-namesakes": "DELETE /persons/{name} removes everyone whose name begins like that.",
  "list-misses-newest": "GET /persons leaves out the person that was added last.",
  "list-shows-deleted": "GET /persons still lists persons that were deleted.",
  "list-merges-same-age": "GET /persons shows only one person of each age.",
} as const;

const OF_REFUSING = {
  ...OF_ALL,
  "refused-duplicate-stored": "POST /persons refuses a name that is taken, but changes the person's age.",
  "duplicate-with-other-age-accepted": "POST /persons takes a name that is taken where the age differs.",
  "name-stays-taken": "POST /persons refuses the name of a person that was deleted.",
} as const;

export const PERSONS_FAULTS = {
  ...OF_ALL,
  "overwrite-keeps-age":
    "POST /persons with a name that is taken answers with the new age, but keeps the old.",
} as const;

export const PERSONS_REFUSING_FAULTS = OF_REFUSING;

export const PERSONS_VALIDATING_FAULTS = {
  ...OF_REFUSING,
  "age-64-accepted": "POST /persons takes someone of 64.",
  "empty-name-accepted": "POST /persons takes a person without a name.",
  "refused-person-stored": "POST /persons answers 400 to someone who is too young, but stores the person.",
} as const;

export type PersonsFault =
  | keyof typeof PERSONS_FAULTS
  | keyof typeof PERSONS_REFUSING_FAULTS
  | keyof typeof PERSONS_VALIDATING_FAULTS;
