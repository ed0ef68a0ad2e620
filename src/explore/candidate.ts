import type { Call } from "#calls/call";
import type { Template } from "#calls/template";

/**
 * A sequence that may show a behaviour: what is made first, then what is watched. The first part only makes the second
 * possible, so it does not count when examples are told apart, and goes wherever the second does without it.
 */
export interface Candidate {
  readonly given: readonly Call[];
  readonly acts: readonly Call[];
}

/** The same call once more. Its inputs refer to the first, so that what makes one simpler makes both simpler. */
export function again(call: Call, id: string): Call {
  const place = (name: "path" | "query" | "header" | "cookie") =>
    Object.fromEntries(
      Object.keys(call[name]).map((parameter): [string, Template] => [
        parameter,
        {
          kind: "reference",
          call: call.id,
          source: { in: "request parameter", place: name, name: parameter },
        },
      ]),
    );
  return {
    id,
    operation: call.operation,
    path: place("path"),
    query: place("query"),
    header: place("header"),
    cookie: place("cookie"),
    ...(call.body === undefined
      ? {}
      : {
          body: {
            contentType: call.body.contentType,
            content: {
              kind: "reference",
              call: call.id,
              source: { in: "request body", pointer: "" },
            } as const,
          },
        }),
  };
}

/** Whether a call repeats an earlier one by reference. */
export function repeats(call: Call, earlier: Call): boolean {
  return JSON.stringify(again(earlier, call.id)) === JSON.stringify({ ...call, id: call.id });
}

/** Of two candidates that show the same, the smaller is the better example: fewer calls, then fewer and smaller inputs. */
export function sizeOf({ given, acts }: Candidate): number {
  const inputs = [...given, ...acts].map(({ id: _, operation: __, ...rest }) => JSON.stringify(rest).length);
  return (given.length + acts.length) * CALL + inputs.reduce((sum, length) => sum + length, 0);
}

/** No input is worth a call. */
const CALL = 100_000;
