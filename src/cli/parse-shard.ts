import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { Shard } from "#run/shard";

/** `2/4` of the command line. */
export function parseShard(text: string): Result<Shard> {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text.trim())?.map(Number) ?? [];
  if (index !== undefined && count !== undefined && index >= 1 && index <= count) return ok({ index, count });
  return failed(
    problem(
      "usage",
      `--shard takes which part of how many, not "${text}".`,
      "For example --shard 1/4 on the first of four machines.",
    ),
  );
}
