import type { Verdict } from "./proof/conclude.js";

/** What the user could provide so that an operation which is left open can be proven. */
export function openHint(
  { because }: Pick<Verdict, "because">,
  refused: string | undefined,
): string | undefined {
  const said = refused ?? because;
  if (/\b(401|407)\b/.test(said)) return "Give credentials with -H, --auth or --auth-file.";
  if (/\b403\b/.test(said)) return "Give credentials with more rights in --auth-file.";
  if (/^it writes, and/.test(said))
    return "State what it does with x-crudOperationSemantics in an overlay, or under semantics in the config file.";
  if (/needs an? /.test(said)) return "Make it possible to create what it needs, for example by a generator.";
  if (refused !== undefined)
    return "Give values that it accepts under generators in the config file, or as examples in the document.";
  if (/cannot be seen|no change can be seen/.test(said))
    return "Name an operation that shows its effect, or state what it does in an overlay.";
  return undefined;
}
