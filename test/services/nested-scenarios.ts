import type { Json } from "#base/json";
import type { Scenario, Tour } from "./scenario.js";

const addHouse = ["POST /projects", { data: { name: "House" } }] as const;
const addGarden = ["POST /projects", { data: { name: "Garden" } }] as const;
const lists = "/projects/prj-1/lists";
const addList = (title: string, at = lists) => [`POST ${at}`, { data: { title } }] as const;
const addCard = (title: string, list = "lst-2") =>
  [`POST ${lists}/${list}/cards`, { data: { title, labels: ["red"] } }] as const;

const house = { id: "prj-1", name: "House", listCount: 0 };
const card = (id: string, title: string, listId = "lst-2") => ({ id, listId, title, labels: ["red"] });
const list = (id: string, title: string, cardCount = 0) => ({ id, projectId: "prj-1", title, cardCount });

const shown = (data: Json) => ({ status: 200, body: { data } });
const listed = (...data: Json[]) => ({ status: 200, body: { data, meta: { count: data.length } } });
const refused = (status: number, detail: string) => ({
  status,
  body: { errors: [{ status: String(status), detail }] },
});
/** A project, two lists, a card on the first. */
const furnished = [addHouse, addList("To do"), addList("Done"), addCard("Paint")] as const;

export const NESTED_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "rename-project-renames-all": {
    calls: [
      addHouse,
      addGarden,
      ["PATCH /projects/prj-2", { data: { name: "Yard" } }],
      ["GET /projects/prj-1"],
    ],
    answer: shown(house),
  },
  "delete-project-with-lists": {
    calls: [addHouse, addList("To do"), ["DELETE /projects/prj-1"]],
    answer: refused(409, "Project prj-1 has lists."),
  },
  "project-stays-locked": {
    calls: [addHouse, addList("To do"), [`DELETE ${lists}/lst-2`], ["DELETE /projects/prj-1"]],
    answer: { status: 204 },
  },
  "list-title-taken-twice": {
    calls: [addHouse, addList("To do"), addList("To do")],
    answer: refused(409, "The project has a list To do already."),
  },
  "list-title-taken-elsewhere": {
    calls: [addHouse, addGarden, addList("To do"), addList("To do", "/projects/prj-2/lists")],
    answer: {
      status: 201,
      body: { data: { id: "lst-4", projectId: "prj-2", title: "To do", cardCount: 0 } },
      location: "/projects/prj-2/lists/lst-4",
    },
  },
  "list-read-through-any-project": {
    calls: [addHouse, addGarden, addList("To do"), ["GET /projects/prj-2/lists/lst-3"]],
    answer: refused(404, "There is no list lst-3 in project prj-2."),
  },
  "delete-list-keeps-cards": {
    calls: [...furnished, [`DELETE ${lists}/lst-2`], ["GET /cards/crd-4"]],
    answer: refused(404, "There is no card crd-4."),
  },
  "delete-list-takes-all": {
    calls: [...furnished, [`DELETE ${lists}/lst-2`], [`GET ${lists}`]],
    answer: listed(list("lst-3", "Done")),
  },
  "cards-of-whole-project": {
    calls: [...furnished, addCard("Sweep", "lst-3"), [`GET ${lists}/lst-2/cards`]],
    answer: listed(card("crd-4", "Paint")),
  },
  "card-count-not-lowered": {
    calls: [...furnished, ["DELETE /cards/crd-4"], [`GET ${lists}/lst-2`]],
    answer: shown(list("lst-2", "To do")),
  },
  "update-card-drops-labels": {
    calls: [
      ...furnished,
      ["PUT /cards/crd-4", { data: { title: "Paint", labels: ["blue"] } }],
      ["GET /cards/crd-4"],
    ],
    answer: shown({ ...card("crd-4", "Paint"), labels: ["blue"] }),
  },
  "move-card-copies": {
    calls: [...furnished, ["POST /cards/crd-4/move", { listId: "lst-3" }], [`GET ${lists}/lst-2/cards`]],
    answer: listed(),
  },
  "delete-card-takes-namesakes": {
    calls: [...furnished, addCard("Paint"), ["DELETE /cards/crd-4"], [`GET ${lists}/lst-2/cards`]],
    answer: listed(card("crd-5", "Paint")),
  },
};

/** Every operation with every status that the document declares for it. */
export const NESTED_TOUR: Tour = [
  [200, "GET /projects"],
  [201, ...addHouse],
  [400, "POST /projects", { name: "House" }],
  [200, "GET /projects/prj-1"],
  [404, "GET /projects/none"],
  [200, "PATCH /projects/prj-1", { data: { name: "Home" } }],
  [400, "PATCH /projects/prj-1", { data: {} }],
  [404, "PATCH /projects/none", { data: { name: "Home" } }],
  [200, `GET ${lists}`],
  [404, "GET /projects/none/lists"],
  [201, ...addList("To do")],
  [409, ...addList("To do")],
  [400, `POST ${lists}`, { data: { title: "" } }],
  [404, ...addList("To do", "/projects/none/lists")],
  [201, ...addList("Done")],
  [409, "DELETE /projects/prj-1"],
  [200, `GET ${lists}/lst-2`],
  [404, `GET ${lists}/none`],
  [200, `PUT ${lists}/lst-2`, { data: { title: "To do" } }],
  [400, `PUT ${lists}/lst-2`, { data: 1 }],
  [404, `PUT ${lists}/none`, { data: { title: "To do" } }],
  [409, `PUT ${lists}/lst-2`, { data: { title: "Done" } }],
  [200, `GET ${lists}/lst-2/cards`],
  [404, `GET ${lists}/none/cards`],
  [201, ...addCard("Paint")],
  [201, `POST ${lists}/lst-2/cards`, { data: { title: "Sweep", id: "mine", constructor: 1 } }],
  [400, `POST ${lists}/lst-2/cards`, { data: { title: "Paint", labels: "red" } }],
  [404, ...addCard("Paint", "none")],
  [200, "GET /cards/crd-4"],
  [404, "GET /cards/none"],
  [200, "PUT /cards/crd-4", { data: { title: "Paint it" } }],
  [400, "PUT /cards/crd-4", {}],
  [404, "PUT /cards/none", { data: { title: "Paint it" } }],
  [200, "POST /cards/crd-4/move", { listId: "lst-3" }],
  [400, "POST /cards/crd-4/move", {}],
  [404, "POST /cards/none/move", { listId: "lst-3" }],
  [422, "POST /cards/crd-4/move", { listId: "none" }],
  [204, "DELETE /cards/crd-5"],
  [404, "DELETE /cards/crd-5"],
  [204, `DELETE ${lists}/lst-3`],
  [404, `DELETE ${lists}/lst-3`],
  [404, "GET /cards/crd-4"],
  [204, `DELETE ${lists}/lst-2`],
  [204, "DELETE /projects/prj-1"],
  [404, "DELETE /projects/prj-1"],
];
