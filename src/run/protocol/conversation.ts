import type { Json } from "#base/json";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { type Finding, isAboutState } from "#calls/finding";
import { resolveCall } from "#calls/resolve-call";
import { resolveTemplate } from "#calls/resolve-template";
import type { Observations } from "#glacier/run-passes";
import type { ThisCall, Variables as Values } from "#glacier/scope";
import { contentType } from "#judge/content-type";
import { responseSchema } from "#judge/response-schema";
import { namesIn } from "#protocol/check-assertions";
import type { CompiledProtocol } from "#protocol/compile-protocol";
import {
  answerFor,
  answersAt,
  type BranchId,
  type ExpectedAnswer,
  goOn,
  type Position,
  positionKey,
  startOf,
  type Way,
} from "#protocol/position";
import { printAssertion } from "#protocol/print-protocol";
import type { Assertion, Receive, Send } from "#protocol/protocol";
import { judgeExchange } from "../judge-exchange.js";
import type { Stop } from "../run-sequence.js";
import type { CaseRun, World } from "../world.js";
import type { Variables } from "./draw-call.js";
import { captured, judgeCaptures, judgeStatus, protocolFinding } from "./judge-answer.js";
import { judgeAssertion, observe, observeBefore } from "./judge-assertion.js";
import { noteThings } from "./note-things.js";

/** Milliseconds before a call is repeated that the service asked to be repeated: the first, and the longest. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [50, 1_000];

/** Who judges bodies. All else about an answer is the protocol's to say. */
function bodyOracles({ oracles }: World): World["oracles"] {
  return oracles.filter(({ id }) => id === responseSchema.id || id === contentType.id);
}

/** An assertion that nobody could judge. */
export interface Unjudged {
  readonly assertion: Assertion;
  readonly why: string;
}

/** One conversation while it goes on: where it stands, what was said, and what is known of it. */
export class Conversation {
  readonly exchanges: Exchange[] = [];
  readonly findings: Finding[] = [];
  readonly unjudged: Unjudged[] = [];
  readonly branches: BranchId[] = [];
  /** By call: where the conversation stood before the client chose it. */
  readonly places: string[] = [];
  readonly sends = new Map<string, Send>();
  variables: Variables = new Map();
  at: Position;
  stopped: Stop | undefined;
  #repeated = 0;
  #last: Send | undefined;

  constructor(
    readonly protocol: CompiledProtocol,
    root: string,
    readonly world: World,
    readonly run: CaseRun,
  ) {
    this.at = startOf(protocol.graph, root);
  }

  /** Makes a call that the protocol allows here, and judges what comes. */
  async say(call: Call, { send, at, branches }: Way, variables: Variables): Promise<void> {
    const { protocol, world, run } = this;
    const resolved = protocol.calls.get(send);
    // Compiled protocols have an operation for every call.
    if (resolved === undefined) throw new Error(`no operation for ${call.operation}`);
    await this.#pause(send, branches);
    this.places.push(positionKey(this.at));
    this.sends.set(call.id, send);
    this.branches.push(...branches);
    this.variables = variables;
    const awaiting = goOn(protocol.graph, at);
    const answers = answersAt(protocol.graph, awaiting);
    const before = await this.#before(call, answers);
    const exchange = await world.send(call, this.exchanges, run);
    const earlier = [...this.exchanges];
    this.exchanges.push(exchange);
    const { outcome } = exchange;
    if (outcome.kind === "none") {
      this.stopped = { message: `${call.operation}: ${outcome.message}`, drawAgain: false };
      return;
    }
    noteThings(resolved.operation, this.exchanges, world);
    const { operation } = resolved;
    const answer = answerFor(answers, outcome.status);
    if (answer === undefined) {
      this.#find([judgeStatus(operation, exchange, earlier, outcome.status, answers)]);
      return;
    }
    const { receive } = answer;
    this.branches.push(...answer.branches);
    this.#find(judgeExchange(exchange, earlier, { ...world, oracles: bodyOracles(world) }));
    this.#find(judgeCaptures(operation, exchange, earlier, receive, outcome, protocol, world));
    if (this.stopped !== undefined) return;
    const known = new Map(this.variables);
    for (const capture of receive.captures) known.set(capture.name, captured(call.id, capture));
    this.variables = known;
    const asked = await this.#assert(receive, before);
    if (asked !== undefined)
      this.#find([
        protocolFinding(operation, exchange, earlier, {
          oracle: "assertion",
          shape: asked.text,
          clause: asked.text,
          message: `${operation.key} answers ${outcome.status}, and what the protocol asserts does not hold`,
          expected: asked.text,
          got: asked.got,
          why: "The protocol asserts it of this answer.",
        }),
      ]);
    this.at = answer.after;
  }

  /** What the variables hold that something uses; `sent` is a call that has inputs and no answer yet. */
  values(names: Iterable<string>, variables = this.variables, sent?: Exchange): Values {
    const exchanges = [...this.exchanges, ...(sent === undefined ? [] : [sent])];
    const context = { exchanges, fresh: this.run.fresh };
    const values = new Map<string, Json>();
    for (const name of names) {
      const variable = variables.get(name);
      if (variable === undefined || variable === "nobody") continue;
      const resolved = resolveTemplate(variable, context);
      if (resolved.ok) values.set(name, resolved.value);
    }
    return values;
  }

  /** The call with what it sends; undefined where something that it refers to is not there. */
  thisCall(call: Call): ThisCall | undefined {
    const context = { exchanges: this.exchanges, fresh: this.run.fresh };
    const inputs = resolveCall(call, context);
    return inputs.ok ? { inputs: inputs.value } : undefined;
  }

  async #before(call: Call, answers: readonly ExpectedAnswer[]): Promise<Observations> {
    const assertions = answers.flatMap(({ receive }) => receive.assertion ?? []);
    const thisCall = assertions.length === 0 ? undefined : this.thisCall(call);
    if (thisCall === undefined) return new Map();
    const values = this.values(assertions.flatMap((assertion) => [...namesIn(assertion)]));
    return observeBefore(assertions, observe(this.world, this.run), thisCall, values);
  }

  async #assert(
    { assertion }: Receive,
    previous: Observations,
  ): Promise<{ text: string; got: string } | undefined> {
    const exchange = this.exchanges.at(-1);
    if (assertion === undefined || exchange === undefined) return undefined;
    const result = await judgeAssertion(
      assertion,
      {
        observer: observe(this.world, this.run),
        call: { inputs: exchange.request.inputs, response: exchange.outcome },
        previous,
        variables: this.values(namesIn(assertion)),
      },
      this.world.functions,
    );
    if (result.kind === "open") this.unjudged.push({ assertion, why: result.why });
    return result.kind === "broken" ? { text: printAssertion(assertion), got: result.got } : undefined;
  }

  /** After an error about it nobody knows what the service holds: the conversation ends there. */
  #find(found: readonly Finding[]): void {
    this.findings.push(...found);
    if (found.some((finding) => finding.verdict === "ERR" && isAboutState(finding)))
      this.stopped ??= { message: "a fault was found", drawAgain: false };
  }

  /** A call that follows itself without a choice of the client asks whether something is done by now. */
  async #pause(send: Send, chosen: readonly BranchId[]): Promise<void> {
    this.#repeated = send === this.#last && chosen.length === 0 ? this.#repeated + 1 : 0;
    this.#last = send;
    if (this.#repeated > 0)
      await this.world.wait(Math.min(FIRST_PAUSE * 2 ** (this.#repeated - 1), LONGEST_PAUSE));
  }
}
