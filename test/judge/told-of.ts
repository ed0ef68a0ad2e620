import type { Json } from "#base/json";
import { apiOf, type RunWish, testAgainst } from "../run/test-against.js";

/** What is told of a service, but for notes: in a line each, so that a test that fails says of what it was accused. */
export async function toldOf(url: string, document: Json, wish: RunWish = {}): Promise<readonly string[]> {
  const { faults } = await testAgainst(url, apiOf(document), wish);
  return faults
    .filter(({ verdict }) => verdict !== "NOTE")
    .map(({ verdict, key, message, got }) => `${verdict} ${key}: ${message}, got ${got}`);
}
