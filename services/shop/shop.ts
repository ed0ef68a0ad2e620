import { createJsonApp } from "../json-app.js";
import { knownFault, type Service } from "../service.js";
import { addAddressRoutes } from "./address-routes.js";
import { addCardRoutes } from "./card-routes.js";
import { addCustomerRoutes, type ShopOptions } from "./customer-routes.js";
import { SHOP_DELAYED_FAULTS, SHOP_FAULTS, type ShopFault } from "./faults.js";
import { createStore } from "./store.js";

/**
 * Customers with their cards and addresses, after the shop that the COTS authors modelled: creating answers with
 * nothing but an id, lists are embedded, and a customer goes with all that is theirs.
 */
export const shop = createShop("Shop", SHOP_FAULTS, { name: "shop", delaysCustomers: false });

/**
 * The same shop where a new customer cannot be read at once. It says so with a 202; with a 201, as the COTS authors
 * found it, it would be the fault that the plain shop has.
 */
export const shopDelayed = createShop("Shop with delay", SHOP_DELAYED_FAULTS, {
  name: "shop-delayed",
  delaysCustomers: true,
});

function createShop<Name extends ShopFault>(
  title: string,
  faults: Readonly<Record<Name, string>>,
  options: ShopOptions,
): Service {
  return {
    name: options.name,
    title,
    faults,
    createApp: (fault, now = Date.now) =>
      createJsonApp(
        (status_code, message) => ({ status_code, message }),
        (app) => {
          const store = createStore();
          const planted = knownFault(faults, fault);
          addCustomerRoutes(app, store, options, planted, now);
          addCardRoutes(app, store, options.name, planted);
          addAddressRoutes(app, store, options.name, planted);
        },
      ),
  };
}
