import type { Exchange } from "#calls/exchange";
import { resolveReference } from "#calls/resolve-template";
import { isCredentialName } from "#http/redactor";
import { checkTurns } from "#protocol/check-turns";
import type { CompiledProtocol } from "#protocol/compile-protocol";
import type { Input } from "#protocol/operation-inputs";
import type { Capture } from "#protocol/protocol";
import { captured } from "./judge-answer.js";

/**
 * What of an answer is a secret: values that the protocol takes from it and sends as a credential later. The protocol
 * says so before anything is sent, so that a token is kept out of the record from the very answer that brings it.
 */
export function secretCaptures(protocol: CompiledProtocol): (exchange: Exchange) => readonly string[] {
  const { graph, calls } = protocol;
  const names = new Set(
    [...calls.values()].flatMap(({ bound }) =>
      bound.flatMap(({ argument: { value }, slot }) =>
        value.kind === "variable" && isCredential(slot.input) ? [value.name] : [],
      ),
    ),
  );
  const byOperation = new Map<string, Capture[]>();
  for (const [receive, sends] of checkTurns(graph, () => undefined)) {
    const secret = receive.captures.filter(({ name }) => names.has(name));
    for (const send of secret.length === 0 ? [] : sends) {
      const key = calls.get(send)?.operation.key ?? "";
      byOperation.set(key, [...(byOperation.get(key) ?? []), ...secret]);
    }
  }
  return (exchange) =>
    (byOperation.get(exchange.call.operation) ?? []).flatMap((capture) => {
      const found = resolveReference(captured(exchange.call.id, capture), [exchange]);
      return found.ok && typeof found.value === "string" ? [found.value] : [];
    });
}

function isCredential(input: Input): boolean {
  return input.kind === "credential" || (input.kind === "parameter" && isCredentialName(input.name));
}
