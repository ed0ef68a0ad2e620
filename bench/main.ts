import { didYouMean } from "#base/did-you-mean";
import { stringProperty } from "#base/json";
import { BENCHES } from "./benches.js";
import { machine } from "./machine.js";
import { earlierResult, resultFile, writeResult } from "./result-files.js";
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

/** One after the other. Each is written down when it ends: whoever stops a long form keeps what it has, and can go on with it. */
async function runBenches(wish: BenchWish): Promise<void> {
  const began = performance.now();
  const seconds = (since: number) => (performance.now() - since) / 1_000;
  const form = wish.full ? "the long form" : "the short form";
  const lines: string[] = [];
  for (const [name, load] of Object.entries(BENCHES)) {
    if (wish.names.length > 0 && !wish.names.includes(name)) continue;
    const earlier = earlierResult(wish, name);
    const known = earlier?.form === form ? stringProperty(earlier, "says") : undefined;
    if (known !== undefined) {
      lines.push(line(name, "before", known));
      continue;
    }
    console.log(`\n== ${name}`);
    const beganThis = performance.now();
    const { says, numbers } = await (await load())(wish);
    const took = Math.round(seconds(beganThis));
    lines.push(line(name, `${took} s`, says));
    const file = resultFile(wish, name);
    if (file !== undefined) writeResult(file, { ...machine(), form, seconds: took, says, ...numbers });
  }
  console.log(`\n== summary: ${form}, ${seconds(began).toFixed(0)} s`);
  for (const text of lines) console.log(text);
}

function line(name: string, took: string, says: string): string {
  return `${name.padEnd(11)} ${took.padStart(7)}  ${says}`;
}
