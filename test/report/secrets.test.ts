import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fc } from "@fast-check/vitest";
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
  /** What the service gives for a login. */
  readonly token?: string;
  /** The document, where it is not given by the flags. */
  readonly spec?: (url: string) => string;
}

/** A run of everything against a service that repeats all it is told: what was printed, and every file it left. */
async function runWith({
  flags,
  files = {},
  env = {},
  spec,
  token,
}: Planted): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "piolet-secrets-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const service = await startTelltale(TELLTALE, token);
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

/** Everywhere another one, so that a leak says where it comes from. */
const planted = (place: string) => `pl4nted-9f27c1e0-${place}`;

const token = (where: string) =>
  `token: { extractFrom: body, extractSelector: /token, sendIn: ${where}, sendName: key, sendTemplate: "{token}" }`;

const loginWith = (payload: string, where: string) => `auth:
  - name: Ada
    fixedHeaders: [{ name: X-Gate, value: ${planted("fixed-header")} }]
    loginEndpointAuth:
      endpoint: /login
      verb: POST
      contentType: application/json
      ${payload}
      ${token(where)}
`;

const PLACES: Readonly<Record<string, Planted>> = {
  "flags, config file and environment": {
    flags: () => [
      ...["-H", `X-Api-Key: ${planted("named-header")}`, "-H", `X-Gate: ${planted("any-header")}`],
      ...["-a", `ada:${planted("basic")}`],
    ],
    files: {
      "piolet.config.yaml": `headers: { X-Team: "\${TEAM}", X-Other: ${planted("config")} }\n`,
    },
    env: { TEAM: planted("environment"), UNUSED: planted("unused") },
    spec: (url) => `${url}/openapi.json?token=${planted("document-key")}`,
  },
  "a login by password, whose token goes into a header": {
    flags: () => ["--auth-file", "auth.yaml"],
    files: {
      "auth.yaml": loginWith(
        `payloadUserPwd: { username: ada, usernameField: user, password: ${planted("password")}, passwordField: pass }`,
        "header",
      ),
    },
    spec: (url) => `${url.replace("//", `//ada:${planted("document-user")}@`)}/openapi.json`,
  },
  "a login by a body, whose token goes into the query": {
    flags: () => ["--auth-file", "auth.yaml"],
    files: {
      "auth.yaml": loginWith(`payloadRaw: '{"user":"ada","pass":"${planted("payload")}"}'`, "query"),
    },
  },
};

test.concurrent.each(Object.entries(PLACES))("secrets in %s are nowhere afterwards", async (_, places) => {
  const encoded = Buffer.from(`ada:${planted("basic")}`).toString("base64");
  for (const [place, text] of await runWith(places))
    for (const secret of ["pl4nted", GIVEN_TOKEN, encoded])
      expect(
        text.includes(secret),
        `${secret} in ${place}: ${text.slice(text.indexOf(secret)).slice(0, 80)}`,
      ).toBe(false);
});

/** Signs that are written otherwise in URLs, JSON, pages, YAML and shells. */
const SIGNS = [..."aZ09 \"'\\\\/+&<>%$`#:;,.-_=é✓"];
const drawn = (units: readonly string[]) =>
  fc.string({ unit: fc.constantFrom(...units), minLength: 8, maxLength: 24 }).map((text) => `x${text}x`);

/** All that a reader could find a secret by. */
function spellings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const page = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const base64 = Buffer.from(secret).toString("base64");
  const shell = secret.replaceAll("'", "'\\''");
  return [secret, json, encodeURIComponent(secret), page, base64.replace(/=+$/, ""), shell];
}

test("no secret of eight signs or more is in anything that a run writes, whatever it is made of", async () => {
  const inHeaders = SIGNS.filter((sign) => /^[!-~]$/.test(sign) && sign !== "," && sign !== "=");
  const [[password, payload, given, header] = []] = fc.sample(
    fc.tuple(drawn(SIGNS), drawn(SIGNS), drawn(inHeaders), drawn(inHeaders)),
    { numRuns: 1, seed: 26 },
  );
  const secrets = [password, payload, given, header].map(String);
  const login = JSON.stringify({ user: "ada", pass: payload });
  const runs = [
    { flags: () => ["-a", `ada:${password}`, "-H", `X-Gate: ${header}`] },
    {
      flags: () => ["--auth-file", "auth.yaml"],
      files: { "auth.yaml": loginWith(`payloadRaw: ${JSON.stringify(login)}`, "header") },
      token: String(given),
    },
  ];
  const written = await Promise.all(runs.map(runWith));
  const found = written.flatMap((files) =>
    [...files].flatMap(([file, text]) =>
      secrets.flatMap(spellings).flatMap((spelling) => {
        const at = text.indexOf(spelling);
        return at < 0 ? [] : [`${spelling} in ${file}: ${text.slice(at - 40, at + 40)}`];
      }),
    ),
  );
  expect(found).toEqual([]);
});

test("an address of the service that holds credentials is refused without repeating them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "piolet-secrets-"));
  folders.push(folder);
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(TELLTALE));
  for (const scheme of ["http", "ftp"]) {
    const ran = await piolet(
      ["test", join(folder, "openapi.json"), "--url", `${scheme}://ada:${planted("address")}@127.0.0.1:9`],
      {
        cwd: folder,
      },
    );
    expect(ran.code).toBe(2);
    expect(ran.out + ran.err).not.toContain("pl4nted");
  }
});
