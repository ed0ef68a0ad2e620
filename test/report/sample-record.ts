import type { Exchange } from "#calls/exchange";
import type { GraphRecord, ModelRecord } from "#calls/model-record";
import type { RunRecord } from "#calls/run-record";

export interface SampleWish {
  /** Stands wherever the service or the document has a say. */
  readonly text?: string;
  readonly states?: number;
}

/** The record of a run that never was, with something in every place that a report shows. */
export function sampleRecord({ text = "a text", states = 4 }: SampleWish = {}): RunRecord {
  const exchange = sampleExchange(text);
  return {
    piolet: "0.0.0-test",
    title: `Shelves ${text}`,
    document: `openapi ${text}.yaml`,
    url: "http://127.0.0.1:1",
    seed: 7,
    operations: [
      {
        key: "DELETE /boxes/{id}",
        semantics: "DELETE",
        resource: `box ${text}`,
        calls: 3,
        verdict: "ERR",
        learned: {
          confirmed: true,
          hypothesis: "UPDATE",
          because: `it was gone ${text}`,
          evidence: [{ operation: "DELETE /boxes/{id}", status: 204 }],
        },
      },
      {
        key: `GET /${text}`,
        semantics: "OTHER",
        resource: null,
        calls: 0,
        verdict: "NOT_TESTED",
        reason: text,
      },
    ],
    stages: [{ name: "run", ok: false, summary: text, cost: "1 fault" }],
    verdicts: { OK: 2, WARN: 0, ERR: 1, NOT_TESTED: 1 },
    transitions: { total: 3, covered: 1, failed: 1, unreached: 1 },
    models: [sampleModel(text, states)],
    leftOut: [`${text} is in no model.`],
    rules: [{ text: `After it ${text}.`, source: "learned", reason: text }],
    clauses: [
      {
        operation: "DELETE /boxes/{id}",
        kind: "ensures",
        text: `response_code(GET /boxes/{id}) == 404 ${text}`,
        origin: "generated",
        held: 5,
        broken: 1,
        open: 0,
      },
    ],
    calls: 4,
    requests: 9,
    shrinking: { faults: 0, attempts: 0, requests: 0 },
    milliseconds: 1234,
    faults: [
      {
        id: "F1",
        key: `key ${text}`,
        oracle: "deleted-is-gone",
        operation: "DELETE /boxes/{id}",
        verdict: "ERR",
        clause: text,
        message: `It is still there ${text}`,
        expected: `the box is gone ${text}`,
        got: `the box is there ${text}`,
        why: text,
        call: "c1",
        evidence: [],
        sequence: { id: "life", purpose: text, calls: [exchange.call] },
        exchanges: [exchange],
        reproduced: 2,
        tried: 2,
        count: 3,
        operations: ["DELETE /boxes/{id}"],
        files: { sh: `.piolet/${text}.sh` },
      },
    ],
    cleanup: { deleted: 1, left: [{ resource: text, id: text, reason: text }] },
    problems: [{ code: "reference-unresolved", message: text, hint: text, pointer: `/${text}` }],
  };
}

function sampleExchange(text: string): Exchange {
  return {
    call: { id: "c1", operation: "DELETE /boxes/{id}", path: {}, query: {}, header: {}, cookie: {} },
    request: {
      method: "DELETE",
      url: `http://127.0.0.1:1/boxes/${text}`,
      headers: { "x-note": text },
      inputs: { path: { id: text }, query: {}, header: {}, cookie: {} },
      bodyText: `{"it's":"${text}"}`,
    },
    outcome: {
      kind: "response",
      status: 200,
      headers: { "x-answer": text },
      body: { kind: "json", value: { name: text }, text: JSON.stringify({ name: text }) },
      redirects: 0,
    },
    milliseconds: 3,
  };
}

/** A ladder of states: a box more with each step, and back again. The last step fails, the one before is unreached. */
function sampleModel(text: string, states: number): ModelRecord {
  const up = Array.from({ length: states - 1 }, (_, from): GraphRecord["transitions"][number] => ({
    from,
    to: from + 1,
    action: 0,
    label: 0,
    fate: from === states - 3 ? "unreached" : "covered",
    made: 0,
  }));
  const down = up.map(({ from, to }) => ({
    from: to,
    to: from,
    action: 1,
    label: 1,
    fate: "covered" as const,
  }));
  const failed = {
    from: 0,
    to: 0,
    action: 1,
    label: 2,
    fate: "failed" as const,
    reason: 0,
    made: 0,
    fault: "F1",
  };
  return {
    resources: [`box ${text}`],
    states,
    symmetric: true,
    transitions: { total: 3, covered: 1, failed: 1, unreached: 1 },
    actions: [
      {
        name: `post ${text}`,
        operation: "POST /boxes",
        expects: "success",
        total: 2,
        covered: 1,
        failed: 0,
        unreached: 1,
        reasons: [text],
      },
      {
        name: `delete ${text}`,
        operation: "DELETE /boxes/{id}",
        expects: "success",
        total: 1,
        covered: 0,
        failed: 1,
        unreached: 0,
        reasons: [],
      },
    ],
    graph: {
      initial: 0,
      states: Array.from({ length: states }, (_, number) =>
        number === 0 ? "empty" : `boxes ${number} ${text}`,
      ),
      labels: [`post ${text}`, `delete ${text}`, `delete absent ${text}`],
      reasons: [`it went another way ${text}`],
      made: [
        {
          tour: "tour 1",
          method: "DELETE",
          url: `http://127.0.0.1:1/${text}`,
          body: text,
          status: 500,
          answer: text,
        },
      ],
      transitions: [...up, ...down, failed],
    },
  };
}
