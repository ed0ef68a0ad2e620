import { createRequire } from "node:module";

/** The version of this package. It is read from where the package names itself, so that source and build agree. */
export function ownVersion(): string {
  const { version } = createRequire(import.meta.url)("piolet/package.json") as { version: string };
  return version;
}
