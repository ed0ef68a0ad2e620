import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { getAtPointer } from "#base/json-pointer";
import { parseAuthFile } from "#http/auth-file";
import { SERVICES } from "#services/list";
import type { Service } from "#services/service";
import { authPath } from "#services/service-files";
import { readTruth } from "#services/truth";
import { withService } from "./client.js";

const loginOf = ({ name }: Service) => readTruth(name).login;

describe("the auth file of a service", () => {
  it.each(SERVICES)("is there exactly where somebody can log in: $name", (service) => {
    expect(existsSync(authPath(service.name))).toBe(loginOf(service) !== undefined);
  });

  it.each(SERVICES.filter((service) => loginOf(service) !== undefined))(
    "logs in users that $name knows",
    async (service) => {
      const { operation, token } = loginOf(service) ?? { operation: "", token: "" };
      const actors = parseAuthFile(readFileSync(authPath(service.name), "utf8"), {});
      if (!actors.ok) throw new Error(actors.problems[0]?.message);
      for (const { login } of actors.value) {
        expect(`${login?.verb} ${login?.endpoint}`).toBe(operation);
        const answer = await withService(service, undefined, (client) =>
          client.sendRaw(operation, { body: login?.payload ?? "" }),
        );
        expect(answer.status).toBe(200);
        expect(getAtPointer(answer.body, token)).toEqual(expect.any(String));
      }
    },
  );
});
