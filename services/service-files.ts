import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Documents and truths are not copied into the build: they stay in `services/` at the package root, and are
 * found from the TypeScript source and from `dist/` alike by looking for the root.
 */
export function documentPath(service: string): string {
  return join(packageRoot(), "services", service, "openapi.yaml");
}

/** Contracts and what else the document alone cannot say; not every service has one. */
export function overlayPath(service: string): string {
  return join(packageRoot(), "services", service, "overlay.yaml");
}

/** A Web Fuzzing Commons auth file with the users that a service starts with; only where it asks who calls. */
export function authPath(service: string): string {
  return join(packageRoot(), "services", service, "auth.yaml");
}

export function truthPath(service: string): string {
  return join(packageRoot(), "services", service, "truth.json");
}

function packageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    // A module of this package always lies under its package.json.
    if (parent === folder) throw new Error("package.json not found above the bundled services");
    folder = parent;
  }
  return folder;
}
