import type { Call } from "#calls/call";
import { answers, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { means } from "#calls/meaning";
import { succeeded } from "#calls/succeeded";
import type { PlannedSequence } from "#cover/planned-sequence";
import { SequenceBuilder } from "#cover/sequence-builder";
import type { Operation } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { AS_NOBODY, as, isSecured, WRONGLY } from "./access-calls.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { withWrongCredentials } from "./with-wrong-credentials.js";

const CALLS = { make: "make it", look: "look", lookAfter: "look at last" } as const;

/**
 * Calls without credentials, and with made-up ones. Judged at the end, when it is known whether the service asks
 * anybody for anything: one that never does may just run with its doors open for the test.
 */
export const credentialsNeeded: Oracle = {
  id: "credentials-needed",
  title: "An operation that declares security refuses calls without credentials, and with wrong ones.",
  verdict: "ERR",
  source: "the document's security; RFC 9110, section 15.5.2",
  needs: "credentials, and operations that declare security",
  sequences: (ground) => {
    if (ground.access?.hasCredentials !== true) return [];
    const kinds = kindsOf(ground);
    const onThings = new Set(kinds.flatMap(({ resource }) => [...resource.read, ...resource.list]));
    return [
      ...kinds.flatMap((kind) => planKind(ground, kind)),
      ...ground.known.api.operations
        .filter((operation) => isPlainRead(operation) && !onThings.has(operation.key))
        .filter((operation) => isSecured(ground.known.api, operation))
        .map((operation) => planRead(ground, operation)),
    ];
  },
  judge: (step) => {
    if (step.plannedBy !== credentialsNeeded.id || step.exchange.call.id !== CALLS.lookAfter) return [];
    // What the run itself cannot do, nobody else needs to be kept from.
    if (!succeeded(step.before.find(({ call }) => call.id === CALLS.look))) return [];
    const tried = step.before.filter(({ call }) => isTrial(call.id));
    const isEnforced = tried.some(isKeptOut);
    return tried
      .filter(succeeded)
      .map((exchange) =>
        letIn(
          step,
          exchange,
          !isEnforced ? "never asks" : isWelcome(exchange) ? "takes any name" : "forgets",
        ),
      );
  },
};

/** With Basic some services take any name for a new user, who then sees what is theirs: nothing. */
function isWelcome({ call }: Exchange): boolean {
  const sent = Object.entries(call.header).find(([name]) => /^authorization$/i.test(name))?.[1];
  const isBasic = sent?.kind === "value" && /^basic /i.test(String(sent.value));
  return call.id.startsWith(WRONGLY) && isBasic;
}

function isTrial(id: string): boolean {
  return id.startsWith(AS_NOBODY) || id.startsWith(WRONGLY);
}

function isKeptOut(exchange: Exchange): boolean {
  return means(exchange, "denied");
}

/** Nothing is asked but what the path says. */
function isPlainRead({ method, path, parameters }: Operation): boolean {
  return method === "GET" && !path.includes("{") && parameters.every(({ required }) => !required);
}

function planKind(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { resource, create, update } = kind;
  const { api } = ground.known;
  const [[read], [list], [remove]] = [resource.read, resource.list, resource.delete];
  const shown = read ?? list;
  const secured = (key: string | undefined) => key !== undefined && isSecured(api, operationOf(api, key));
  if (shown === undefined || ![read, list, update?.operation, create.operation, remove].some(secured))
    return [];
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  situation.look(CALLS.look, things);
  const both = (key: string, call: Call): readonly Call[] => [
    as(null, { ...call, id: AS_NOBODY + key }),
    { ...withWrongCredentials(call, api, operationOf(api, key)), id: WRONGLY + key },
  ];
  for (const key of [read, list]) {
    if (key !== undefined && secured(key)) situation.add(...both(key, situation.plain("", key, things)));
  }
  if (update !== undefined && secured(update.operation)) {
    for (const prefix of [AS_NOBODY, WRONGLY]) {
      const id = prefix + update.operation;
      const call = situation.working(id, update, things);
      situation.add(
        prefix === AS_NOBODY
          ? as(null, call)
          : withWrongCredentials(call, api, operationOf(api, update.operation)),
      );
    }
  }
  // What nobody made is still ours to delete.
  if (secured(create.operation) && remove !== undefined) {
    situation.makeBeside(AS_NOBODY + create.operation, things, (call) => as(null, call));
    situation.makeBeside(WRONGLY + create.operation, things, (call) =>
      withWrongCredentials(call, api, operationOf(api, create.operation)),
    );
  }
  if (remove !== undefined && secured(remove))
    situation.add(...both(remove, situation.plain("", remove, things)));
  situation.look(CALLS.lookAfter, things);
  return [situation.build(credentialsNeeded.id, `call without credentials, and with wrong ones`)];
}

function planRead({ known, book }: Ground, operation: Operation): PlannedSequence {
  const call = { operation: operation.key, path: {}, query: {}, header: {}, cookie: {} };
  const builder = new SequenceBuilder(known, book);
  builder.add({ ...call, id: CALLS.look });
  builder.add(as(null, { ...call, id: AS_NOBODY + operation.key }));
  builder.add({
    ...withWrongCredentials({ ...call, id: "" }, known.api, operation),
    id: WRONGLY + operation.key,
  });
  builder.add({ ...call, id: CALLS.lookAfter });
  const purpose = `call ${operation.key} without credentials, and with wrong ones`;
  return {
    ...builder.build(`${credentialsNeeded.id} of ${operation.key}`, purpose),
    oracle: credentialsNeeded.id,
  };
}

const WHY = {
  forgets: "The service asks for credentials elsewhere, and forgets to here.",
  "never asks": "The document says that credentials are needed, and nothing that was tried asks for any.",
  "takes any name":
    "Without credentials the call is refused. A name that nobody has given to anybody is let in.",
} as const;

function letIn(step: Step, exchange: Exchange, service: keyof typeof WHY): Finding {
  const { operation } = exchange.call;
  const status = exchange.outcome.kind === "response" ? exchange.outcome.status : 0;
  const how = exchange.call.id.startsWith(WRONGLY) ? "with made-up credentials" : "without credentials";
  const forgets = service === "forgets";
  return finding(credentialsNeeded.id, step, {
    form: true,
    operation,
    evidence: [CALLS.look, exchange.call.id],
    comparisons: [CALLS.make, ...step.before.map(({ call }) => call.id).filter(isTrial)],
    verdict: forgets ? "ERR" : "WARN",
    ...(forgets ? {} : { habit: true }),
    clause: "what declares security asks for credentials",
    shape: forgets ? how : service,
    message: `${operation} declares security, but answers ${status} ${how}`,
    expected: "401 or 403",
    got: String(status),
    why: WHY[service],
    check: answers(exchange.call.id, REFUSED),
  });
}
