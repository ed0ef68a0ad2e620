import { test } from "vitest";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { SERVICES } from "#services/list";
import { exportFrom, against, runShell, serviceNamed } from "/work/main/test/report/exported.js";
import { testBundled } from "/work/main/test/run/test-against.js";
const only = (process.env.ONLY ?? "").split(",").filter(Boolean);
test("all", async () => {
  mkdirSync("/tmp/r1/out", { recursive: true });
  for (const s of SERVICES) for (const fault of Object.keys(s.faults)) {
    if (only.length && !only.includes(s.name) && !only.includes(fault)) continue;
    try {
      const record = await testBundled(serviceNamed(s.name), { fault, size: "1", maxShrinks: 40 });
      const f = record.faults[0];
      if (!f) { appendFileSync("/tmp/r1/result.txt", `${s.name} ${fault}: NOT FOUND\n`); continue; }
      let e; try { e = exportFrom(record); } catch (x) { appendFileSync("/tmp/r1/result.txt", `${s.name} ${fault}: ${f.verdict} ${f.oracle} NO SCRIPT ${f.key}\n`); continue; }
      for (const k of ["sh","test","arazzo"] as const) writeFileSync(`/tmp/r1/out/${s.name}--${fault}.${k}`, e[k]);
      writeFileSync(`/tmp/r1/out/${s.name}--${fault}.json`, JSON.stringify({...f, replay: undefined}, null, 1));
      const bad = await against(s.name, fault, (u) => runShell(e.sh, u, {AUTHORIZATION: process.env.AUTHORIZATION ?? "" })).catch((x)=>({told: String(x).slice(0,300), output:""}));
      const good = await against(s.name, undefined, (u) => runShell(e.sh, u, {AUTHORIZATION: process.env.AUTHORIZATION ?? "" })).catch((x)=>({told: String(x).slice(0,300), output:""}));
      const okk = bad.told === "shows" && good.told === "gone";
      appendFileSync("/tmp/r1/result.txt", `${okk ? "ok  " : f.check ? "BAD " : "none"} ${s.name} ${fault}: ${f.verdict} ${f.oracle} | ${bad.told} | ${good.told}${okk ? "" : " || " + f.clause.slice(0,90) + " || " + (bad.output.split("\n").slice(-2)[0]) + " || " + good.output.split("\n").slice(-2)[0]}\n`);
    } catch (x) { appendFileSync("/tmp/r1/result.txt", `${s.name} ${fault}: EXC ${String(x).slice(0,200)}\n`); }
  }
}, 3_000_000);
