import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal, readPathInteger } from "../json-app.js";
import { pick } from "../pick.js";
import type { PetstoreFault } from "./faults.js";
import { createIds, PET_STATUSES, type Pet, type PetStatus, type Store } from "./store.js";

type PetBody = Omit<Pet, "id"> & { readonly id?: number };

export function addPetRoutes(app: Hono, store: Store, fault: PetstoreFault | undefined): void {
  const { pets } = store;
  const readPet = bodyReader<PetBody>("petstore", "Pet");
  const newId = createIds(pets);
  const statusWhenAdded = new Map<number, PetStatus | undefined>();

  app.post("/pet", async (c) => {
    const body = await readPet(c);
    const id = body.id ?? newId();
    const before = fault === "upsert-pet-merges" ? pets.get(id) : undefined;
    const pet = { ...before, ...toPet(id, body) };
    pets.set(id, pet);
    if (fault === "find-by-status-stale") statusWhenAdded.set(id, pet.status);
    return c.json(pet);
  });

  app.put("/pet", async (c) => {
    const body = await readPet(c);
    if (body.id === undefined) throw new Refusal(400, "The pet has no id.");
    if (!pets.has(body.id)) throw new Refusal(404, "Pet not found");
    const pet = toPet(body.id, body);
    const { tags, ...untagged } = pet;
    pets.set(pet.id, fault === "update-pet-drops-tags" ? untagged : pet);
    return c.json(pet);
  });

  app.get("/pet/findByStatus", (c) => {
    const status = readStatus(c.req.query("status") ?? "available");
    const statusOf = (pet: Pet) =>
      fault === "find-by-status-stale" ? statusWhenAdded.get(pet.id) : pet.status;
    return c.json([...pets.values()].filter((pet) => statusOf(pet) === status));
  });

  app.get("/pet/findByTags", (c) => {
    const wanted = c.req.queries("tags") ?? [];
    if (wanted.length === 0) throw new Refusal(400, "No tags are given.");
    const matches = ({ tags = [] }: Pet) => {
      const has = (name: string) => tags.some((tag) => tag.name === name);
      return fault === "find-by-tags-needs-all" ? wanted.every(has) : wanted.some(has);
    };
    return c.json([...pets.values()].filter(matches));
  });

  app.get("/pet/:petId", (c) => c.json(existingPet(store, c)));

  app.post("/pet/:petId", (c) => {
    const pet = existingPet(store, c);
    const { name, status } = c.req.query();
    if (name === "") throw new Refusal(400, "The name is empty.");
    const updated = {
      ...pet,
      ...(name === undefined ? {} : { name }),
      ...(status === undefined ? {} : { status: readStatus(status) }),
    };
    if (fault !== "form-update-not-stored") pets.set(pet.id, updated);
    return c.json(updated);
  });

  // Lenient as the original: what is not there counts as deleted.
  app.delete("/pet/:petId", (c) => {
    const id = readPathInteger(c, "petId");
    const pet = pets.get(id);
    if (fault === "inventory-counts-deleted" && pet !== undefined) store.deletedPets.push(pet);
    if (fault !== "delete-pet-keeps-pet") pets.delete(id);
    return c.json({ code: 200, type: "success", message: "Pet deleted" });
  });
}

function existingPet(store: Store, c: Context): Pet {
  const pet = store.pets.get(readPathInteger(c, "petId"));
  if (pet === undefined) throw new Refusal(404, "Pet not found");
  return pet;
}

function readStatus(text: string): PetStatus {
  const status = PET_STATUSES.find((candidate) => candidate === text);
  if (status === undefined) throw new Refusal(400, `The status is none of ${PET_STATUSES.join(", ")}.`);
  return status;
}

function toPet(id: number, body: PetBody): Pet {
  const { category, tags } = body;
  return {
    id,
    ...pick(body, ["name", "photoUrls", "status"]),
    ...(category === undefined ? {} : { category: pick(category, ["id", "name"]) }),
    ...(tags === undefined ? {} : { tags: tags.map((tag) => pick(tag, ["id", "name"])) }),
  };
}
