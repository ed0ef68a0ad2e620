import type { Json } from "#base/json";
import { hexId } from "#services/hex-id";
import type { Step } from "./client.js";
import type { Scenario, Tour } from "./scenario.js";

const eve = { username: "eve", email: "eve@shop.org" };
const ben = { username: "ben", email: "ben@shop.org" };
const card = { longNum: "5544154011345918", expires: "08/29", ccv: "958" };
const home = { street: "Long Road 1", city: "Glasgow", postcode: "G67 3DL", country: "Scotland" };
const id = (n: number) => hexId("shop", n);

const addEve = ["POST /customers", eve] as const;
const addBen = ["POST /customers", ben] as const;
const addCard = (n = 1) => ["POST /cards", { customerId: id(n), ...card }] as const;
const addHome = (n = 1) => ["POST /addresses", { customerId: id(n), ...home }] as const;
/** By then even the shop with delay shows its customers. */
const later = (request: string, body?: Json): Step => [request, body, { after: 1000 }];
const readEve = later(`GET /customers/${id(1)}`);

const shownEve = (links: { cards?: string[]; addresses?: string[] } = {}) => ({
  status: 200,
  body: { id: id(1), ...eve, cards: [], addresses: [], ...links },
});
const storedCard = (n: number, customer = 1) => ({
  id: id(n),
  customerId: id(customer),
  lastFour: "5918",
  expires: "08/29",
});
const storedHome = (n: number, customer = 1) => ({ id: id(n), customerId: id(customer), ...home });
const refused = (status_code: number, message: string) => ({
  status: status_code,
  body: { status_code, message },
});

export const SHOP_DELAYED_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "username-taken-twice": { calls: [addEve, addEve], answer: refused(409, "The username eve is taken.") },
  "deleted-customer-readable": {
    calls: [addEve, [`DELETE /customers/${id(1)}`], readEve],
    answer: refused(404, `There is no customer ${id(1)}.`),
  },
  "delete-customer-keeps-cards": {
    calls: [addEve, addCard(), [`DELETE /customers/${id(1)}`], [`GET /cards/${id(2)}`]],
    answer: refused(404, `There is no card ${id(2)}.`),
  },
  "card-for-missing-customer": {
    calls: [addEve, addCard(7)],
    answer: refused(404, `There is no customer ${id(7)}.`),
  },
  "card-on-newest-customer": {
    calls: [addEve, addBen, addCard(), readEve],
    answer: shownEve({ cards: [id(3)] }),
  },
  "last-four-are-first": {
    calls: [addEve, addCard(), [`GET /cards/${id(2)}`]],
    answer: { status: 200, body: storedCard(2) },
  },
  "card-number-shown": {
    calls: [addEve, addCard(), [`GET /cards/${id(2)}`]],
    answer: { status: 200, body: storedCard(2) },
  },
  "deleted-card-still-linked": {
    calls: [addEve, addCard(), [`DELETE /cards/${id(2)}`], readEve],
    answer: shownEve(),
  },
  "second-address-replaces-first": {
    calls: [addEve, addHome(), addHome(), readEve],
    answer: shownEve({ addresses: [id(2), id(3)] }),
  },
  "addresses-of-everyone": {
    calls: [addEve, addBen, addHome(), addHome(2), later(`GET /customers/${id(1)}/addresses`)],
    answer: { status: 200, body: { _embedded: { addresses: [storedHome(3)] } } },
  },
  "update-address-drops-postcode": {
    calls: [
      addEve,
      addHome(),
      [`PUT /addresses/${id(2)}`, { ...home, postcode: "EH1" }],
      [`GET /addresses/${id(2)}`],
    ],
    answer: { status: 200, body: { ...storedHome(2), postcode: "EH1" } },
  },
  "delete-address-deletes-cards": {
    calls: [addEve, addCard(), addHome(), [`DELETE /addresses/${id(3)}`], [`GET /cards/${id(2)}`]],
    answer: { status: 200, body: storedCard(2) },
  },
};

export const SHOP_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "customer-readable-late": { calls: [addEve, [`GET /customers/${id(1)}`]], answer: shownEve() },
  ...SHOP_DELAYED_SCENARIOS,
};

/** Every operation with every status that the document declares for it. */
const tour = (created: 201 | 202): Tour => [
  [200, "GET /customers"],
  [created, ...addEve],
  [409, ...addEve],
  [400, "POST /customers", { username: "ben" }],
  [created, "POST /customers", { ...ben, id: "mine", constructor: 1 }],
  [200, ...later(`GET /customers/${id(1)}`)],
  [404, "GET /customers/none"],
  [200, `GET /customers/${id(1)}/cards`],
  [404, "GET /customers/none/cards"],
  [200, `GET /customers/${id(1)}/addresses`],
  [404, "GET /customers/none/addresses"],
  [201, ...addCard()],
  [400, "POST /cards", { customerId: id(1), ...card, expires: "13/29" }],
  [404, ...addCard(99)],
  [200, `GET /cards/${id(3)}`],
  [404, "GET /cards/none"],
  [201, ...addHome()],
  [400, "POST /addresses", { customerId: id(1) }],
  [404, ...addHome(99)],
  [200, `GET /addresses/${id(4)}`],
  [404, "GET /addresses/none"],
  [200, `PUT /addresses/${id(4)}`, { ...home, city: "Perth" }],
  [400, `PUT /addresses/${id(4)}`, {}],
  [404, "PUT /addresses/none", home],
  [200, `GET /customers/${id(1)}/cards`],
  [200, `GET /customers/${id(1)}/addresses`],
  [204, `DELETE /cards/${id(3)}`],
  [404, `DELETE /cards/${id(3)}`],
  [204, `DELETE /addresses/${id(4)}`],
  [404, `DELETE /addresses/${id(4)}`],
  [204, `DELETE /customers/${id(1)}`],
  [404, `DELETE /customers/${id(1)}`],
  [200, "GET /customers"],
];

export const SHOP_TOUR = tour(201);

export const SHOP_DELAYED_TOUR: Tour = [
  ...tour(202),
  [202, ...addEve],
  [404, `GET /customers/${id(5)}`],
  [204, `DELETE /customers/${id(5)}`],
];
