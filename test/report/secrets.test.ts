import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { REPORT_NAMES } from "#report/report-names";
import { piolet, type Ran } from "../cli/run-piolet.js";
import { GIVEN_TOKEN, startTelltale, TELLTALE } from "./telltale-service.js";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Planted {
  readonly flags: (url: string) => readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The document, where it is not given by the flags. */
  readonly spec?: (url: string) => string;
}

/** A run of everything against a service that repeats all it is told: what was printed, and every file it left. */
async function runWith({ flags, files = {}, env = {}, spec }: Planted): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "piolet-secrets-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const service = await startTelltale(TELLTALE);
  try {
    const argv = [
      ...["test", spec?.(service.url) ?? `${service.url}/openapi.json`, "--url", service.url, "--seed", "1"],
      ...["--size", "1", "--no-shrink", "--max-requests", "250", "--report", REPORT_NAMES.join(",")],
    ];
    const ran: Ran = await piolet([...argv, ...flags(service.url)], { cwd: folder, env });
    const written = filesBelow(join(folder, ".piolet"));
    expect(written.filter((file) => file.endsWith("F1.sh")).length, ran.out + ran.err).toBe(1);
    return new Map([
      ["stdout", ran.out],
      ["stderr", ran.err],
      ...written.map((file) => [file, readFileSync(file, "utf8")] as const),
    ]);
  } finally {
    await service.close();
  }
}

function filesBelow(path: string): readonly string[] {
  return readdirSync(path).flatMap((name) => {
    const file = join(path, name);
    return statSync(file).isDirectory() ? filesBelow(file) : [file];
  });
}

const SECRET = "pl4nted-9f27c1e0-secret";

const LOGIN = `auth:
  - name: Ada
    loginEndpointAuth:
      endpoint: /login
      verb: POST
      contentType: application/json
      PAYLOAD
      token: { extractFrom: body, extractSelector: /token, sendIn: WHERE, sendName: key, sendTemplate: "{token}" }
`;
const login = (payload: string, where: string) => ({
  "auth.yaml": LOGIN.replace("PAYLOAD", payload).replace("WHERE", where),
});
const userPassword =
  "payloadUserPwd: { username: ada, usernameField: user, password: PASSWORD, passwordField: pass }";

const PLACES: Readonly<Record<string, Planted>> = {
  "a header that is called a credential": { flags: () => ["-H", `X-Api-Key: ${SECRET}`] },
  "a header of any name": { flags: () => ["-H", `X-Gate: ${SECRET}`] },
  "basic credentials": { flags: () => ["-a", `ada:${SECRET}`] },
  "the config file": {
    flags: () => [],
    files: { "piolet.config.json": JSON.stringify({ headers: { "X-Team": SECRET } }) },
  },
  "the environment, by the config file": {
    flags: () => [],
    files: { "piolet.config.yaml": "headers: { X-Team: '${TEAM}' }\nauth: 'ada:${TEAM}'\n" },
    env: { TEAM: SECRET },
  },
  "the environment, for nobody": { flags: () => [], env: { UNUSED: SECRET } },
  "the password of a login": {
    flags: () => ["--auth-file", "auth.yaml"],
    files: login(userPassword.replace("PASSWORD", SECRET), "header"),
  },
  "the body of a login": {
    flags: () => ["--auth-file", "auth.yaml"],
    files: login(`payloadRaw: '{"user":"ada","pass":"${SECRET}"}'`, "query"),
  },
  "a fixed header of a user": {
    flags: () => ["--auth-file", "auth.yaml"],
    files: { "auth.yaml": `auth:\n  - name: Ada\n    fixedHeaders: [{ name: X-Gate, value: ${SECRET} }]\n` },
  },
  "the address of the document": {
    flags: () => [],
    spec: (url) => `${url.replace("//", `//ada:${SECRET}@`)}/openapi.json`,
  },
  "a key in the address of the document": {
    flags: () => [],
    spec: (url) => `${url}/openapi.json?token=${SECRET}`,
  },
};

test.each(Object.entries(PLACES))("a secret in %s is nowhere afterwards", async (_, planted) => {
  const base64 = Buffer.from(`ada:${SECRET}`).toString("base64");
  for (const [place, text] of await runWith(planted))
    for (const secret of [SECRET, GIVEN_TOKEN, base64])
      expect(text.includes(secret), `${secret} in ${place}`).toBe(false);
});

test("an address of the service that holds credentials is refused without repeating them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "piolet-secrets-"));
  folders.push(folder);
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(TELLTALE));
  for (const scheme of ["http", "ftp"]) {
    const ran = await piolet(["test", "openapi.json", "--url", `${scheme}://ada:${SECRET}@127.0.0.1:9`], {
      cwd: folder,
    });
    expect(ran.code).toBe(2);
    expect(ran.out + ran.err).not.toContain(SECRET);
  }
});
