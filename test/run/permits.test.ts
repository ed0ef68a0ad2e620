import { describe, expect, it } from "vitest";
import { WITHOUT_SITUATIONS } from "../judge/only.js";
import { type PermitFault, type PermitWords, permitsDocument, startPermits } from "./permits-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

/** What is told of permits with this fault, where the document says this. */
async function told(words: PermitWords, fault?: PermitFault): Promise<readonly string[]> {
  const service = await startPermits(fault);
  try {
    const record = await testAgainst(service.url, apiOf(permitsDocument(words)), {
      size: "1",
      oracles: WITHOUT_SITUATIONS,
    });
    return foundIn(record).filter((line) => !line.startsWith("NOTE"));
  } finally {
    await service.close();
  }
}

const ARROWS: PermitWords = {
  actions: {
    accept: "Accept (open -> accepted)",
    pay: "Pay (accepted -> paid)",
    cancel: "Cancel (open/accepted -> cancelled)",
  },
};

describe.concurrent("actions in a status", () => {
  it.each([
    ["nothing is said", {}],
    ["the moves are said", ARROWS],
  ])("are no news where they are right and %s", async (_, words) => {
    expect(await told(words)).toEqual([]);
  });

  it("that bring back what was cancelled are told though nothing is said", async () => {
    expect(await told({}, "accepts-cancelled")).toEqual([
      "WARN ended-stays-ended POST /permits/{permitId}/accept",
    ]);
  });

  it.each<[PermitFault, string]>([
    ["pays-open", "pay"],
    ["cancels-paid", "cancel"],
  ])("that the document does not have are an error: %s", async (fault, verb) => {
    expect(await told(ARROWS, fault)).toEqual([
      `ERR documented-statuses-hold POST /permits/{permitId}/${verb}`,
    ]);
    expect(await told({}, fault)).toEqual([]);
  });
});

const WORDS = [
  "Changes parts of a permit. Status: `open` can become `accepted` or `cancelled`; `accepted` can become `paid` or `cancelled`; the others are final.",
  "The status goes from `open` to `accepted` or `cancelled`, and from `accepted` to `paid` or `cancelled`; any other change is a conflict.",
  "open → accepted → paid. open, accepted → cancelled. No other transitions.",
];

describe.concurrent("a status that a PATCH sets", () => {
  it.each(WORDS)("goes where the document says: %s", async (patch) => {
    expect(await told({ patch })).toEqual([]);
  });

  it.each<[PermitFault, string]>([
    ["pays-open", WORDS[0] ?? ""],
    ["reopens", WORDS[1] ?? ""],
    ["cancels-paid", WORDS[2] ?? ""],
  ])("is told where it goes elsewhere: %s", async (fault, patch) => {
    expect(await told({ patch }, fault)).toEqual(["ERR documented-statuses-hold PATCH /permits/{permitId}"]);
  });

  it("is nobody's business where the document says nothing", async () => {
    expect(await told({ patch: "Changes parts of a permit." }, "pays-open")).toEqual([]);
  });
});
