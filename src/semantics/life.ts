/**
 * The steps in the life of a thing, by the ids that their calls have in a lifecycle sequence. A second thing
 * of the same kind (`other`) stands beside it all the time and must not notice anything.
 */
export const LIFE = {
  absent: "read before create",
  createOther: "create other",
  readOther: "read other",
  create: "create",
  readCreated: "read created",
  listCreated: "list created",
  update: "update",
  readUpdated: "read updated",
  otherAfterUpdate: "read other after update",
  delete: "delete",
  readDeleted: "read deleted",
  listDeleted: "list deleted",
  otherAfterDelete: "read other after delete",
} as const;

/** Begin the ids of looks at the surroundings: twice before, to see what changes by itself, then during and after. */
export const VIEW = {
  before: "view before ",
  again: "view again before ",
  during: "view during ",
  after: "view after ",
} as const;

/** Begins the id of a look at an id that is about to be given, before anything has it. */
export const BEFORE = "before ";

/** Calls that are meant to be refused: what they ask for is not there. */
export function expectsAbsence(callId: string): boolean {
  return callId === LIFE.absent || callId === LIFE.readDeleted || callId.startsWith(BEFORE);
}

/** Begins the id of a call that the service should refuse, or that the document does not describe. */
export const PROVOKE = "provoke ";

/** Begins the id of a look at what came of a provocation. Where nothing did, there is nothing to look at. */
export const AFTERMATH = "look at what came of ";

export function isProvocation(callId: string): boolean {
  return callId.startsWith(PROVOKE);
}
