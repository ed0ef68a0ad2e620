import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Json } from "#base/json";

export type HarbourFault =
  | "joining-takes-over"
  | "taken-name-has-two-passwords"
  | "link-opens-all"
  | "login-before-link"
  | "repeat-ignored"
  | "one-basket-for-all"
  | "one-card-for-all"
  | "nights-stand-still"
  | "fee-of-one-night"
  | "author-from-body";

/** What a harbour may do as well, and be correct. */
export type HarbourWay =
  | "no-link"
  | "speaks-plainly"
  | "link-for-the-address"
  | "joining-twice-is-ok"
  | "one-night-each"
  | "basket-empties-itself"
  | "card-tells-the-news"
  | "logged-in-once"
  | "nights-are-set";

interface Skipper {
  readonly mail: string;
  readonly passphrases: string[];
  readonly nickname: string;
  readonly code: string;
  isGood: boolean;
  card: { readonly boat: string; readonly length: number };
}

type Note = {
  readonly noteId: string;
  readonly berthId: string;
  readonly words: string;
  readonly author: string;
};

type Answer = readonly [number, Json?];

const BERTHS = [
  { berthId: "b-north", metres: 12, fee: 30 },
  { berthId: "b-south", metres: 9, fee: 22.5 },
  { berthId: "b-quay", metres: 20, fee: 75 },
];
const no = (status: number, error: string): Answer => [status, { error }];
const isText = (value: Json | undefined, least = 1): value is string =>
  typeof value === "string" && value.length >= least && value.length <= 200;

/** Skippers join, follow a link, log in, put nights at berths into a basket, keep a card, and write notes. */
export async function startHarbour({ fault, way }: { fault?: HarbourFault; way?: HarbourWay } = {}) {
  const [skippers, tokens] = [new Map<string, Skipper>(), new Map<string, Skipper>()];
  const [baskets, notes] = [new Map<string, Map<string, number>>(), new Map<string, Note>()];
  let [last, changes] = [0, 0];
  const next = (what: string) => `${what}-${String(++last).padStart(6, "0")}-${(last * 7919).toString(36)}`;
  const needsLink = way !== "no-link" && way !== "link-for-the-address" && fault !== "login-before-link";

  const link = way === "link-for-the-address" ? "/skippers/confirm-mail" : "/skippers/activate";

  // Who is registered is not told to anybody who asks.
  const isDiscreet = way === "joining-twice-is-ok" || way === "logged-in-once";

  const join = (body: Json): Answer => {
    if (!isObject(body)) return no(400, "an object is needed");
    const { mail, passphrase, passphraseAgain, nickname } = body;
    if (!isText(mail, 3) || !mail.includes("@")) return no(400, "mail");
    if (!isText(passphrase, 6) || !isText(nickname)) return no(400, "passphrase and nickname");
    if (passphrase !== passphraseAgain && fault !== "repeat-ignored") return no(400, "the two differ");
    const old = skippers.get(mail);
    if (old !== undefined && fault === "taken-name-has-two-passwords") old.passphrases.push(passphrase);
    else if (old !== undefined && fault !== "joining-takes-over")
      return isDiscreet ? [200, { text: "Look into your mail." }] : no(409, "taken");
    if (old === undefined || fault === "joining-takes-over") {
      const isGood = (fault === "joining-takes-over" && old?.isGood) || !needsLink;
      const [code, card] = [next("code"), { boat: nickname, length: 5 }];
      skippers.set(mail, { mail, passphrases: [passphrase], nickname, code, isGood, card });
    }
    const code = skippers.get(mail)?.code ?? "";
    const status = isDiscreet ? 200 : 201;
    return [status, { text: way === "no-link" ? "Ahoy." : `Ahoy. Please open ${link}/${code}` }];
  };

  const confirm = (code: string): Answer => {
    const found = [...skippers.values()].find((skipper) => skipper.code === code);
    if (found === undefined) return no(404, "no such code");
    for (const skipper of fault === "link-opens-all" ? skippers.values() : [found]) skipper.isGood = true;
    return [200, { text: "Thank you." }];
  };

  const logIn = (body: Json): Answer => {
    const { mail, passphrase } = isObject(body) ? body : {};
    const skipper = skippers.get(typeof mail === "string" ? mail : "");
    if (skipper === undefined || !skipper.passphrases.some((known) => known === passphrase))
      return no(401, "who?");
    if (!skipper.isGood) return no(403, "open the link first");
    if (way === "logged-in-once" && [...tokens.values()].includes(skipper)) return no(403, "you are in");
    const token = next("token");
    tokens.set(token, skipper);
    return [200, { token }];
  };

  const basketOf = ({ mail }: Skipper) => {
    const key = fault === "one-basket-for-all" ? "" : mail;
    const basket = baskets.get(key) ?? new Map<string, number>();
    baskets.set(key, basket);
    return basket;
  };

  const onBasket = (method: string, berthId: string | undefined, body: Json, caller: Skipper): Answer => {
    const basket = basketOf(caller);
    if (method === "DELETE") {
      basket.clear();
      return [204];
    }
    if (method === "POST") {
      const berth = BERTHS.find((one) => one.berthId === berthId);
      if (berth === undefined) return no(404, "no berth");
      const isStill = fault === "nights-stand-still" || way === "one-night-each";
      if (way === "one-night-each" && basket.has(berth.berthId)) return no(409, "one night each");
      const { quantity } = isObject(body) ? body : {};
      const isSet = way === "nights-are-set";
      if (isSet && quantity !== 1) return no(400, "quantity");
      if (isSet) basket.set(berth.berthId, 1);
      else basket.set(berth.berthId, isStill ? 1 : (basket.get(berth.berthId) ?? 0) + 1);
    }
    const lines = [...basket].map(([id, quantity]) => {
      const { fee: price = 0 } = BERTHS.find((one) => one.berthId === id) ?? {};
      return { berthId: id, quantity, price };
    });
    const counted = (quantity: number) => (fault === "fee-of-one-night" ? 1 : quantity);
    const total = lines.reduce((sum, { price, quantity }) => sum + price * counted(quantity), 0);
    if (way === "basket-empties-itself") basket.clear();
    return [200, { lines, total }];
  };

  const onCard = (method: string, body: Json, caller: Skipper): Answer => {
    const owner = fault === "one-card-for-all" ? ([...skippers.values()][0] ?? caller) : caller;
    if (method === "PUT") {
      const { boat, length } = isObject(body) ? body : {};
      if (!isText(boat) || typeof length !== "number" || length <= 0 || length > 50) return no(400, "card");
      owner.card = { boat, length };
    }
    // What goes on elsewhere is nobody's own.
    if (method === "PUT") changes += 1;
    const news = {
      changesToday: changes,
      headline: `${changes} cards were changed today`,
      here: skippers.size,
    };
    return [200, way === "card-tells-the-news" ? { ...owner.card, ...news } : owner.card];
  };

  const onNotes = (method: string, berthId: string, body: Json, caller: Skipper | undefined): Answer => {
    if (!BERTHS.some((one) => one.berthId === berthId)) return no(404, "no berth");
    if (method === "GET") return [200, [...notes.values()].filter((note) => note.berthId === berthId)];
    if (caller === undefined) return no(401, "who?");
    if (!isObject(body) || !isText(body.words)) return no(400, "words");
    if (body.author !== undefined && !isText(body.author)) return no(400, "author");
    const believed = fault === "author-from-body" && isText(body.author) ? body.author : caller.nickname;
    const note = { noteId: next("note"), berthId, words: body.words, author: believed };
    notes.set(note.noteId, note);
    return [201, note];
  };

  const onNote = (method: string, noteId: string, caller: Skipper | undefined): Answer => {
    const note = notes.get(noteId);
    if (method === "DELETE" && caller === undefined) return no(401, "who?");
    if (note === undefined) return no(404, "no note");
    if (method === "GET") return [200, note];
    if (fault !== "author-from-body" && note.author !== caller?.nickname) return no(403, "not yours");
    notes.delete(noteId);
    return [204];
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "GET" } = request;
    const path = decodeURI(new URL(request.url ?? "", "http://localhost").pathname);
    const text = Buffer.concat(chunks).toString();
    const caller = tokens.get((request.headers.authorization ?? "").replace(/^Bearer /, ""));
    const answer = (): Answer => {
      let body: Json = null;
      try {
        body = text === "" ? null : (JSON.parse(text) as Json);
      } catch {
        return no(400, "no JSON");
      }
      if (path === "/skippers/register" && method === "POST") return join(body);
      if (path === "/skippers/login" && method === "POST") return logIn(body);
      const [, code] = /^\/skippers\/(?:activate|confirm-mail)\/([^/]+)$/.exec(path) ?? [];
      if (code !== undefined) return confirm(code);
      if (path === "/berths") return [200, BERTHS];
      const [, berthId = "", below] = /^\/berths\/([^/]+)(\/notes)?$/.exec(path) ?? [];
      if (below !== undefined) return onNotes(method, berthId, body, caller);
      const berth = BERTHS.find((one) => one.berthId === berthId);
      if (berthId !== "") return berth === undefined ? no(404, "no berth") : [200, berth];
      const [, noteId] = /^\/notes\/([^/]+)$/.exec(path) ?? [];
      if (noteId !== undefined) return onNote(method, noteId, caller);
      const [, basket, put] = /^\/(basket|my-card)(?:\/berths\/([^/]+))?$/.exec(path) ?? [];
      if (basket === undefined) return no(404, "nothing here");
      if (caller === undefined) return no(401, "who?");
      return basket === "basket" ? onBasket(method, put, body, caller) : onCard(method, body, caller);
    };
    const [status, body] = answer();
    const plain = way === "speaks-plainly" && isObject(body) ? (body.text ?? body.token) : undefined;
    const type = plain === undefined ? "application/json" : "text/plain";
    response.writeHead(status, { "content-type": type });
    response.end(plain ?? (body === undefined ? undefined : JSON.stringify(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
