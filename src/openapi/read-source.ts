import { open, realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { problem } from "#base/problem";
import { publicUrl } from "#base/public-url";
import { failed, ok, type Result } from "#base/result";

/**
 * Files and URLs to text. Both readers stop at a size, because a document may come from a stranger, and the
 * file reader takes regular files only: a pipe or a device would never end.
 */
export interface ReadLimits {
  readonly maxBytes: number;
  readonly timeoutMilliseconds: number;
}

export type ReadText = (location: string, limits: ReadLimits) => Promise<Result<string>>;

export const DEFAULT_READ_LIMITS: ReadLimits = { maxBytes: 64 * 1024 * 1024, timeoutMilliseconds: 30_000 };

export function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

export const readText: ReadText = async (path, { maxBytes }) => {
  try {
    const file = await open(path, "r");
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return unreadable(path, "it is not a regular file");
      if (stat.size > maxBytes) return tooLarge(path, maxBytes);
      const bytes = await file.readFile();
      return bytes.length > maxBytes ? tooLarge(path, maxBytes) : ok(decode(bytes));
    } finally {
      await file.close();
    }
  } catch (error) {
    return unreadable(path, reasonOf(error));
  }
};

export const fetchText: ReadText = (url, limits) => fetchWith({}, url, limits);

/** Sends credentials along, and to that origin alone: a document may refer to somebody else's server. */
export function fetchTextAt(origin: string, headers: Readonly<Record<string, string>>): ReadText {
  return (url, limits) =>
    fetchWith(URL.canParse(url) && new URL(url).origin === origin ? headers : {}, url, limits);
}

async function fetchWith(
  headers: Readonly<Record<string, string>>,
  url: string,
  { maxBytes, timeoutMilliseconds }: ReadLimits,
): Promise<Result<string>> {
  try {
    const { address, own } = withoutUser(url);
    const response = await fetch(address, {
      signal: AbortSignal.timeout(timeoutMilliseconds),
      // A redirect would take the credentials to wherever it leads.
      redirect: Object.keys({ ...headers, ...own }).length === 0 ? "follow" : "error",
      headers: { accept: "application/json, application/yaml, text/yaml, */*;q=0.5", ...headers, ...own },
    });
    if (!response.ok) {
      await response.body?.cancel();
      return unreadable(url, `the server answers ${response.status}`);
    }
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of response.body ?? []) {
      length += chunk.length;
      if (length > maxBytes) return tooLarge(url, maxBytes);
      chunks.push(chunk);
    }
    return ok(decode(Buffer.concat(chunks)));
  } catch (error) {
    return unreadable(url, reasonOf(error));
  }
}

/** `fetch` takes no address with a user in it; what browsers make of one is a header. */
function withoutUser(text: string): { address: string; own: Readonly<Record<string, string>> } {
  const url = new URL(text);
  const { username, password } = url;
  if (username === "") return { address: text, own: {} };
  url.username = "";
  url.password = "";
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { address: url.href, own: { authorization: `Basic ${Buffer.from(login).toString("base64")}` } };
}

/** Where a path really leads. What does not exist leads to itself: the reader then says that it is missing. */
export async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

/** UTF-8 unless a byte order mark says UTF-16, as editors on Windows still write it. */
function decode(bytes: Buffer): string {
  const text = bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? "utf16le" : "utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "permission is denied",
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known = "code" in error ? REASONS[String(error.code)] : undefined;
  if (known !== undefined) return known;
  if (error.name === "TimeoutError") return "no answer in time";
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function unreadable(place: string, reason: string): Result<never> {
  const location = publicUrl(place);
  return failed(
    problem("document-unreadable", `${location} cannot be read: ${reason}.`, "Check the path or URL.", {
      source: location,
    }),
  );
}

function tooLarge(place: string, maxBytes: number): Result<never> {
  const location = publicUrl(place);
  const megabytes = Math.round((maxBytes / 1024 / 1024) * 10) / 10;
  return failed(
    problem(
      "document-too-large",
      `${location} is larger than ${megabytes} MB.`,
      "Split the document, or raise the limit.",
      { source: location },
    ),
  );
}
