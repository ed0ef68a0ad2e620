import type { Report } from "./diagnosing.js";
import type { Protocols, Session } from "./protocol.js";
import { suggestName } from "./suggest-name.js";

/** Names of protocols and recursions: each once, and every step that is a name leads somewhere. */
export function checkNames(protocols: Protocols, report: Report): void {
  const names = new Map<string, number>();
  for (const { name, nameSpan } of protocols.definitions) {
    const line = names.get(name);
    if (line !== undefined) {
      const message = `There is a protocol \`${name}\` already, in line ${line}.`;
      report("error", "protocol-duplicate-name", message, "Rename one of them.", nameSpan);
    } else names.set(name, nameSpan.start.line);
  }
  for (const { body } of protocols.definitions) checkSession(body, new Map(), names, report);
}

/** `loops`: the recursions around, each with whether somebody goes back to it. */
function checkSession(
  session: Session,
  loops: ReadonlyMap<string, { used: boolean }>,
  names: ReadonlyMap<string, number>,
  report: Report,
): void {
  for (const step of session.steps) {
    if (step.kind === "choice") {
      for (const branch of step.branches) checkSession(branch, loops, names, report);
    } else if (step.kind === "jump") {
      const loop = loops.get(step.name);
      if (loop) loop.used = true;
      else if (!names.has(step.name)) {
        const message = `\`${step.name}\` is neither a recursion around this step nor a protocol of this file.`;
        const known = [...loops.keys(), ...names.keys()];
        report("error", "protocol-unknown-name", message, () => suggestName(step.name, known), step.span);
      }
    } else if (step.kind === "recursion") {
      const { name, nameSpan, body } = step;
      if (loops.has(name) || names.has(name)) {
        const message = `Inside of this recursion \`${name}\` no longer means the ${loops.has(name) ? "recursion around it" : "protocol of that name"}.`;
        report("warning", "protocol-duplicate-name", message, "Choose another name.", nameSpan);
      }
      const loop = { used: false };
      checkSession(body, new Map([...loops, [name, loop]]), names, report);
      if (!loop.used) {
        const message = `Nothing goes back to \`${name}\`: the recursion happens once.`;
        report(
          "warning",
          "protocol-unused-recursion",
          message,
          `End a branch with .${name}, or remove rec ${name}.`,
          nameSpan,
        );
      }
    }
  }
}
