import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { type WireFailure, wireFailure } from "./wire.js";

const decoders = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};
const rawDeflate = promisify(inflateRaw);

/** More layers than this nobody sends but an attacker. */
const MAX_LAYERS = 3;

export type Decompressed = { readonly kind: "bytes"; readonly bytes: Uint8Array } | WireFailure;

/**
 * Undoes `content-encoding`. Piolet does not ask for compression, but some gateways send it unasked. The
 * output has the same bound as a plain body, so that ten kilobytes cannot become ten gigabytes; an encoding
 * that is not known leaves the bytes as they are.
 */
export async function decompress(
  body: Uint8Array,
  contentEncoding: string,
  limit: number,
): Promise<Decompressed> {
  const encodings = contentEncoding
    .split(",")
    .map((name) => name.trim().toLowerCase().replace(/^x-/, ""))
    .filter((name) => name !== "" && name !== "identity");
  if (body.length === 0 || encodings.length === 0) return { kind: "bytes", bytes: body };
  if (encodings.length > MAX_LAYERS) {
    return wireFailure("garbage", "the response is compressed too many times over", "");
  }
  let bytes = body;
  for (const name of encodings.reverse()) {
    if (!isKnown(name)) return { kind: "bytes", bytes };
    try {
      bytes = await decodeOne(name, bytes, limit);
    } catch (error) {
      const tooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
      return tooLarge
        ? wireFailure("too large", `the response body is larger than ${limit} bytes when decompressed`, "")
        : wireFailure("garbage", `the response says content-encoding ${name} and is not`, "");
    }
  }
  return { kind: "bytes", bytes };
}

async function decodeOne(name: keyof typeof decoders, bytes: Uint8Array, limit: number): Promise<Uint8Array> {
  const bound = { maxOutputLength: limit };
  if (name === "deflate" && (bytes[0] ?? 0) % 16 !== 8) {
    // Some services send the bare stream, without the wrapper that the name stands for.
    return await rawDeflate(bytes, bound);
  }
  return await decoders[name](bytes, bound);
}

function isKnown(name: string): name is keyof typeof decoders {
  return Object.hasOwn(decoders, name);
}
