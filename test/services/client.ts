import { Pool } from "undici";
import type { Json } from "#base/json";
import { type Service, startService } from "#services/service";

/** A request line and, where there is one, a body: JSON, or form fields for the service that takes forms. */
export type Step = readonly [request: string, body?: Json | undefined, circumstances?: Circumstances];

export interface Circumstances {
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds that the service's clock goes on before the request. */
  readonly after?: number;
}

/** The headers that say something of what happened; null where an answer has none. */
const TELLING = ["location", "allow", "etag", "link", "x-total"] as const;

export interface Answer extends Readonly<Record<(typeof TELLING)[number], string | null>> {
  readonly status: number;
  /** Undefined where there is none. */
  readonly body: Json | undefined;
}

/** What a scenario leaves unsaid: nothing but a status. */
export const BARE_ANSWER = { body: undefined, ...telling(() => undefined) };

export interface Client {
  send(step: Step): Promise<Answer>;
  sendRaw(
    request: string,
    init: { body?: string; headers?: Readonly<Record<string, string>> },
  ): Promise<Answer>;
}

/** Runs `use` against a fresh instance over real HTTP, and takes the instance down again. */
export async function withService<T>(
  service: Service,
  fault: string | undefined,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const clock = { time: 0 };
  const now = () => clock.time;
  const started = await startService(service, fault === undefined ? { now } : { fault, now });
  if (!started.ok) throw new Error(started.problems.map(({ message }) => message).join());
  const { url, close } = started.value;
  // One connection: a client that waits for each answer, and several times as fast as `fetch`.
  const pool = new Pool(url, { connections: 1 });
  try {
    return await use(createClient(pool, service.name === "features", clock));
  } finally {
    await pool.destroy();
    await close();
  }
}

export async function sendAll(client: Client, steps: readonly Step[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const step of steps) answers.push(await client.send(step));
  return answers;
}

function createClient(pool: Pool, sendsForms: boolean, clock: { time: number }): Client {
  const sendRaw: Client["sendRaw"] = async (request, { body, headers = {} }) => {
    const [method = "", path = ""] = request.split(" ");
    const response = await pool.request({ method, path, headers, body: body ?? null });
    const text = await response.body.text();
    return {
      status: response.statusCode,
      body: text === "" ? undefined : JSON.parse(text),
      ...telling((name) => response.headers[name]),
    };
  };
  return {
    sendRaw,
    send([request, body, { headers = {}, after = 0 } = {}]) {
      clock.time += after;
      if (body === undefined) return sendRaw(request, { headers });
      const contentType = sendsForms ? "application/x-www-form-urlencoded" : "application/json";
      const text = sendsForms ? formText(body) : JSON.stringify(body);
      return sendRaw(request, { headers: { ...headers, "content-type": contentType }, body: text });
    },
  };
}

function formText(fields: Json): string {
  return new URLSearchParams(fields as unknown as Record<string, string>).toString();
}

function telling(header: (name: string) => string | string[] | undefined) {
  const one = (name: string) => {
    const value = header(name);
    return typeof value === "string" ? value : null;
  };
  return Object.fromEntries(TELLING.map((name) => [name, one(name)])) as Record<
    (typeof TELLING)[number],
    string | null
  >;
}
