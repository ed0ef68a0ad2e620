import { failed, ok, type Result } from "#base/result";
import { diagnostic } from "#glacier/diagnostic";
import { ProtocolFailure } from "./cursor.js";
import { Parser } from "./parser.js";
import type { Protocols } from "./protocol.js";

/** A hundred times the largest published model. */
const MAX_LENGTH = 500_000;

/**
 * Text to tree. Where it fails, the one problem says where, what was found, and what to do; where it succeeds,
 * its problems are warnings only.
 */
export function parseProtocol(text: string): Result<Protocols> {
  if (text.length > MAX_LENGTH) {
    const message = `The file has ${text.length} characters, and ${MAX_LENGTH} are the limit.`;
    const at = { offset: 0, line: 1, column: 1 };
    return failed(diagnostic("error", "protocol-too-large", message, "Split the file.", at));
  }
  const parser = new Parser(text);
  try {
    const protocols = parser.parse();
    return ok(protocols, parser.warnings);
  } catch (failure) {
    // The parser's own way out of a deep recursion; it never leaves this function.
    if (failure instanceof ProtocolFailure) return failed(failure.diagnostic);
    throw failure;
  }
}
