import { createJsonApp, Refusal } from "#services/json-app";
import type { Service } from "#services/service";

/** What the COTS authors found in PetClinic, each behind a switch. */
export const clinic: Service = {
  name: "clinic",
  title: "Clinic",
  faults: {
    "list-shows-other-ids": "GET /owners shows other ids than POST /owners gave.",
    "update-breaks-read": "GET /owners/{ownerId} fails once the owner was updated.",
  },
  createApp: (fault) =>
    createJsonApp(
      (status, message) => ({ status, message }),
      (app) => {
        const owners = new Map<number, { id: number; name: string }>();
        const updated = new Set<number>();
        const find = (id: string) => {
          const owner = owners.get(Number(id));
          if (owner === undefined) throw new Refusal(404, `There is no owner ${id}.`);
          return owner;
        };
        app.post("/owners", async (c) => {
          const { name } = (await c.req.json()) as { name: string };
          const id = owners.size + 1;
          owners.set(id, { id, name });
          return c.json({ id, name }, 201);
        });
        app.get("/owners", (c) => {
          const shown = [...owners.values()];
          return c.json(
            fault === "list-shows-other-ids" ? shown.map((one) => ({ ...one, id: one.id + 1000 })) : shown,
          );
        });
        app.get("/owners/:id", (c) => {
          const owner = find(c.req.param("id"));
          if (fault === "update-breaks-read" && updated.has(owner.id)) throw new Refusal(404, "Gone.");
          return c.json(owner);
        });
        app.put("/owners/:id", async (c) => {
          const owner = find(c.req.param("id"));
          owner.name = ((await c.req.json()) as { name: string }).name;
          updated.add(owner.id);
          return c.json(owner);
        });
      },
    ),
};

const owner = { $ref: "#/components/schemas/Owner" };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const answer = (schema: object) => ({ description: "", ...json(schema) });
const body = { requestBody: { required: true, ...json({ $ref: "#/components/schemas/Name" }) } };

export const CLINIC_DOCUMENT = JSON.stringify({
  openapi: "3.0.3",
  info: { title: "Clinic", version: "1" },
  paths: {
    "/owners": {
      get: { operationId: "listOwners", responses: { 200: answer({ type: "array", items: owner }) } },
      post: { operationId: "addOwner", ...body, responses: { 201: answer(owner) } },
    },
    "/owners/{ownerId}": {
      parameters: [{ name: "ownerId", in: "path", required: true, schema: { type: "integer" } }],
      get: { operationId: "getOwner", responses: { 200: answer(owner), 404: { description: "" } } },
      put: { operationId: "updateOwner", ...body, responses: { 200: answer(owner) } },
    },
  },
  components: {
    schemas: {
      Name: { type: "object", required: ["name"], properties: { name: { type: "string", minLength: 1 } } },
      Owner: {
        type: "object",
        required: ["id", "name"],
        properties: { id: { type: "integer" }, name: { type: "string" } },
      },
    },
  },
});

export const CLINIC_PROTOCOL = `
S_clinic =
  !addOwner(o1: Name).?C201(ownerId: Int = /id).
  rec X.(
    +{
      !updateOwner(ownerId, o1: Name).?C200().X,
      !getOwner(ownerId).?C200(o2: Owner)<o1 is part of o2>.X,
      !listOwners().?C200(all: "Seq[Owner]")<exists o in all :- o.id == ownerId>
    }
  )
`;
