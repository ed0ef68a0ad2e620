import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal } from "../json-app.js";
import type { NestedFault } from "./faults.js";
import { listsOf, nextId, type Project, type Store, showProject } from "./store.js";

export function addProjectRoutes(app: Hono, store: Store, fault: NestedFault | undefined): void {
  const { projects } = store;
  const readProject = bodyReader<{ readonly data: Pick<Project, "name"> }>("nested", "ProjectBody");

  app.get("/projects", (c) => {
    const data = [...projects.values()].map((project) => showProject(store, project));
    return c.json({ data, meta: { count: data.length } });
  });

  app.post("/projects", async (c) => {
    const { name } = (await readProject(c)).data;
    const project = { id: nextId(store, "prj"), name };
    projects.set(project.id, project);
    const location = `/projects/${project.id}`;
    return c.json({ data: showProject(store, project) }, 201, { Location: location });
  });

  app.get("/projects/:projectId", (c) => c.json({ data: showProject(store, existingProject(store, c)) }));

  app.patch("/projects/:projectId", async (c) => {
    const { name } = (await readProject(c)).data;
    const project = { ...existingProject(store, c), name };
    const renamed = fault === "rename-project-renames-all" ? [...projects.values()] : [project];
    for (const each of renamed) projects.set(each.id, { ...each, name });
    return c.json({ data: showProject(store, project) });
  });

  // Lists stand in the way of their project: they have to be deleted first.
  app.delete("/projects/:projectId", (c) => {
    const { id } = existingProject(store, c);
    const hasLists = listsOf(store, id).length > 0 && fault !== "delete-project-with-lists";
    const isLocked = fault === "project-stays-locked" && store.locked.has(id);
    if (hasLists || isLocked) throw new Refusal(409, `Project ${id} has lists.`);
    projects.delete(id);
    return c.body(null, 204);
  });
}

export function existingProject({ projects }: Store, c: Context): Project {
  const id = c.req.param("projectId") ?? "";
  const project = projects.get(id);
  if (project === undefined) throw new Refusal(404, `There is no project ${id}.`);
  return project;
}
