import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";

/** What may be live when the run ends, of all that there is: the record and its reports are made in the rest. */
const PART = 0.7;

/**
 * Tells once when memory gets short, with how many megabytes there are. Only what a full collection has left is counted:
 * before it, most of the heap is garbage.
 */
export function watchMemory(onShort: (megabytes: number) => void): () => void {
  const observer = new PerformanceObserver((list) => {
    const wasFull = list.getEntries().some((entry) => kindOf(entry) === constants.NODE_PERFORMANCE_GC_MAJOR);
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    if (!wasFull || used < PART * limit) return;
    observer.disconnect();
    onShort(Math.round(limit / 2 ** 20));
  });
  observer.observe({ entryTypes: ["gc"] });
  return () => observer.disconnect();
}

function kindOf(entry: PerformanceEntry): unknown {
  const detail: unknown = Reflect.get(entry, "detail");
  return typeof detail === "object" && detail !== null && "kind" in detail ? detail.kind : undefined;
}
