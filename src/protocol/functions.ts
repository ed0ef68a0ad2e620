import type { Json } from "#base/json";

/** The config file's functions, which assertions call by name: they say whether something holds. */
export type ProtocolFunctions = Readonly<Record<string, ProtocolFunction>>;

/** A value that is not there is given as undefined. */
export type ProtocolFunction = (...values: (Json | undefined)[]) => boolean | Promise<boolean>;

/** The published models write `util.` before the names. */
export function functionNamed(functions: ProtocolFunctions, name: string): ProtocolFunction | undefined {
  const bare = name.replace(/^util\./, "");
  return Object.hasOwn(functions, bare) ? functions[bare] : undefined;
}
