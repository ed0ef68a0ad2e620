import { parentPort } from "node:worker_threads";
import { relevantExchanges } from "#calls/relevant-exchanges";
import type { Fault } from "#calls/run-record";
import { mayBeWithdrawn } from "#run/gather-faults";
import { testBundled } from "../test-bundled.js";
import { nameOf, type Report, type Task, type Told } from "./tool.js";

/** The thread in which `piolet-tool.ts` runs the pipeline: a task comes in, what was told goes out. */
parentPort?.on("message", async (task: Task) => parentPort?.postMessage(await run(task)));

async function run(task: Task): Promise<Told> {
  const { service, url, seed, size, lookEvery, shrink, seconds, usual } = task;
  const [late, found] = [AbortSignal.timeout(seconds * 1_000), new AbortController()];
  const signal = AbortSignal.any([late, found.signal]);
  const began = performance.now();
  const heard = new Map<string, { readonly fault: Fault; readonly requests: number }>();
  let requests = 0;
  const onExchange = () => {
    requests++;
  };
  // After the end of its time every call fails, which says nothing of the service.
  const onFault = (fault: Fault) => {
    if (signal.aborted || heard.has(fault.key)) return;
    heard.set(fault.key, { fault, requests });
    const isNew = reportOf(fault, requests).some((report) => usual?.includes(nameOf(report)) === false);
    if (isNew && !mayBeWithdrawn(fault)) found.abort();
  };
  const options = { signal, ...(shrink ? {} : { maxShrinks: 0 }) };
  try {
    const record = await testBundled(
      { service, url, seed, size, lookEvery, options },
      { onExchange, onFault },
    );
    const faults = signal.aborted ? [...heard.values()].map(({ fault }) => fault) : record.faults;
    const reports = faults.flatMap((fault) => reportOf(fault, heard.get(fault.key)?.requests ?? requests));
    const told = { reports, requests: record.requests, milliseconds: performance.now() - began };
    return late.aborted ? { ...told, broken: `stopped after ${seconds} s` } : told;
  } catch (error) {
    return { reports: [], requests, milliseconds: performance.now() - began, broken: String(error) };
  }
}

/** A note accuses nobody, so it finds no fault. */
function reportOf(fault: Fault, requests: number): readonly Report[] {
  const { verdict, oracle, operation } = fault;
  if (verdict === "NOTE") return [];
  return [{ verdict, by: oracle, at: operation, requests, calls: relevantExchanges(fault).length }];
}
