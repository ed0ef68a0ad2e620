import type { Session, Step } from "./protocol.js";

/** Every step of a session, those inside of choices and recursions too, in the order of the text. */
export function* allSteps(session: Session): Generator<Step> {
  for (const step of session.steps) {
    yield step;
    if (step.kind === "choice") for (const branch of step.branches) yield* allSteps(branch);
    if (step.kind === "recursion") yield* allSteps(step.body);
  }
}

/** Every session: the given one, and each branch and body inside of it. */
export function* allSessions(session: Session): Generator<Session> {
  yield session;
  for (const step of session.steps) {
    if (step.kind === "choice") for (const branch of step.branches) yield* allSessions(branch);
    if (step.kind === "recursion") yield* allSessions(step.body);
  }
}
