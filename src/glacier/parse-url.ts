import type { Cursor } from "./cursor.js";
import type { Expression, UrlPart } from "./formula.js";
import { MESSAGE_PARTS, PREVIOUS } from "./vocabulary.js";

const CALL = `(?:${[...MESSAGE_PARTS.keys(), ...PREVIOUS].join("|")})(?=\\s*\\()`;

/** A call that stands in a url without braces. */
export const CALL_IN_URL = new RegExp(CALL, "y");

/** Up to the next call or bracket. A comma ends a url only where a second argument follows. */
const TEXT = new RegExp(`(?:(?!${CALL})(?:[^\\s(){}",#\\p{Surrogate}]|,(?![\\s"])))+`, "uy");

/**
 * A url up to the parenthesis that closes its call. It is not read by token, because its slashes, dots and
 * signs are not those of the language; `value` reads an expression where one begins.
 */
export function parseUrl(cursor: Cursor, value: () => Expression | undefined): UrlPart[] {
  const { lexer } = cursor;
  const parts: UrlPart[] = [];
  let text = "";
  let open = 0;
  const endText = (): void => {
    if (text !== "") parts.push({ kind: "text", text });
    text = "";
  };
  for (;;) {
    const of = value();
    if (of) {
      endText();
      parts.push({ kind: "value", of });
      continue;
    }
    let run = lexer.at(TEXT);
    // OData and others have parentheses in paths: `/Users('x')`.
    if (lexer.at(/\(/y)) [run, open] = ["(", open + 1];
    else if (open > 0 && lexer.at(/\)/y)) [run, open] = [")", open - 1];
    if (run === undefined) break;
    text += run;
    lexer.moveTo(lexer.offset + run.length);
  }
  if (lexer.at(/#/y)) {
    cursor.fail(
      { start: lexer.offset },
      "A url in a formula has no fragment.",
      "Remove `#` and what follows.",
    );
  }
  endText();
  return parts;
}
