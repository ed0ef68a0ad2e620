import { isArray, isObject, type Json } from "#base/json";
import { appendToPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Operand } from "#calls/check";
import { inAnswer } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { isSuccess } from "#calls/succeeded";
import type { Schema } from "#openapi/api";
import { successSchema } from "#openapi/media-type";
import { itemsOf, keywordOf, membersOf } from "#openapi/schema-shape";
import { pointerTo } from "#semantics/item-place";
import { nameWords } from "#values/name-words";
import { leavesOf } from "./leaves.js";
import { bodyOf, thingIn } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { placeOf } from "./place-of.js";

/**
 * What was sent as a password, and what the document marks as write-only, does not stand in an answer. The value of a
 * password is looked for wherever it was sent in the same sequence; a document that declares that it shows it is told
 * so only as a note.
 */
export const secretsStaySecret: Oracle = {
  id: "secrets-stay-secret",
  title: "Passwords and write-only members do not come back in an answer.",
  verdict: "ERR",
  source: "the document's writeOnly; CWE-522",
  judgesAnswerAlone: true,
  judge: (step) => {
    const { body } = step.response;
    if (!isSuccess(step.response) || body.kind !== "json") return [];
    const schema = successSchema(step.operation);
    const shown = partsOf(body.value, schema, step, "", 0);
    const passwords = new Set([...step.before, step.exchange].flatMap(passwordsIn));
    const found = shown.flatMap((part): readonly Finding[] => {
      if (part.isWriteOnly) return [leaked(step, part, "write-only")];
      const isOurs = typeof part.value === "string" && passwords.has(part.value);
      return isOurs ? [leaked(step, part, part.isDeclared ? "declared" : "undeclared")] : [];
    });
    return found.slice(0, 1);
  },
};

/** Only what nobody calls anything else: a `secret` or a `pin` may be what the service is about. */
function isPassword(name: string): boolean {
  return nameWords(name).some((word) => /^(password|passwd|passphrase|passcode|pwd)$/.test(word));
}

/** Shorter ones stand in answers by chance. */
const TELLING = 6;

function passwordsIn({ request }: Exchange): readonly string[] {
  return leavesOf(request.inputs.body?.content).flatMap(({ pointer, value }) =>
    typeof value === "string" && value.length >= TELLING && isPassword(parsePointer(pointer).at(-1) ?? "")
      ? [value]
      : [],
  );
}

interface Part {
  readonly pointer: JsonPointer;
  readonly value: Json;
  readonly isDeclared: boolean;
  readonly isWriteOnly: boolean;
}

const [DEEPEST, MOST_ITEMS] = [4, 50];

/** The members of an answer, with what its schema says of each. */
function partsOf(
  json: Json,
  schema: Schema | undefined,
  step: Step,
  pointer: JsonPointer,
  depth: number,
): readonly Part[] {
  const { schemas } = step.api;
  if (depth > DEEPEST) return [];
  if (isArray(json)) {
    const items = itemsOf(schema, schemas);
    return json
      .slice(0, MOST_ITEMS)
      .flatMap((item, index) => partsOf(item, items, step, appendToPointer(pointer, index), depth + 1));
  }
  if (!isObject(json)) return [];
  const members = membersOf(schema, schemas);
  return Object.entries(json).flatMap(([name, value]) => {
    const member = members.get(name);
    const at = appendToPointer(pointer, name);
    // Null and empty texts are how some say that they do not show it, stars how others do.
    const isShown = value !== null && !(typeof value === "string" && /^[*•.x]*$/i.test(value));
    const isWriteOnly = isShown && keywordOf(member?.schema, "writeOnly", schemas) === true;
    return [
      { pointer: at, value, isDeclared: member !== undefined, isWriteOnly },
      ...partsOf(value, member?.schema, step, at, depth + 1),
    ];
  });
}

function leaked(step: Step, { pointer }: Part, kind: "write-only" | "declared" | "undeclared"): Finding {
  const place = pointer.replace(/\/\d+(?=\/|$)/g, "/*");
  return finding(secretsStaySecret.id, step, {
    form: true,
    verdict: kind === "declared" ? "NOTE" : "ERR",
    ...(kind === "declared" ? { habit: true } : {}),
    clause: kind === "write-only" ? "what is write-only is not shown" : "a password is not shown",
    shape: kind === "declared" ? "shown as declared" : `shown ${place}`,
    message:
      kind === "write-only"
        ? `${step.operation.key} shows ${place}, which is write-only`
        : `${step.operation.key} shows a password at ${place}`,
    expected: "an answer without it",
    // Not what it is: reports are kept and sent around.
    got: `a value at ${place}`,
    why:
      kind === "declared"
        ? "The document declares it, so it is meant; nobody should need it."
        : "Who can read answers, logs or this report has it now.",
    check: { kind: "present", at: placeIn(step, pointer), not: true },
  });
}

/** In a list it is the thing's own item, wherever that stands: others come and go. */
function placeIn(step: Step, pointer: JsonPointer): Operand {
  const { exchange, subject } = step;
  const thing = thingIn(step, exchange, subject?.id);
  const within = thing === undefined ? undefined : pointerTo(bodyOf(exchange), thing);
  const isOfIt = within !== undefined && pointer.startsWith(`${within}/`);
  const own = isOfIt ? placeOf(step, exchange, pointer.slice(within.length)) : undefined;
  return own ?? inAnswer(exchange.call.id, pointer);
}
