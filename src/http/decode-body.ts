import { parseJson } from "#base/parse-json";
import type { ResponseBody } from "#calls/exchange";
import { isJsonType, mediaEssence } from "#openapi/media-type";

/**
 * Bytes to a body. The content type decides, and where it says nothing or says only "text" a body that looks
 * like JSON and is JSON counts as JSON: many services forget the header, and their ids are needed all the
 * same. Whether the header was right is for an oracle to say, the headers are in the record.
 */
export function decodeBody(bytes: Uint8Array, contentType: string): ResponseBody {
  if (bytes.length === 0) return { kind: "empty" };
  const essence = mediaEssence(contentType);
  const declaredJson = isJsonType(contentType);
  if (!declaredJson && !isTextType(essence)) {
    if (essence !== "" || !isUtf8(bytes)) return { kind: "binary", bytes: bytes.length };
  }
  const text = decodeText(bytes, contentType);
  if (declaredJson || (isUnspecific(essence) && /^\s*[[{]/.test(text))) {
    const parsed = parseJson(text);
    if (parsed.ok) return { kind: "json", value: parsed.value, text };
    return { kind: "text", text, invalidJson: declaredJson && parsed.why === "not json" };
  }
  return { kind: "text", text, invalidJson: false };
}

function isTextType(essence: string): boolean {
  return /^text\/|[/+](xml|yaml|x-yaml|javascript|graphql|x-ndjson|jsonl|x-www-form-urlencoded|problem)$/.test(
    essence,
  );
}

function isUnspecific(essence: string): boolean {
  return essence === "" || essence === "text/plain" || essence === "text/html";
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder("utf-8", { fatal: true }).decode(bytes).includes("\0");
  } catch {
    return false;
  }
}

const utf8 = new TextDecoder("utf-8");

function decodeText(bytes: Uint8Array, contentType: string): string {
  const charset = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? "utf-8";
  if (/^utf-?8$/i.test(charset)) return utf8.decode(bytes);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return utf8.decode(bytes);
  }
}
