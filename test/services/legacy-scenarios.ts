import type { Json } from "#base/json";
import type { Scenario, Tour } from "./scenario.js";

const acme = { code: "ACM001", name: "Acme" };
const bolt = { code: "BLT001", name: "Bolt & Sons" };
const axle = { partNo: "AX-1001", name: "Axle", supplier: "ACM001", stock: 12 };
const arm = { ...axle, partNo: "AX-1002", name: "Arm" };
const bush = { ...axle, partNo: "BU-1001", name: "Bush", supplier: "BLT001" };

const addAcme = ["PUT /suppliers", acme] as const;
const addBolt = ["PUT /suppliers", bolt] as const;
const addAxle = ["PUT /parts", axle] as const;
const addArm = ["PUT /parts", arm] as const;
const readAxle = ["GET /parts/AX-1001"] as const;
const removeAxle = ["GET /parts/AX-1001/remove"] as const;
const list = ["POST /parts/list", {}] as const;
const stocked = [addAcme, addAxle] as const;

const good = (result: Json) => ({ status: 200, body: { ok: true, result } });
const rows = (...parts: Json[]) => good({ rows: parts, count: parts.length });
const bad = (code: string, text: string) => ({ status: 200, body: { ok: false, error: { code, text } } });

export const LEGACY_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "add-part-overwrites": { calls: [...stocked, addAxle], answer: bad("CONFLICT", "part AX-1001 exists") },
  "part-of-unknown-supplier": { calls: [addAxle], answer: bad("NOT_FOUND", "no supplier ACM001") },
  "missing-part-found": { calls: [readAxle], answer: bad("NOT_FOUND", "no part AX-1001") },
  "update-part-not-stored": {
    calls: [...stocked, ["POST /parts/AX-1001", { name: "Shaft" }], readAxle],
    answer: good({ ...axle, name: "Shaft" }),
  },
  "update-part-clears-stock": {
    calls: [...stocked, ["POST /parts/AX-1001", { name: "Shaft" }], readAxle],
    answer: good({ ...axle, name: "Shaft" }),
  },
  "remove-part-keeps-part": {
    calls: [...stocked, removeAxle, readAxle],
    answer: bad("NOT_FOUND", "no part AX-1001"),
  },
  "remove-part-takes-series": { calls: [...stocked, addArm, removeAxle, list], answer: rows(arm) },
  "list-filter-ignored": {
    calls: [...stocked, addBolt, ["PUT /parts", bush], ["POST /parts/list", { supplier: "BLT001" }]],
    answer: rows(bush),
  },
  "list-count-only-grows": { calls: [...stocked, removeAxle, list], answer: rows() },
  "take-below-zero": {
    calls: [...stocked, ["POST /parts/AX-1001/take", { amount: 13 }]],
    answer: bad("CONFLICT", "only 12 of part AX-1001 left"),
  },
  "refused-take-takes": {
    calls: [...stocked, ["POST /parts/AX-1001/take", { amount: 13 }], readAxle],
    answer: good(axle),
  },
  "supplier-removed-in-use": {
    calls: [...stocked, ["GET /suppliers/ACM001/remove"]],
    answer: bad("CONFLICT", "supplier ACM001 has parts"),
  },
};

/** Every operation, going well and not: the status never tells. */
export const LEGACY_TOUR: Tour = [
  [200, ...list],
  [200, "POST /parts/list", { supplier: 1 }],
  [200, "POST /suppliers/list"],
  [200, ...addAxle],
  [200, ...addAcme],
  [200, ...addAcme],
  [200, "PUT /suppliers", {}],
  [200, "POST /suppliers/list"],
  [200, "GET /suppliers/ACM001"],
  [200, "GET /suppliers/none"],
  [200, ...addAxle],
  [200, ...addAxle],
  [200, "PUT /parts", { ...axle, stock: -1 }],
  [200, "PUT /parts", { ...arm, constructor: 1 }],
  [200, ...readAxle],
  [200, "GET /parts/none"],
  [200, "POST /parts/AX-1001", { name: "Shaft", partNo: "XX-0000" }],
  [200, "POST /parts/AX-1001", { name: "" }],
  [200, "POST /parts/none", {}],
  [200, "POST /parts/AX-1001/take", { amount: 2 }],
  [200, "POST /parts/AX-1001/take", { amount: 99 }],
  [200, "POST /parts/none/take", { amount: 1 }],
  [200, "POST /parts/list", { supplier: "ACM001" }],
  [200, "GET /suppliers/ACM001/remove"],
  [200, ...removeAxle],
  [200, ...removeAxle],
  [200, "GET /parts/AX-1002/remove"],
  [200, "GET /suppliers/ACM001/remove"],
];
