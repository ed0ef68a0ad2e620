import { Pool } from "undici";
import type { Json } from "#base/json";
import { type Service, startService } from "#services/service";

/** A request line and, where there is one, a body: JSON, or form fields for the service that takes forms. */
export type Step = readonly [request: string, body?: Json];

export interface Answer {
  readonly status: number;
  /** Undefined where there is none. */
  readonly body: Json | undefined;
  readonly location: string | null;
  readonly allow: string | null;
}

export interface Client {
  send(step: Step): Promise<Answer>;
  sendRaw(request: string, init: { body?: string; headers?: Record<string, string> }): Promise<Answer>;
}

/** Runs `use` against a fresh instance over real HTTP, and takes the instance down again. */
export async function withService<T>(
  service: Service,
  fault: string | undefined,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const started = await startService(service, fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error(started.problems.map(({ message }) => message).join());
  const { url, close } = started.value;
  // One connection: a client that waits for each answer, and several times as fast as `fetch`.
  const pool = new Pool(url, { connections: 1 });
  try {
    return await use(createClient(pool, service.name === "features"));
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

function createClient(pool: Pool, sendsForms: boolean): Client {
  const sendRaw: Client["sendRaw"] = async (request, { body, headers = {} }) => {
    const [method = "", path = ""] = request.split(" ");
    const response = await pool.request({ method, path, headers, body: body ?? null });
    const text = await response.body.text();
    return {
      status: response.statusCode,
      body: text === "" ? undefined : JSON.parse(text),
      location: oneHeader(response.headers.location),
      allow: oneHeader(response.headers.allow),
    };
  };
  return {
    sendRaw,
    send([request, body]) {
      if (body === undefined) return sendRaw(request, {});
      const headers = {
        "content-type": sendsForms ? "application/x-www-form-urlencoded" : "application/json",
      };
      const text = sendsForms ? formText(body) : JSON.stringify(body);
      return sendRaw(request, { headers, body: text });
    },
  };
}

function formText(fields: Json): string {
  return new URLSearchParams(fields as unknown as Record<string, string>).toString();
}

function oneHeader(value: string | string[] | undefined): string | null {
  return typeof value === "string" ? value : null;
}
