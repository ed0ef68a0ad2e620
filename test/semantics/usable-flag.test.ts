import { describe, expect, it } from "vitest";
import type { Schema } from "#openapi/api";
import { loadApiFromJson } from "#openapi/load-api";
import { usableFlag } from "#semantics/usable-flag";

const PATHS = { "/x": { get: { responses: { "200": { description: "" } } } } };
const loaded = loadApiFromJson({ openapi: "3.1.0", info: { title: "", version: "" }, paths: PATHS });
if (!loaded.ok) throw new Error(loaded.problems[0]?.message);
const { schemas } = loaded.value;

const FLAG: Schema = { type: "boolean" };

describe("a member that switches a thing on or off", () => {
  it.each<[string, Schema, boolean | undefined]>([
    ["isActive", FLAG, true],
    ["is_open", FLAG, true],
    ["enabled", FLAG, true],
    ["archived", FLAG, false],
    ["published", { type: "boolean", default: false }, false],
    ["disabled", { type: "boolean", default: true }, true],
    ["active", { type: "boolean", example: false }, undefined],
    ["notificationsEnabled", FLAG, undefined],
    ["vegetarian", FLAG, undefined],
  ])("%s of %j is sent as %s", (name, schema, sent) => {
    expect(usableFlag(name, schema, schemas)).toBe(sent);
  });
});
