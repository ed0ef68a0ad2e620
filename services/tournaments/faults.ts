/** One switch each. All answer plausibly: no fault shows as a 5xx, and most only after a second call. */
export const TOURNAMENT_FAULTS = {
  "delete-player-keeps-player": "DELETE /players/{pid} answers 200, but the player stays.",
  "delete-tournament-removes-another": "DELETE /tournaments/{tid} answers 200, but another tournament goes.",
  "delete-enrollment-keeps-player":
    "DELETE /enrollments/{eid} leaves the player in the tournament's players.",
  "update-player-ignored": "PUT /players/{pid} answers with the new values, but stores nothing.",
  "update-player-renames-another": "PUT /players/{pid} renames the oldest other player as well.",
  "update-tournament-clears-players": "PUT /tournaments/{tid} empties the tournament's players.",
  "update-tournament-below-enrolled": "PUT /tournaments/{tid} accepts a capacity below the seats taken.",
  "create-player-truncates-name": "POST /players stores only the first eight characters of the name.",
  "create-tournament-drops-capacity": "POST /tournaments stores a capacity of 16, whatever was asked for.",
  "list-players-misses-newest": "GET /players leaves out the player that was added last.",
  "list-tournaments-shows-deleted": "GET /tournaments still lists tournaments that were deleted.",
  "read-tournament-stale": "GET /tournaments/{tid} shows name and capacity from before any update.",
  "duplicate-player-overwrites": "POST /players accepts a pid that is taken and overwrites its player.",
  "duplicate-enrollment-overwrites": "POST /enrollments accepts an eid that is taken and overwrites it.",
  "capacity-ignored": "POST /enrollments accepts any number of players.",
  "capacity-off-by-one": "POST /enrollments accepts one player more than the capacity.",
  "enroll-pair-twice": "POST /enrollments accepts a player who is already enrolled in the tournament.",
  "enroll-unknown-player": "POST /enrollments accepts a player who does not exist.",
  "enroll-skips-player-side": "POST /enrollments does not add the tournament to the player's tournaments.",
  "refused-enrollment-stored": "POST /enrollments answers 403 for a full tournament, but enrols the player.",
  "seat-not-freed": "DELETE /enrollments/{eid} does not free the seat: the tournament stays full.",
  "delete-enrollment-removes-all": "DELETE /enrollments/{eid} ends all enrolments of the player.",
  "delete-player-while-enrolled":
    "DELETE /players/{pid} accepts an enrolled player, whose enrolments dangle.",
  "delete-tournament-cascades":
    "DELETE /tournaments/{tid} accepts a tournament with players and ends their enrolments.",
  "missing-player-answers-200":
    "GET /players/{pid} answers 200 with an empty object where there is no player.",
  "check-enrollment-always-true": "GET /tournaments/{tid}/players/{pid} says true for every player there is.",
  "recreated-player-keeps-email": "POST /players with the pid of a deleted player brings the old email back.",
} as const;

export type TournamentFault = keyof typeof TOURNAMENT_FAULTS;
