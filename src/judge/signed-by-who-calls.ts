import { formatPointer, getAtPointer, type JsonPointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Call } from "#calls/call";
import type { Condition } from "#calls/check";
import { answers, differs, either, inRequest, REFUSED } from "#calls/checks";
import { replaceInBody } from "#calls/replace-in-body";
import { succeeded } from "#calls/succeeded";
import type { PlannedSequence } from "#cover/planned-sequence";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { membersOf } from "#openapi/schema-shape";
import type { AccountRecipe } from "#semantics/access/account-recipe";
import { namesAuthor } from "#semantics/author-member";
import { PROVOKE } from "#semantics/life";
import { accountCreate } from "./account-situation.js";
import { earlier, noun, thingIn } from "./lifecycle.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { placeOf } from "./place-of.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { sentBy } from "./written-changes.js";

const [ONE, OTHER] = ["the one", "the other"];
const CALLS = {
  make: "make it without a name",
  look: "look at whose it is",
  signed: `${PROVOKE}make one in the name of the other`,
  lookSigned: `${PROVOKE}look at whose that is`,
} as const;

/**
 * Somebody makes a thing and does not say whose it is: the service writes their name into it, so it knows who has made
 * it. Then they make one in the name of somebody else. Where the service believes them, everybody can speak for everybody.
 */
export const signedByWhoCalls: Oracle = {
  id: "signed-by-who-calls",
  title: "Nobody makes a thing in the name of another.",
  verdict: "WARN",
  source: "OWASP API Security 2023, API3 (broken object property level authorization)",
  needs: "accounts that can be registered, and things with a member that says who has made them",
  sequences: (ground) => {
    const { account } = ground.book;
    return account === undefined ? [] : kindsOf(ground).flatMap((kind) => planned(ground, kind, account));
  },
  judge: (step) => {
    if (step.plannedBy !== signedByWhoCalls.id || step.exchange.call.id !== CALLS.lookSigned) return [];
    const [make, signed] = [earlier(step, CALLS.make), earlier(step, CALLS.signed)];
    if (signed === undefined || !succeeded(make) || !succeeded(signed) || !succeeded(step.exchange))
      return [];
    const sent = sentBy(signed);
    const own = thingIn(step, earlier(step, CALLS.look), step.subject?.id);
    const other = thingIn(step, step.exchange, step.subject?.otherId);
    const field = authorIn(sent);
    if (field === undefined || sent === undefined) return [];
    const [mine, theirs] = [own, other].map((thing) => getAtPointer(unwrap(thing, sent), field));
    const name = getAtPointer(sent, field);
    // Whoever calls stands in it by themselves: it says who has made it.
    const isAuthor = mine !== undefined && namesOf(step, ONE).includes(mine);
    if (!isAuthor || theirs !== name || mine === name) return [];
    return [
      finding(signedByWhoCalls.id, step, {
        operation: signed.call.operation,
        evidence: [`log in as ${ONE}`, `register ${OTHER}`, CALLS.make, CALLS.look, CALLS.signed],
        comparisons: [CALLS.make],
        verdict: "WARN",
        clause: "a thing is in the name of who has made it",
        check: isAnothers(step, field),
        message: `${signed.call.operation} lets one user make ${noun(step)}s in the name of another, by ${field}`,
        expected: show(mine),
        got: show(theirs),
        why: "Where nothing is sent, the service writes the name of who calls; what is sent instead it believes.",
      }),
    ];
  },
};

/** It is refused, or shows another name than was sent. */
function isAnothers(step: Step, field: JsonPointer): Condition | undefined {
  const like = sentBy(earlier(step, CALLS.signed));
  const shown = placeOf(step, step.exchange, field, { like, which: "other" });
  if (shown === undefined) return undefined;
  return either(answers(CALLS.signed, REFUSED), differs(shown, inRequest(CALLS.signed, field)));
}

function planned(ground: Ground, kind: Kind, account: AccountRecipe): readonly PlannedSequence[] {
  const { read, list } = kind.resource;
  const operation = operationOf(ground.known.api, kind.create.operation);
  const members = membersOf(requestSchema(operation), ground.known.api.schemas);
  const author = [...members].find(([name, member]) => namesAuthor(name) && !member.required)?.[0];
  const names = accountCreate(ground, account).identity;
  if ((read[0] ?? list[0]) === undefined || author === undefined || names.in !== "request body") return [];
  // What is only found by who has made it cannot be found without that.
  if (kind.create.inputs.finds?.member === author) return [];
  // What anybody may make without saying who they are is in nobody's name.
  if (operation.security.length === 0 || kind.resource.name === account.resource) return [];
  const situation = new Situation(ground, kind);
  const one = situation.enter(account, ONE);
  situation.enter(account, OTHER);
  const pointer = formatPointer([author]);
  const first = situation.make(CALLS.make, (call) => one.as(without(call, author)));
  situation.look(CALLS.look, first);
  const second = situation.makeBeside(CALLS.signed, first, (call) =>
    one.as({ ...call, ...replaceInBody(call, pointer, inRequest(`register ${OTHER}`, names.pointer)) }),
  );
  situation.look(CALLS.lookSigned, second);
  return [situation.build(signedByWhoCalls.id, "make a thing in the name of another")];
}

/** The member of what was sent that names somebody. */
function authorIn(sent: ReturnType<typeof sentBy>): JsonPointer | undefined {
  const names = typeof sent === "object" && sent !== null ? Object.keys(sent) : [];
  const name = names.find(namesAuthor);
  return name === undefined ? undefined : formatPointer([name]);
}

/** What somebody was registered with. */
function namesOf(step: Step, who: string): readonly unknown[] {
  const sent = sentBy(earlier(step, `register ${who}`));
  return typeof sent === "object" && sent !== null ? Object.values(sent) : [];
}

function without(call: Call, name: string): Call {
  const { body } = call;
  if (body?.content.kind !== "object") return call;
  const members = Object.entries(body.content.members).filter(([member]) => member !== name);
  return { ...call, body: { ...body, content: { kind: "object", members: Object.fromEntries(members) } } };
}
