/** Who is enrolled where is kept three times: by enrolment, by tournament and by player, in step. */
export interface Store {
  readonly players: Map<string, Player>;
  readonly tournaments: Map<number, Tournament>;
  readonly enrollments: Map<number, Enrollment>;
}

export interface Player {
  readonly pid: string;
  name: string;
  email: string;
  readonly tournaments: Set<number>;
}

export interface Tournament {
  readonly tid: number;
  tournamentName: string;
  capacity: number;
  /** Counted apart from `players`, as a service with a busy counter would. */
  seatsTaken: number;
  readonly players: Set<string>;
}

export interface Enrollment {
  readonly eid: number;
  readonly pid: string;
  readonly tid: number;
}

export function createStore(): Store {
  return { players: new Map(), tournaments: new Map(), enrollments: new Map() };
}

export function enroll(store: Store, enrollment: Enrollment): void {
  const { eid, pid, tid } = enrollment;
  store.enrollments.set(eid, enrollment);
  store.players.get(pid)?.tournaments.add(tid);
  const tournament = store.tournaments.get(tid);
  if (tournament === undefined) return;
  tournament.players.add(pid);
  tournament.seatsTaken += 1;
}

export function disenroll(store: Store, enrollment: Enrollment): void {
  const { eid, pid, tid } = enrollment;
  store.enrollments.delete(eid);
  store.players.get(pid)?.tournaments.delete(tid);
  const tournament = store.tournaments.get(tid);
  if (tournament === undefined) return;
  tournament.players.delete(pid);
  tournament.seatsTaken -= 1;
}

export function enrollmentsWhere(store: Store, holds: (enrollment: Enrollment) => boolean): Enrollment[] {
  return [...store.enrollments.values()].filter(holds);
}

export function showPlayer(player: Player) {
  const { pid, name, email, tournaments } = player;
  return { pid, name, email, tournaments: [...tournaments] };
}

export function showTournament(tournament: Tournament) {
  const { tid, tournamentName, capacity, players } = tournament;
  return { tid, tournamentName, capacity, players: [...players] };
}

export function showEnrollment({ eid, pid, tid }: Enrollment) {
  return { eid, pid, tid };
}
