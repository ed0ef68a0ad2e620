import { type Cursor, show } from "./cursor.js";
import type { Expression, Variable } from "./formula.js";
import type { Token } from "./lexer.js";
import { isReserved } from "./vocabulary.js";

/** `x in A, y in B :-` and `x, y in A :`, up to and with the colon. */
export function parseVariables(cursor: Cursor, quantifier: string, collection: () => Expression): Variable[] {
  const variables: Variable[] = [];
  const example = `Write \`${quantifier} x in response_body(GET /items) :- …\`.`;
  do {
    if (variables.length > 0) cursor.take();
    const names = [variableName(cursor)];
    while (cursor.isAt(",")) {
      cursor.take();
      names.push(variableName(cursor));
    }
    const word = cursor.peek();
    if (!cursor.isAtWord("in")) cursor.fail(word, `\`in\` is expected, and there is ${show(word)}.`, example);
    cursor.take();
    const range = collection();
    for (const token of names) {
      variables.push({ name: token.text, in: range, span: cursor.lexer.span(token.start, token.end) });
    }
  } while (cursor.isAt(","));
  const colon = cursor.peek();
  if (!cursor.isAt(":-") && !cursor.isAt(":")) {
    cursor.fail(colon, `\`:-\` is expected before what is claimed, and there is ${show(colon)}.`, example);
  }
  cursor.take();
  return variables;
}

function variableName(cursor: Cursor): Token {
  const token = cursor.take();
  if (token.kind === "name" && !isReserved(token.text)) return token;
  const message = `The name of a variable is expected, and there is ${show(token)}.`;
  return cursor.fail(token, message, "Choose a name such as p.");
}
