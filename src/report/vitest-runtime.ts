import { REFUSED_IN_BODY } from "#calls/refusal-sign";

/**
 * The functions that an exported test ends with, in plain TypeScript: the same meaning as in `calls/check.ts`, and
 * nothing to install but the test runner. Only those that a test uses are put into it.
 */
export const VITEST_RUNTIME: Readonly<Record<string, string>> = {
  send: `async function send(method: string, path: string, init: { headers?: Record<string, string>; body?: string } = {}): Promise<Answer> {
  const response = await fetch(BASE + path, { method, signal: AbortSignal.timeout(30_000), ...init }).catch((error: unknown) => {
    throw new CannotTell(\`no answer to \${method} \${path}: \${String(error)}\`);
  });
  const text = await response.text();
  let json: unknown;
  let kind: Answer["kind"] = text === "" ? "empty" : "other";
  try {
    if (text !== "") [json, kind] = [JSON.parse(text, exactly), "json"];
  } catch {
    // What is not JSON has no parts, but as a whole it may be a token, or hold a link.
    json = text;
  }
  // What is only accepted is given a moment to be done.
  if (response.status === 202) await new Promise((resolve) => setTimeout(resolve, 1_000));
  const status = response.ok && saysNo(json) ? ${REFUSED_IN_BODY} : response.status;
  return { status, headers: response.headers, kind, json };
}

/** Ids may be longer than a number is exact. */
function exactly(_: string, value: unknown, context?: { source: string }): unknown {
  const isLong = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLong && context !== undefined ? context.source : value;
}`,
  at: `function at(answer: Answer, pointer: string): unknown {
  let value = answer.json;
  for (const token of pointer.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))) {
    value = typeof value === "object" && value !== null && Object.hasOwn(value, token) ? (value as Record<string, unknown>)[token] : undefined;
  }
  return value;
}`,
  needed: `function needed(value: unknown): unknown {
  if (value === undefined) throw new CannotTell("an earlier answer lacks what a call needs");
  return value;
}`,
  text: `function text(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}`,
  url: `function url(value: unknown): string {
  return encodeURIComponent(text(value));
}`,
  location: `function location(answer: Answer): string | undefined {
  const where = answer.headers.get("location") ?? answer.headers.get("content-location") ?? "";
  const last = where.split(/[?#]/)[0]?.split("/").findLast((part) => part !== "");
  return last === undefined ? undefined : decodeURIComponent(last);
}`,
  numberOfLocation: `function numberOfLocation(answer: Answer): number | string | undefined {
  const last = location(answer);
  return last !== undefined && /^\\d+$/.test(last) && Number.isSafeInteger(Number(last)) ? Number(last) : last;
}`,
  moved: `function moved(before: string, part: string, after: string): string {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  if (part === "") return before + after;
  if (!/^\\d+$/.test(part))
    return before + [...part].map((letter) => letters[(letters.indexOf(letter) + (MOVE % 25) + 1) % 26]).join("") + after;
  const span = 10n ** BigInt(part.length);
  const from = part.startsWith("0") || part.length === 1 ? 0n : span / 10n;
  return before + String(from + ((BigInt(part) - from + BigInt(MOVE)) % (span - from))).padStart(part.length, "0") + after;
}`,
  letIn: `function letIn(answer: Answer): void {
  if ([401, 407].includes(answer.status)) throw new CannotTell("a call is not known to be the user's; are the credentials good?");
}`,
  given: `function given(answer: Answer, ...meanings: readonly string[]): void {
  if (asBefore(answer, ...meanings)) return;
  const advice = meaning(answer.status) === "denied" ? "; are the credentials good?" : "";
  throw new CannotTell(\`a call is answered with \${answer.status}; when the fault was recorded it was \${meanings[0]}\${advice}\`);
}`,
  asBefore: `function asBefore(answer: Answer, ...meanings: readonly string[]): boolean {
  return meanings.includes(meaning(answer.status));
}`,
  meaning: `function meaning(status: number): string {
  if (status >= 500) return "broken";
  if ([401, 403, 407].includes(status)) return "denied";
  if ([404, 410].includes(status)) return "absent";
  if (status >= 400 && ![408, 429].includes(status)) return "refused";
  return status >= 200 && status < 300 ? "done" : "silent";
}`,
  same: `function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(left);
  return Array.isArray(a) === Array.isArray(b) && keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && same(left[key], right[key]));
}`,
  item: `function item(list: unknown, id: unknown, fields: readonly string[]): Answer {
  const found = (Array.isArray(list) ? list : []).find((one) => {
    if (typeof one !== "object" || one === null || Array.isArray(one)) return text(one) === text(id);
    const field = fields.find((name) => Object.hasOwn(one, name));
    return field !== undefined && text((one as Record<string, unknown>)[field]) === text(id);
  });
  return { status: 0, headers: new Headers(), kind: "json", json: found };
}`,
  link: `function link(answer: Answer, after: string): string | undefined {
  const text = typeof answer.json === "string" ? answer.json : (JSON.stringify(answer.json) ?? "");
  const at = text.indexOf(after);
  return at < 0 ? undefined : /^[\\w~-]+([.][\\w~-]+)*/.exec(text.slice(at + after.length))?.[0];
}`,
  listed: `function listed(answer: Answer, member: string, wanted: unknown): Answer {
  let level: unknown[] = [answer.json];
  let found: unknown[] = [];
  while (level.length > 0 && found.length === 0) {
    found = level.filter(Array.isArray).flat().filter((one) => typeof one === "object" && one !== null && Object.hasOwn(one, member) && (one as Record<string, unknown>)[member] === wanted);
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return { status: 0, headers: new Headers(), kind: "json", json: found.length === 1 ? found[0] : undefined };
}`,
  finding: `async function finding(look: () => Promise<Answer>, member: string, wanted: unknown): Promise<Answer> {
  let answer = await look();
  for (const pause of [100, 500]) {
    if (listed(answer, member, wanted).json !== undefined) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
    answer = await look();
  }
  return answer;
}`,
  count: `function count(list: unknown, plus: number): number | undefined {
  return Array.isArray(list) ? list.length + plus : undefined;
}`,
  sumOf: `function sumOf(more: readonly unknown[], less: readonly unknown[]): number | undefined {
  const total = [...more, ...less].reduce<number>((sum, one, index) => (typeof one === "number" ? sum + (index < more.length ? one : -one) : Number.NaN), 0);
  return Number.isNaN(total) ? undefined : Number(total.toFixed(9));
}`,
  most: `function most(left: unknown, right: unknown, less = false): Truth {
  if (typeof left !== "number" || typeof right !== "number") return undefined;
  return less ? left < right : left <= right;
}`,
  ofEvery: `function ofEvery(list: unknown, holds: (each: Answer) => Truth): Truth {
  return Array.isArray(list) ? all(...list.map((json) => holds({ status: 0, headers: new Headers(), kind: "json", json }))) : undefined;
}`,
  ofSome: `function ofSome(list: unknown, holds: (each: Answer) => Truth): Truth {
  return Array.isArray(list) ? any(...list.map((json) => holds({ status: 0, headers: new Headers(), kind: "json", json }))) : undefined;
}`,
  status: `function status(answer: Answer, ...patterns: readonly string[]): boolean {
  const forms = [String(answer.status), \`\${String(answer.status)[0]}xx\`, "default"];
  return patterns.some((pattern) => forms.includes(pattern));
}`,
  equal: `function equal(left: unknown, right: unknown, how: { not?: boolean; text?: boolean } = {}): Truth {
  if (left === undefined || right === undefined) return undefined;
  const isEqual = how.text === true ? text(left) === text(right) : same(left, right);
  return isEqual !== (how.not === true);
}`,
  part: `function part(one: unknown, whole: unknown): Truth {
  return one === undefined || whole === undefined ? undefined : isPart(one, whole);
}

function isPart(one: unknown, whole: unknown): boolean {
  if (typeof one !== "object" || typeof whole !== "object" || one === null || whole === null) return one === whole;
  if (Array.isArray(one) !== Array.isArray(whole)) return false;
  if (Array.isArray(one) && one.length !== (whole as unknown[]).length) return false;
  return Object.entries(one).every(([key, value]) => Object.hasOwn(whole, key) && isPart(value, (whole as Record<string, unknown>)[key]));
}`,
  present: `function present(value: unknown, isReadable: boolean, not = false): Truth {
  return isReadable ? (value !== undefined) !== not : undefined;
}`,
  ofType: `function ofType(value: unknown, ...types: readonly string[]): Truth {
  if (value === undefined) return undefined;
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return types.includes(type) || (types.includes("integer") && Number.isInteger(value));
}`,
  within: `function within(items: unknown, list: unknown, except?: { field: string; id: unknown }): Truth {
  if (!Array.isArray(items) || !Array.isArray(list) || (except !== undefined && except.id === undefined)) return undefined;
  const isLeft = (one: unknown) =>
    except !== undefined && typeof one === "object" && one !== null && Object.hasOwn(one, except.field) &&
    text((one as Record<string, unknown>)[except.field]) === text(except.id);
  return items.every((one) => isLeft(one) || list.some((other) => same(one, other)));
}`,
  all: `function all(...parts: readonly Truth[]): Truth {
  return parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;
}`,
  any: `function any(...parts: readonly Truth[]): Truth {
  return parts.includes(true) ? true : parts.includes(undefined) ? undefined : false;
}`,
};

/** The parts of the runtime that some code uses, and what those use. */
export function runtimeFor(code: string): readonly string[] {
  const used = new Set<string>();
  const look = (text: string): void => {
    for (const [name, body] of Object.entries(VITEST_RUNTIME)) {
      if (used.has(name) || !new RegExp(`\\b${name}\\(`).test(text)) continue;
      used.add(name);
      look(body);
    }
  };
  look(code);
  return Object.entries(VITEST_RUNTIME).flatMap(([name, body]) => (used.has(name) ? [body] : []));
}
