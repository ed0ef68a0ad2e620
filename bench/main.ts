import { didYouMean } from "#base/did-you-mean";
import { BENCHES } from "./benches.js";
import { type BenchWish, readWish } from "./wish.js";

const wish = asked(process.argv.slice(2));
if (wish === undefined) process.exitCode = 2;
else await runBenches(wish);

/** What was asked for; undefined where that cannot be, which is said. */
function asked(args: readonly string[]): BenchWish | undefined {
  try {
    const wish = readWish(args);
    const unknown = wish.names.find((name) => !Object.hasOwn(BENCHES, name));
    if (unknown === undefined) return wish;
    console.error(`There is no bench "${unknown}". ${didYouMean(unknown, Object.keys(BENCHES))}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  return undefined;
}

async function runBenches(wish: BenchWish): Promise<void> {
  const began = performance.now();
  const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(0)} s`;
  const times: string[] = [];
  for (const [name, load] of Object.entries(BENCHES)) {
    if (wish.names.length > 0 && !wish.names.includes(name)) continue;
    console.log(`\n== ${name}`);
    const beganThis = performance.now();
    await (await load())(wish);
    times.push(`${name} ${seconds(beganThis)}`);
  }
  const form = wish.full ? "the long form" : "the short form";
  console.log(`\n${form}, ${seconds(began)}: ${times.join(", ")}`);
}
