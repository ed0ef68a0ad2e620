import type { Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal } from "../json-app.js";
import type { PersonsFault } from "./faults.js";

interface Person {
  readonly name: string;
  readonly age: number;
}

/** How the variants differ: what happens to a name that is taken, and whether a person is looked at at all. */
export interface PersonsOptions {
  readonly name: string;
  readonly onDuplicate: "overwrite" | "refuse";
  readonly validates: boolean;
}

export function addPersonRoutes(app: Hono, options: PersonsOptions, fault: PersonsFault | undefined): void {
  const persons = new Map<string, Person>();
  const deleted = new Map<string, Person>();
  const readPerson = bodyReader<Person>(options.name, "Person");

  const store = (person: Person) => {
    const name = fault === "add-cuts-name" ? [...person.name].slice(0, 8).join("") : person.name;
    const known = fault === "overwrite-keeps-age" ? persons.get(name)?.age : undefined;
    const age = known ?? (fault === "age-capped-at-99" ? Math.min(person.age, 99) : person.age);
    persons.set(name, { name, age });
    const [oldest = name] = persons.keys();
    if (fault === "fourth-person-evicts-first" && persons.size > 3) persons.delete(oldest);
  };

  app.get("/persons", (c) => {
    const listed = [...persons.values()];
    if (fault === "list-misses-newest") listed.pop();
    if (fault === "list-shows-deleted") listed.push(...deleted.values());
    if (fault === "list-merges-same-age")
      return c.json([...new Map(listed.map((person) => [person.age, person])).values()]);
    return c.json(listed);
  });

  app.post("/persons", async (c) => {
    const { name, age } = await readPerson(c);
    if (options.validates) refuseInvalid({ name, age });
    if (options.onDuplicate === "refuse") refuseDuplicate({ name, age });
    store({ name, age });
    return c.json({ name, age }, 201);
  });

  function refuseInvalid({ name, age }: Person): void {
    const isOld = age > 64 || (age === 64 && fault === "age-64-accepted");
    if (!isOld && fault === "refused-person-stored") store({ name, age });
    if (!isOld) throw new Refusal(400, "The age is not above 64.");
    if (name === "" && fault !== "empty-name-accepted") throw new Refusal(400, "The name is empty.");
  }

  function refuseDuplicate({ name, age }: Person): void {
    const taken = persons.get(name) ?? (fault === "name-stays-taken" ? deleted.get(name) : undefined);
    if (taken === undefined) return;
    if (fault === "duplicate-with-other-age-accepted" && taken.age !== age) return;
    if (fault === "refused-duplicate-stored") store({ name, age });
    throw new Refusal(409, `There already is a person ${name}.`);
  }

  // Nobody asks whether the person is there.
  const remove = (name: string) => {
    const person = persons.get(name);
    if (person !== undefined) deleted.set(name, person);
    if (fault !== "delete-keeps-person") persons.delete(name);
    if (fault === "delete-removes-namesakes") {
      for (const other of [...persons.keys()]) if (other.startsWith(name)) persons.delete(other);
    }
  };

  app.delete("/persons/:name", (c) => {
    remove(c.req.param("name"));
    return c.body(null, 204);
  });

  // A name may be empty, and then so is the last segment.
  app.delete("/persons/", (c) => {
    remove("");
    return c.body(null, 204);
  });
}
