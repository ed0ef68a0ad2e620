import type { Scenario, Tour } from "./scenario.js";

const rex = {
  id: 1,
  name: "Rex",
  photoUrls: ["rex.png"],
  tags: [{ id: 1, name: "big" }],
  status: "available",
};
const tom = { id: 2, name: "Tom", photoUrls: [], tags: [{ name: "small" }], status: "sold" };
const order = {
  id: 7,
  petId: 1,
  quantity: 9,
  shipDate: "2030-01-02T03:04:05Z",
  status: "placed",
  complete: false,
};
const ann = { username: "ann", password: "secret", email: "ann@home.org" };
const anna = { username: "anna", password: "hidden" };

const addRex = ["POST /pet", rex] as const;
const addTom = ["POST /pet", tom] as const;
const notFound = (what: string) => ({
  status: 404,
  body: { code: 404, type: "error", message: `${what} not found` },
});

export const PETSTORE_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "delete-pet-keeps-pet": {
    calls: [addRex, ["DELETE /pet/1"], ["GET /pet/1"]],
    answer: notFound("Pet"),
  },
  "update-pet-drops-tags": {
    calls: [addRex, ["PUT /pet", { ...rex, name: "Max" }], ["GET /pet/1"]],
    answer: { status: 200, body: { ...rex, name: "Max" } },
  },
  "form-update-not-stored": {
    calls: [addRex, ["POST /pet/1?name=Max&status=sold"], ["GET /pet/1"]],
    answer: { status: 200, body: { ...rex, name: "Max", status: "sold" } },
  },
  "upsert-pet-merges": {
    calls: [addRex, ["POST /pet", { id: 1, name: "Max", photoUrls: [] }]],
    answer: { status: 200, body: { id: 1, name: "Max", photoUrls: [] } },
  },
  "find-by-status-stale": {
    calls: [addRex, ["PUT /pet", { ...rex, status: "sold" }], ["GET /pet/findByStatus?status=sold"]],
    answer: { status: 200, body: [{ ...rex, status: "sold" }] },
  },
  "find-by-tags-needs-all": {
    calls: [addRex, addTom, ["GET /pet/findByTags?tags=big&tags=small"]],
    answer: { status: 200, body: [rex, tom] },
  },
  "inventory-counts-deleted": {
    calls: [addRex, addTom, ["DELETE /pet/1"], ["GET /store/inventory"]],
    answer: { status: 200, body: { sold: 1 } },
  },
  "order-quantity-capped": {
    calls: [["POST /store/order", order], ["GET /store/order/7"]],
    answer: { status: 200, body: order },
  },
  "delete-order-deletes-pet": {
    calls: [addRex, ["POST /store/order", order], ["DELETE /store/order/7"], ["GET /pet/1"]],
    answer: { status: 200, body: rex },
  },
  "create-with-list-skips-last": {
    calls: [["POST /user/createWithList", [ann, anna]], ["GET /user/anna"]],
    answer: { status: 200, body: anna },
  },
  "update-user-resets-password": {
    calls: [["POST /user", ann], ["PUT /user/ann", { ...ann, email: "new@home.org" }], ["GET /user/ann"]],
    answer: { status: 200, body: { ...ann, email: "new@home.org" } },
  },
  "delete-user-removes-namesakes": {
    calls: [["POST /user", ann], ["POST /user", anna], ["DELETE /user/ann"], ["GET /user/anna"]],
    answer: { status: 200, body: anna },
  },
  "login-accepts-any-password": {
    calls: [["POST /user", ann], ["GET /user/login?username=ann&password=guess"]],
    answer: { status: 400, body: { code: 400, type: "error", message: "Invalid username or password" } },
  },
};

/** Every operation with every status that the document declares for it. */
export const PETSTORE_TOUR: Tour = [
  [200, ...addRex],
  [200, ...addRex],
  [200, "POST /pet", { name: "Nameless", photoUrls: [], category: { id: 3, name: "Dogs" }, constructor: {} }],
  [400, "POST /pet", { ...rex, photoUrls: "rex.png" }],
  [400, "POST /pet", [rex]],
  [200, "PUT /pet", { ...rex, status: "pending" }],
  [400, "PUT /pet", { name: "Rex", photoUrls: [] }],
  [404, "PUT /pet", { ...rex, id: 99 }],
  [200, "GET /pet/findByStatus"],
  [200, "GET /pet/findByStatus?status=pending"],
  [400, "GET /pet/findByStatus?status=lost"],
  [200, "GET /pet/findByTags?tags=big"],
  [400, "GET /pet/findByTags"],
  [200, "GET /pet/1"],
  [400, "GET /pet/rex"],
  [404, "GET /pet/99"],
  [200, "POST /pet/1?name=Max"],
  [400, "POST /pet/1?status=lost"],
  [404, "POST /pet/99"],
  [200, "GET /store/inventory"],
  [200, "POST /store/order", order],
  [200, "POST /store/order", {}],
  [400, "POST /store/order", { ...order, shipDate: "tomorrow" }],
  [200, "GET /store/order/7"],
  [400, "GET /store/order/x"],
  [404, "GET /store/order/99"],
  [200, "DELETE /store/order/7"],
  [200, "DELETE /store/order/7"],
  [400, "DELETE /store/order/x"],
  [200, "DELETE /pet/1"],
  [200, "DELETE /pet/1"],
  [400, "DELETE /pet/x"],
  [200, "POST /user", ann],
  [400, "POST /user", { password: "secret" }],
  [200, "POST /user/createWithList", [ann, anna]],
  [200, "POST /user/createWithList", []],
  [400, "POST /user/createWithList", [ann, 1]],
  [200, "GET /user/login?username=ann&password=secret"],
  [400, "GET /user/login?username=ann"],
  [400, "GET /user/login"],
  [200, "GET /user/logout"],
  [200, "GET /user/ann"],
  [404, "GET /user/nobody"],
  [200, "PUT /user/ann", { ...ann, username: "other" }],
  [400, "PUT /user/ann", { ...ann, email: 1 }],
  [404, "PUT /user/nobody", ann],
  [200, "DELETE /user/ann"],
  [200, "DELETE /user/ann"],
];
