/** What a path without ids says where it names a command: `/channels.update`, `/channels/update`, `/updateChannel`. */
export interface CommandName {
  /** Where the API is: `/api`, or nothing. */
  readonly before: string;
  /** As it is written: `channels`. */
  readonly noun: string;
  readonly verb: string;
  /** Only a dot tells a verb that nobody knows from a thing below another one. */
  readonly isDotted: boolean;
}

const read = "get read fetch retrieve show view details detail info describe";
const write = "update edit modify change patch set replace rename delete remove destroy erase";
const list = "list all browse history";
const make = "create add insert new post send open start submit upload import";
const apart =
  "search find query filter lookup login logout signin signout signup register authenticate count";

const READS = new Set(read.split(" "));
const ON_ONE = new Set(`${read} ${write}`.split(" "));
const LISTS = new Set(list.split(" "));
const MAKES = new Set(make.split(" "));
const APART = new Set(apart.split(" "));

/** `info`: it shows one. `other`: a command that only its service knows. `apart`: it is about none that is there. */
export type CommandSense = "reads" | "changes" | "lists" | "makes" | "apart" | "other";

export function senseOf({ verb }: CommandName): CommandSense {
  const word = verb.toLowerCase();
  if (READS.has(word)) return "reads";
  if (ON_ONE.has(word)) return "changes";
  if (LISTS.has(word)) return "lists";
  if (MAKES.has(word)) return "makes";
  return APART.has(word) ? "apart" : "other";
}

/** What stands behind a dot and is no verb. */
const SUFFIX = /^(json|xml|html?|csv|txt|ya?ml|php|aspx?|jsp|do|action|cgi|ashx|asmx|svc|pdf)$/i;

export function commandName(path: string): CommandName | undefined {
  if (/[{}?#]/.test(path)) return undefined;
  const segments = path.split("/").slice(1);
  const [last = "", above] = segments.toReversed();
  const dotted = /^([A-Za-z][\w.-]*)\.([A-Za-z][A-Za-z_-]*)$/.exec(last);
  if (dotted?.[1] !== undefined && dotted[2] !== undefined) {
    if (SUFFIX.test(dotted[2])) return undefined;
    const nouns = dotted[1].split(".");
    return named([...segments.slice(0, -1), ...nouns.slice(0, -1)], nouns.at(-1) ?? "", dotted[2], true);
  }
  const [, verb = "", noun = ""] = /^([a-z]+)(?:[_-]([A-Za-z][\w-]*)|([A-Z]\w*))$/.exec(last) ?? [];
  const camel = /^([a-z]+)([A-Z]\w*)$/.exec(last);
  const [first, rest] = camel?.[1] === undefined ? [verb, noun] : [camel[1], camel[2] ?? ""];
  if (rest !== "" && senseOf({ before: "", noun: "", verb: first, isDotted: false }) !== "other")
    return named(segments.slice(0, -1), lowerFirst(rest), first, false);
  if (above === undefined || !/^[A-Za-z][\w-]*$/.test(above) || !/^[A-Za-z][\w-]*$/.test(last))
    return undefined;
  return named(segments.slice(0, -2), above, last, false);
}

function named(before: readonly string[], noun: string, verb: string, isDotted: boolean): CommandName {
  return { before: before.map((segment) => `/${segment}`).join(""), noun, verb, isDotted };
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** `channel`, `channelId`, `channel_id` and a bare `id` name one of the `channels`. */
export function namesOneOf(noun: string, name: string): boolean {
  const said = bare(name);
  if (["id", "uuid", "guid"].includes(said)) return true;
  const of = bare(noun);
  const one = said.replace(/(id|uuid|guid)$/, "");
  return [one, said].some(
    (word) =>
      word !== "" &&
      [word, `${word}s`, `${word}es`, word.replace(/y$/, "ies"), IRREGULAR.get(word)].includes(of),
  );
}

const IRREGULAR = new Map([
  ["person", "people"],
  ["child", "children"],
]);

function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "");
}
