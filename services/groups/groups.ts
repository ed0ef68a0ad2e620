import { createJsonApp } from "../json-app.js";
import { knownFault, type Service } from "../service.js";
import { GROUPS_FAULTS } from "./faults.js";
import { addGroupRoutes } from "./group-routes.js";
import { createStore } from "./store.js";

/**
 * The service that takes its time, after the groups of a well-known forge that Karlsson and others explored:
 * DELETE is only accepted, and the group is there for a while; lists come in pages of twenty; name and path are
 * each taken once, and a duplicate is a plain 400. PUT changes what is given, as theirs does.
 */
export const groups: Service = {
  name: "groups",
  title: "Groups",
  faults: GROUPS_FAULTS,
  createApp: (fault, now = Date.now) =>
    createJsonApp(
      (_, message) => ({ message }),
      (app) => addGroupRoutes(app, createStore(), knownFault(GROUPS_FAULTS, fault), now),
    ),
};
