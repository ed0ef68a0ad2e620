import type { Json } from "#base/json";
import type { Scenario, Tour } from "./scenario.js";

const core = { name: "Core", path: "core", description: "the core", visibility: "public" };
const docs = { name: "Docs", path: "manuals" };
const storedCore = { id: 1, ...core };
const storedDocs = { id: 2, ...docs, description: "", visibility: "private" };

const addCore = ["POST /groups", core] as const;
const addDocs = ["POST /groups", docs] as const;
const deleteCore = ["DELETE /groups/1"] as const;
/** By then a deletion is done. */
const later = (request: string, body?: Json) => [request, body, { after: 1000 }] as const;

const shown = (group: Json) => ({ status: 200, body: group });
const listed = (groups: readonly Json[], total = groups.length) => ({
  status: 200,
  body: [...groups],
  "x-total": String(total),
});
const invalid = (message: string) => ({ status: 400, body: { message } });

const many = Array.from({ length: 3 }, (_, index) => ({
  name: `Team ${index + 1}`,
  path: `team-${index + 1}`,
}));
const addMany = many.map((group) => ["POST /groups", group] as const);
const storedMany = many.map((group, index) => ({
  id: index + 1,
  ...group,
  description: "",
  visibility: "private",
}));

export const GROUPS_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "page-size-ignored": {
    calls: [...addMany, ["GET /groups?per_page=2"]],
    answer: { ...listed(storedMany.slice(0, 2), 3), link: '</groups?per_page=2&page=2>; rel="next"' },
  },
  "second-page-skips-one": {
    calls: [...addMany, ["GET /groups?per_page=2&page=2"]],
    answer: listed(storedMany.slice(2), 3),
  },
  "total-counts-deleted": {
    calls: [addCore, addDocs, deleteCore, later("GET /groups")],
    answer: listed([storedDocs]),
  },
  "list-keeps-deleted": {
    calls: [addCore, addDocs, deleteCore, later("GET /groups/1"), ["GET /groups"]],
    answer: listed([storedDocs]),
  },
  "search-misses-paths": {
    calls: [addCore, addDocs, ["GET /groups?search=Man"]],
    answer: listed([storedDocs]),
  },
  "path-taken-in-other-case": {
    calls: [addCore, ["POST /groups", { name: "Other", path: "CORE" }]],
    answer: invalid("path has already been taken"),
  },
  "visibility-not-stored": { calls: [addCore, ["GET /groups/1"]], answer: shown(storedCore) },
  "name-taken-by-update": {
    calls: [addCore, addDocs, ["PUT /groups/2", { name: "Core" }]],
    answer: invalid("name has already been taken"),
  },
  "update-clears-description": {
    calls: [addCore, ["PUT /groups/1", { name: "Heart" }], ["GET /groups/1"]],
    answer: shown({ ...storedCore, name: "Heart" }),
  },
  "refused-update-stored": {
    calls: [addCore, addDocs, ["PUT /groups/2", { name: "New", path: "core" }], ["GET /groups/2"]],
    answer: shown(storedDocs),
  },
  "delete-never-done": {
    calls: [addCore, deleteCore, later("GET /groups/1")],
    answer: { status: 404, body: { message: "404 Group Not Found" } },
  },
  "delete-takes-next": {
    calls: [addCore, addDocs, deleteCore, later("GET /groups/2")],
    answer: shown(storedDocs),
  },
  "path-stays-taken": {
    calls: [addCore, deleteCore, later("POST /groups", core)],
    answer: { status: 201, body: { ...storedCore, id: 2 } },
  },
};

/** Every operation with every status that the document declares for it. */
export const GROUPS_TOUR: Tour = [
  [200, "GET /groups"],
  [400, "GET /groups?page=0"],
  [400, "GET /groups?per_page=many"],
  [201, ...addCore],
  [400, ...addCore],
  [400, "POST /groups", { name: "Core", path: "other" }],
  [400, "POST /groups", { name: "No path" }],
  [400, "POST /groups", { name: "Bad path", path: "a b" }],
  [201, "POST /groups", { ...docs, id: 99, constructor: {} }],
  [200, "GET /groups?search=ma&page=1&per_page=1"],
  [200, "GET /groups/1"],
  [400, "GET /groups/one"],
  [404, "GET /groups/99"],
  [200, "PUT /groups/1", { description: "" }],
  [200, "PUT /groups/1", core],
  [400, "PUT /groups/1", docs],
  [400, "PUT /groups/1", { visibility: "secret" }],
  [404, "PUT /groups/99", {}],
  [202, ...deleteCore],
  [202, ...deleteCore],
  [200, "GET /groups/1"],
  [400, ...addCore],
  [400, "DELETE /groups/one"],
  [404, ...later("DELETE /groups/1")],
  [201, ...addCore],
];
