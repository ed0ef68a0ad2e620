import type { BenchWish } from "./wish.js";
export async function benchThroughput(_: BenchWish): Promise<void> {}
