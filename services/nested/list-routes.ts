import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal } from "../json-app.js";
import type { NestedFault } from "./faults.js";
import { existingProject } from "./project-routes.js";
import { cardsOf, type List, listsOf, nextId, type Store, showList } from "./store.js";

export function addListRoutes(app: Hono, store: Store, fault: NestedFault | undefined): void {
  const { lists, cards } = store;
  const readList = bodyReader<{ readonly data: Pick<List, "title"> }>("nested", "ListBody");

  app.get("/projects/:projectId/lists", (c) => {
    const data = listsOf(store, existingProject(store, c).id).map((list) => showList(store, list));
    return c.json({ data, meta: { count: data.length } });
  });

  app.post("/projects/:projectId/lists", async (c) => {
    const { title } = (await readList(c)).data;
    const projectId = existingProject(store, c).id;
    refuseTitle({ id: "", projectId, title });
    const list = { id: nextId(store, "lst"), projectId, title };
    lists.set(list.id, list);
    store.locked.add(projectId);
    const location = `/projects/${projectId}/lists/${list.id}`;
    return c.json({ data: showList(store, list) }, 201, { Location: location });
  });

  app.get("/projects/:projectId/lists/:listId", (c) => {
    const anywhere = fault === "list-read-through-any-project";
    return c.json({ data: showList(store, existingList(store, c, anywhere)) });
  });

  app.put("/projects/:projectId/lists/:listId", async (c) => {
    const { title } = (await readList(c)).data;
    const list = { ...existingList(store, c), title };
    refuseTitle(list);
    lists.set(list.id, list);
    return c.json({ data: showList(store, list) });
  });

  // Cards, unlike lists, go with what they are on.
  app.delete("/projects/:projectId/lists/:listId", (c) => {
    const list = existingList(store, c);
    const going = fault === "delete-list-takes-all" ? listsOf(store, list.projectId) : [list];
    for (const { id } of going) {
      if (fault !== "delete-list-keeps-cards") for (const card of cardsOf(store, id)) cards.delete(card.id);
      lists.delete(id);
    }
    return c.body(null, 204);
  });

  function refuseTitle({ id, projectId, title }: List): void {
    const others = fault === "list-title-taken-elsewhere" ? [...lists.values()] : listsOf(store, projectId);
    const taken = others.some((list) => list.title === title && list.id !== id);
    if (taken && fault !== "list-title-taken-twice")
      throw new Refusal(409, `The project has a list ${title} already.`);
  }
}

export function existingList(store: Store, c: Context, anywhere = false): List {
  const project = existingProject(store, c);
  const id = c.req.param("listId") ?? "";
  const list = store.lists.get(id);
  if (list === undefined || (list.projectId !== project.id && !anywhere))
    throw new Refusal(404, `There is no list ${id} in project ${project.id}.`);
  return list;
}
