import type { Json } from "#base/json";
import { type JsonAnswer as Answer, isText, type Served, serveJson } from "./serve-json.js";

export type TenderFault = "signing loses the bid";

type Row = Record<string, Json>;

export interface Tenders extends Served {
  readonly document: Json;
  /** How many things there are. */
  readonly left: () => number;
}

/**
 * Bids are made below tenders and have a path of their own only for what is done to them; a contract comes of accepting
 * one, and nothing else makes contracts.
 */
export async function startTenders(fault?: TenderFault): Promise<Tenders> {
  const tenders = new Map<string, Row>();
  const bids = new Map<string, Row>();
  const contracts = new Map<string, Row>();
  let last = 0;
  const keep = (rows: Map<string, Row>, row: Row): Answer => {
    const id = `n${++last}x${(last * 7919) % 1000}`;
    const kept = { id, ...row };
    rows.set(id, kept);
    return [201, kept];
  };
  const missing: Answer = [404, { message: "not found" }];
  const decide = (bid: Row, verb: string | undefined): Answer => {
    if (verb !== "accept" && verb !== "decline") return missing;
    if (bid.status !== "open") return [409, { message: `the bid is ${bid.status}` }];
    bid.status = verb === "accept" ? "accepted" : "declined";
    if (verb === "decline") return [200, bid];
    const contract: Row = { bidId: bid.id ?? "", text: `for ${bid.text}`, status: "drafted" };
    return keep(contracts, contract);
  };
  const server = await serveJson((asked, [kind, id, part], sent) => {
    const method = asked === "HEAD" ? "GET" : asked;
    if (!["GET", "POST", "DELETE"].includes(method)) return [405];
    const isNew = method === "POST" && !isText(sent.text);
    if (kind === "tenders" && id === undefined) {
      if (method === "GET") return [200, [...tenders.values()]];
      return isNew ? [422, { message: "text is wanted" }] : keep(tenders, { text: sent.text ?? "" });
    }
    if (kind === "tenders") {
      const tender = tenders.get(id ?? "");
      if (tender === undefined) return missing;
      const own = [...bids.values()].filter(({ tenderId }) => tenderId === id);
      if (part === "bids" && method === "GET") return [200, own];
      if (part === "bids" && isNew) return [422, { message: "text is wanted" }];
      if (part === "bids") return keep(bids, { tenderId: id ?? "", text: sent.text ?? "", status: "open" });
      if (method === "GET") return [200, tender];
      for (const bid of own) {
        bids.delete(String(bid.id));
        for (const contract of [...contracts.values()])
          if (contract.bidId === bid.id) contracts.delete(String(contract.id));
      }
      tenders.delete(id ?? "");
      return [204];
    }
    const row = kind === "bids" ? bids.get(id ?? "") : contracts.get(id ?? "");
    if (row === undefined) return missing;
    if (kind === "bids") return method === "POST" ? decide(row, part) : missing;
    if (part === undefined) return [200, row];
    if (row.status !== "drafted") return [409, { message: `the contract is ${row.status}` }];
    row.status = "signed";
    if (fault === "signing loses the bid") bids.delete(String(row.bidId));
    return [200, row];
  });
  const left = () => tenders.size + bids.size + contracts.size;
  return { ...server, document: DOCUMENT, left };
}

const text = { type: "string", minLength: 1, maxLength: 40 };
const thing = (...names: readonly string[]) => ({
  type: "object",
  required: [...names],
  properties: Object.fromEntries(names.map((name) => [name, text])),
});
const of = (schema: Json) => ({ content: { "application/json": { schema } } });
const answer = (schema: Json) => ({ description: "it", ...of(schema) });
const no = { description: "no" };
const within = (name: string) => ({ parameters: [{ name, in: "path", required: true, schema: text }] });
const body = { requestBody: { required: true, ...of(thing("text")) } };
const tender = thing("id", "text");
const bid = thing("id", "tenderId", "text", "status");
const contract = thing("id", "bidId", "text", "status");
const act = (status: number, schema: Json) => ({
  post: { responses: { [status]: answer(schema), 404: no, 409: no } },
});

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Tenders", version: "1" },
  paths: {
    "/tenders": {
      get: { responses: { 200: answer({ type: "array", items: tender }) } },
      post: { ...body, responses: { 201: answer(tender), 422: no } },
    },
    "/tenders/{tenderId}": {
      ...within("tenderId"),
      get: { responses: { 200: answer(tender), 404: no } },
      delete: { responses: { 204: { description: "gone" }, 404: no } },
    },
    "/tenders/{tenderId}/bids": {
      ...within("tenderId"),
      get: { responses: { 200: answer({ type: "array", items: bid }), 404: no } },
      post: { ...body, responses: { 201: answer(bid), 404: no, 422: no } },
    },
    "/bids/{bidId}/accept": { ...within("bidId"), ...act(201, contract) },
    "/bids/{bidId}/decline": { ...within("bidId"), ...act(200, bid) },
    "/contracts/{contractId}": {
      ...within("contractId"),
      get: { responses: { 200: answer(contract), 404: no } },
    },
    "/contracts/{contractId}/sign": { ...within("contractId"), ...act(200, contract) },
  },
} as unknown as Json;
