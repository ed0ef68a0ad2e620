import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { operationOf } from "#openapi/operation-of";
import {
  isUniqueInAnyCase,
  mayFollowAtOnce,
  neverGivesIdsAgain,
  saysItStaysTaken,
  saysOfLeftOut,
} from "#semantics/promises";
import { apiOf } from "../run/test-against.js";

function said(words: Record<string, string>, info = "") {
  const document: Json = {
    openapi: "3.0.3",
    info: { title: "Words", version: "1", description: info },
    paths: { "/things/{id}": { put: { ...words, responses: { "200": { description: "" } } } } },
  };
  const api = apiOf(document);
  return { api, operation: operationOf(api, "PUT /things/{id}") };
}

describe("what a document says of a PUT", () => {
  it.each([
    ["Optional fields left out are cleared.", "cleared"],
    ["Properties left out take their default.", "cleared"],
    ["A phone number that is not sent is removed.", "cleared"],
    ["Replaces the whole thing.", "replaced"],
    ["Replace a thing. Fields left out keep their values.", undefined],
    ["Fields that are omitted are not removed.", undefined],
    ["A note that is left out is removed.", undefined],
    ["Changes a thing.", undefined],
  ])("%s → %s", (description, expected) => {
    expect(saysOfLeftOut(said({ description }).operation, "phone", ["note", "name"])).toBe(expected);
  });

  it("is also called so", () => {
    expect(saysOfLeftOut(said({ operationId: "replaceThing" }).operation, "phone", [])).toBe("replaced");
  });
});

describe("what a document says of names, ids and times", () => {
  it.each([
    ["Names of artists are unique, regardless of case.", "name", true],
    ["The e-mail address is unique among all, regardless of case.", "email", true],
    ["A poll has options with different texts (ignoring case).", "text", true],
    ["Names are unique.", "name", false],
    ["Names are unique, regardless of case.", "country", false],
    ["Finds names regardless of case.", "name", false],
  ])("%s of %s: %s", (description, name, expected) => {
    const { api, operation } = said({ description });
    expect(isUniqueInAnyCase(api, operation, name)).toBe(expected);
  });

  it("reads what a member says of itself", () => {
    const { api, operation } = said({});
    const schema = { type: "string", description: "Unique, case-insensitive" };
    expect(isUniqueInAnyCase(api, operation, "login", schema)).toBe(true);
  });

  it.each([
    ["Ids increase with every new thing and are never reused.", true],
    ["An id never changes and is never given to another thing, not even after a deletion.", true],
    ["Ids are integers.", false],
    ["Connections are never reused.", false],
  ])("%s: %s", (info, expected) => {
    expect(neverGivesIdsAgain(said({}, info).api)).toBe(expected);
  });

  it.each([
    ["The key of a project that was deleted cannot be taken again.", true],
    ["Slugs are never reused.", true],
    ["The name stays reserved for 30 days.", true],
    ["A name that is taken cannot be used.", false],
    ["Deletes the group; try again later.", false],
  ])("%s: %s", (description, expected) => {
    const { api, operation } = said({ description });
    expect(saysItStaysTaken(api, [operation], [])).toBe(expected);
    expect(saysItStaysTaken(api, [], [{ type: "string", description }])).toBe(expected);
  });

  it.each([
    ["A booking may start on the day on which another one ends.", true],
    ["A booking may start only 30 minutes after another one ends.", false],
    ["A booking cannot begin on the day on which another one ends.", false],
    ["Books a room.", false],
  ])("%s: %s", (description, expected) => {
    expect(mayFollowAtOnce(said({ description }).operation)).toBe(expected);
  });
});
