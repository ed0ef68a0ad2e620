import { isArray, isObject, type Json } from "#base/json";
import { parsePointer } from "#base/json-pointer";

/**
 * JSON in one spelling, so that a shell script can compare values as text: members sorted by their bytes, control
 * characters and nothing else escaped by number, numbers in one form. The awk in `shell-runtime.ts` writes the same.
 */
export function canonicalJson(json: Json): string {
  if (isArray(json)) return `[${json.map(canonicalJson).join(",")}]`;
  if (isObject(json)) {
    const members = Object.entries(json).map(([name, value]) => [canonicalText(name), value] as const);
    members.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    return `{${members.map(([name, value]) => `${name}:${canonicalJson(value)}`).join(",")}}`;
  }
  if (typeof json === "string") return canonicalText(json);
  return typeof json === "number" ? canonicalNumber(json) : String(json);
}

const SHORT: Readonly<Record<string, string>> = { b: "08", t: "09", n: "0a", f: "0c", r: "0d" };

export function canonicalText(text: string): string {
  return JSON.stringify(text).replaceAll(/\\(\\|"|[btnfr])/g, (match, escaped: string) =>
    Object.hasOwn(SHORT, escaped) ? `\\u00${SHORT[escaped]}` : match,
  );
}

/** Whole numbers by their digits; others with fifteen digits, which survive any arithmetic on the way. */
function canonicalNumber(value: number): string {
  const text = JSON.stringify(value);
  // The digits of a long number as they are written, which are not always those that it has.
  if (Number.isInteger(value) && !text.includes("e")) return text;
  const [mantissa = "", exponent = "0"] = value.toExponential(14).split("e");
  return `${mantissa.replace(/\.?0+$/, "")}e${Number(exponent)}`;
}

/** A pointer as the script writes it: its tokens spelt as texts are. */
export function canonicalPointer(pointer: string): string {
  return parsePointer(pointer)
    .map((token) => canonicalText(token).slice(1, -1).replaceAll("~", "~0").replaceAll("/", "~1"))
    .map((token) => `/${token}`)
    .join("");
}
