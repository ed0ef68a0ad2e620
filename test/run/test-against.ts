import type { Json } from "#base/json";
import type { RunRecord } from "#calls/run-record";
import { openTarget } from "#http/target";
import type { Api } from "#openapi/api";
import { loadApi, loadApiFromJson } from "#openapi/load-api";
import { testApi } from "#pipeline";
import { type Service, startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { NO_GENERATORS } from "#values/generators";

/** The whole pipeline against a service that runs. */
export async function testAgainst(url: string, api: Api, seed = 1): Promise<RunRecord> {
  const target = openTarget({ url, version: "test", api });
  if (!target.ok) throw new Error(target.problems[0]?.message);
  try {
    const options = { version: "test", api, target: target.value, seed, generators: NO_GENERATORS };
    const result = await testApi({ ...options, accepted: new Set(), now: () => performance.now() });
    if (!result.ok) throw new Error(result.problems[0]?.message);
    return result.value;
  } finally {
    await target.value.close();
  }
}

export async function testBundled(service: Service, fault?: string, seed = 1): Promise<RunRecord> {
  const api = await loadApi(documentPath(service.name));
  const started = await startService(service, fault === undefined ? {} : { fault });
  if (!api.ok || !started.ok) throw new Error("the bundled service does not start");
  try {
    return await testAgainst(started.value.url, api.value, seed);
  } finally {
    await started.value.close();
  }
}

export function apiOf(document: Json): Api {
  const api = loadApiFromJson(document);
  if (!api.ok) throw new Error(api.problems[0]?.message);
  return api.value;
}

/** `ERR deleted-is-gone DELETE /notes/{id}`: what was found, in a line each. */
export function foundIn(record: RunRecord): string[] {
  return record.faults.map(({ verdict, oracle, operation }) => `${verdict} ${oracle} ${operation}`);
}
