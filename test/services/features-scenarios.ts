import type { Scenario, Tour } from "./scenario.js";

const shop = "/products/shop";
const basic = `${shop}/configurations/basic`;
const addShop = [`POST ${shop}`] as const;
const addCart = [`POST ${shop}/features/cart`, { description: "a cart" }] as const;
const addPay = [`POST ${shop}/features/pay`, {}] as const;
const addBasic = [`POST ${basic}`] as const;
const payRequiresCart = [
  `POST ${shop}/constraints/requires`,
  { sourceFeature: "pay", requiredFeature: "cart" },
] as const;
const payExcludesCart = [
  `POST ${shop}/constraints/excludes`,
  { sourceFeature: "pay", excludedFeature: "cart" },
] as const;
const shopWithBasic = [addShop, addCart, addPay, addBasic] as const;
const cart = { id: 2, name: "cart", description: "a cart" };
const pay = { id: 3, name: "pay", description: null };
const refused = (message: string) => ({ status: 400, body: { status: 400, message } });

export const FEATURES_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "list-products-misses-newest": {
    calls: [addShop, ["POST /products/blog"], ["GET /products"]],
    answer: { status: 200, body: ["shop", "blog"] },
  },
  "duplicate-product-empties": {
    calls: [addShop, addCart, addShop, [`GET ${shop}/features`]],
    answer: { status: 200, body: [cart] },
  },
  "delete-product-keeps-configurations": {
    calls: [addShop, addBasic, [`DELETE ${shop}`], addShop, [`GET ${basic}`]],
    answer: { status: 204 },
  },
  "add-feature-drops-description": {
    calls: [addShop, addCart, [`GET ${shop}`]],
    answer: { status: 200, body: { id: 1, name: "shop", features: [cart], constraints: [] } },
  },
  "update-feature-not-stored": {
    calls: [
      addShop,
      addCart,
      [`PUT ${shop}/features/cart`, { description: "new" }],
      [`GET ${shop}/features`],
    ],
    answer: { status: 200, body: [{ ...cart, description: "new" }] },
  },
  "delete-feature-leaves-it-active": {
    calls: [
      ...shopWithBasic,
      [`POST ${basic}/features/cart`],
      [`DELETE ${shop}/features/cart`],
      [`GET ${basic}/features`],
    ],
    answer: { status: 200, body: [] },
  },
  "requires-not-applied": {
    calls: [...shopWithBasic, payRequiresCart, [`POST ${basic}/features/pay`], [`GET ${basic}`]],
    answer: { status: 200, body: { name: "basic", valid: true, activedFeatures: [cart, pay] } },
  },
  "excludes-not-enforced": {
    calls: [
      ...shopWithBasic,
      payExcludesCart,
      [`POST ${basic}/features/cart`],
      [`POST ${basic}/features/pay`],
    ],
    answer: refused("An active feature excludes pay."),
  },
  "required-feature-can-go": {
    calls: [
      ...shopWithBasic,
      payRequiresCart,
      [`POST ${basic}/features/pay`],
      [`DELETE ${basic}/features/cart`],
    ],
    answer: refused("An active feature requires cart."),
  },
  "delete-constraint-removes-first": {
    calls: [addShop, payRequiresCart, payExcludesCart, [`DELETE ${shop}/constraints/3`], [`GET ${shop}`]],
    answer: {
      status: 200,
      body: {
        id: 1,
        name: "shop",
        features: [],
        constraints: [{ id: 2, type: "requires", sourceFeatureName: "pay", requiredFeatureName: "cart" }],
      },
    },
  },
  "activation-leaks": {
    calls: [
      ...shopWithBasic,
      [`POST ${shop}/configurations/full`],
      [`POST ${shop}/configurations/full/features/cart`],
      [`GET ${basic}/features`],
    ],
    answer: { status: 200, body: [] },
  },
  "configuration-always-valid": {
    calls: [
      ...shopWithBasic,
      [`POST ${basic}/features/cart`],
      [`POST ${basic}/features/pay`],
      payExcludesCart,
      [`GET ${basic}`],
    ],
    answer: { status: 200, body: { name: "basic", valid: false, activedFeatures: [cart, pay] } },
  },
};

/** Every operation, with every status that it really gives: the document names few of them. */
export const FEATURES_TOUR: Tour = [
  [200, "GET /products"],
  [204, `GET ${shop}`],
  [200, `GET ${shop}/configurations`],
  [404, `GET ${shop}/features`],
  [404, ...addCart],
  [404, `PUT ${shop}/features/cart`, {}],
  [404, `DELETE ${shop}/features/cart`],
  [404, ...payRequiresCart],
  [404, ...payExcludesCart],
  [204, `DELETE ${shop}/constraints/1`],
  [404, ...addBasic],
  [204, `GET ${basic}`],
  [204, `DELETE ${basic}`],
  [404, `GET ${basic}/features`],
  [404, `POST ${basic}/features/cart`],
  [404, `DELETE ${basic}/features/cart`],
  [204, `DELETE ${shop}`],
  [201, ...addShop],
  [409, ...addShop],
  [200, `GET ${shop}`],
  [201, ...addCart],
  [409, ...addCart],
  [201, ...addPay],
  [200, `GET ${shop}/features`],
  [200, `PUT ${shop}/features/cart`, { description: "new" }],
  [404, `PUT ${shop}/features/none`, {}],
  [201, ...payRequiresCart],
  [201, `POST ${shop}/constraints/requires`, {}],
  [201, `POST ${shop}/constraints/excludes`, { sourceFeature: "pay", excludedFeature: "none" }],
  [404, `DELETE ${shop}/constraints/x`],
  [204, `DELETE ${shop}/constraints/99`],
  [201, ...addBasic],
  [409, ...addBasic],
  [200, `GET ${shop}/configurations`],
  [404, `POST ${basic}/features/none`],
  [201, `POST ${basic}/features/pay`],
  [400, `POST ${basic}/features/cart`],
  [200, `GET ${basic}`],
  [200, `GET ${basic}/features`],
  [400, `DELETE ${basic}/features/cart`],
  [204, `DELETE ${basic}/features/pay`],
  [204, `DELETE ${basic}/features/pay`],
  [204, `DELETE ${shop}/features/pay`],
  [204, `DELETE ${shop}/features/pay`],
  [204, `DELETE ${basic}`],
  [204, `DELETE ${shop}`],
];
