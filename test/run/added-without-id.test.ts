import { expect, it } from "vitest";
import { isArray, isObject, type Json, type JsonObject } from "#base/json";
import { isText, type Served, serveJson } from "./serve-json.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

type GaugeFault = "a refused batch is taken up to what is wrong";

/** Stations with gauges. A gauge of an open station takes levels, all or none; none of them can be spoken of again. */
async function startGauges(fault?: GaugeFault): Promise<Served & { readonly levels: () => number }> {
  const stations = new Map<string, JsonObject>();
  const gauges = new Map<string, JsonObject>();
  const levels = new Map<string, Json[]>();
  let [last, taken] = [0, 0];
  const served = await serveJson((method, [kind = "", id = "", part], sent) => {
    const table = kind === "stations" ? stations : gauges;
    const found = table.get(id);
    if (id !== "" && found === undefined) return [404, { message: "There is none." }];
    switch (`${method} ${kind}${id === "" ? "" : " one"}${part === undefined ? "" : ` ${part}`}`) {
      case "GET stations":
      case "GET gauges":
        return [200, [...table.values()]];
      case "GET stations one":
        return [200, { ...found }];
      case "GET gauges one":
        return [200, { ...found, count: levels.get(id)?.length ?? 0 }];
      case "POST stations": {
        if (!isText(sent.name)) return [400, { message: "A name is needed." }];
        const station = { id: `s${++last}`, name: sent.name, status: "planned" };
        stations.set(station.id, station);
        return [201, station];
      }
      case "POST stations one open":
        if (found?.status !== "planned") return [409, { message: "The station is open." }];
        stations.set(id, { ...found, status: "open" });
        return [200, { ...stations.get(id) }];
      case "POST stations one gauges": {
        if (!isText(sent.name)) return [400, { message: "A name is needed." }];
        const gauge = { id: `g${++last}`, stationId: id, name: sent.name };
        gauges.set(gauge.id, gauge);
        return [201, { ...gauge, count: 0 }];
      }
      case "POST gauges one levels":
        if (stations.get(String(found?.stationId))?.status !== "open")
          return [409, { message: "The station is planned, not open." }];
        {
          const all = isArray(sent.levels) ? sent.levels : [];
          const right = all.filter((one) => isObject(one) && typeof one.metres === "number");
          const isWrong = all.length === 0 || right.length < all.length;
          if (!isWrong || fault !== undefined) levels.set(id, [...(levels.get(id) ?? []), ...right]);
          if (isWrong) return [400, { message: "How many metres?" }];
          taken++;
          return [200, { accepted: right.length }];
        }
      case "GET gauges one levels":
        return [200, levels.get(id) ?? []];
      case "DELETE gauges one":
        levels.delete(id);
        gauges.delete(id);
        return [204];
      case "DELETE stations one":
        for (const { id: own, stationId } of gauges.values())
          if (stationId === id) gauges.delete(String(own));
        stations.delete(id);
        return [204];
      default:
        return [405];
    }
  });
  return { ...served, levels: () => taken };
}

const text: Json = { type: "string", minLength: 1, maxLength: 40 };
const object = (properties: JsonObject): Json => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const content = (schema: Json): Json => ({ "application/json": { schema } });
const answers = (schema: Json | undefined, status: number, ...others: readonly number[]): Json => ({
  [String(status)]: { description: "", ...(schema === undefined ? {} : { content: content(schema) }) },
  ...Object.fromEntries(others.map((other) => [String(other), { description: "" }])),
});
const at = (name: string): Json => [{ name, in: "path", required: true, schema: { type: "string" } }];
const takes = (properties: JsonObject): Json => ({ required: true, content: content(object(properties)) });
const status: Json = { type: "string", enum: ["planned", "open"] };
const STATION = object({ id: text, name: text, status });
const GAUGE = object({ id: text, stationId: text, name: text, count: { type: "integer" } });
const metres: Json = { type: "number", minimum: 0, maximum: 10 };
const list = (items: Json): Json => ({ responses: answers({ type: "array", items }, 200, 404) });
const removal: Json = { responses: answers(undefined, 204, 404) };

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Gauges", version: "1" },
  paths: {
    "/stations": {
      get: list(STATION),
      post: { requestBody: takes({ name: text }), responses: answers(STATION, 201, 400) },
    },
    "/stations/{stationId}": {
      parameters: at("stationId"),
      get: { responses: answers(STATION, 200, 404) },
      delete: removal,
    },
    "/stations/{stationId}/open": {
      parameters: at("stationId"),
      post: { responses: answers(STATION, 200, 404, 409) },
    },
    "/stations/{stationId}/gauges": {
      parameters: at("stationId"),
      post: { requestBody: takes({ name: text }), responses: answers(GAUGE, 201, 400, 404) },
    },
    "/gauges/{gaugeId}": {
      parameters: at("gaugeId"),
      get: { responses: answers(GAUGE, 200, 404) },
      delete: removal,
    },
    "/gauges/{gaugeId}/levels": {
      parameters: at("gaugeId"),
      get: list(object({ metres })),
      post: {
        requestBody: takes({
          levels: { type: "array", minItems: 1, maxItems: 5, items: object({ metres }) },
        }),
        responses: answers(object({ accepted: { type: "integer" } }), 200, 400, 404, 409),
      },
    },
  },
};

it("what is added to a thing and has no id of its own is done to it, once what it stands in was moved on", async () => {
  const gauges = await startGauges();
  try {
    const record = await testAgainst(gauges.url, apiOf(DOCUMENT));
    const open = record.operations.filter(({ learned }) => learned?.confirmed !== true).map(({ key }) => key);
    const adds = record.operations.find(({ key }) => key === "POST /gauges/{gaugeId}/levels");
    expect(open).toEqual([]);
    expect(adds?.semantics).toBe("OTHER");
    expect(foundIn(record).filter((line) => !line.startsWith("NOTE"))).toEqual([]);
    expect(gauges.levels()).toBeGreaterThan(3);
  } finally {
    await gauges.close();
  }
});

it("a batch that is refused for its last part is taken not at all", async () => {
  const gauges = await startGauges("a refused batch is taken up to what is wrong");
  try {
    const record = await testAgainst(gauges.url, apiOf(DOCUMENT));
    const told = foundIn(record).filter((line) => !line.startsWith("NOTE"));
    expect(told).toEqual(["WARN refused-has-no-effect POST /gauges/{gaugeId}/levels"]);
  } finally {
    await gauges.close();
  }
});
