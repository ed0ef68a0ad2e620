import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import { parsePointer } from "#base/json-pointer";
import type { InputTrial } from "./input-trial.js";
import { show } from "./show.js";

/** What a trial sends, to go on after "accepts", "refuses" or "answers 500 to": `a status outside the enum`. */
export function sayTrial({ keyword, kind, place, label }: InputTrial): string {
  const [isParameter, name = ""] = memberOf(place);
  if (name === "") return label;
  if (keyword === "required") return `a ${isParameter ? "call" : "body"} without ${name}`;
  if (keyword === "enum" && kind === "forbidden") return `${aNoun(name)} outside the enum`;
  const [, past] = /^one past (.*)$/.exec(label) ?? [];
  if (past !== undefined) return `${aNoun(name)} past ${past}`;
  const [, that] = /^what (.*)$/.exec(label) ?? [];
  if (that !== undefined) return `${aNoun(name)} that ${that}`;
  if (label.startsWith("no multiple")) return `${aNoun(name)} that is ${label}`;
  return `${label.replace(/, which may (not )?be$/, "")} as ${name}`;
}

/** The same with the value that was sent and what the service answered: `a status outside the enum ("zzz" → 200)`. */
export function sayAnswered(trial: InputTrial, sent: Json | undefined, status: number): string {
  return `${sayTrial(trial)} (${sent === undefined ? "" : `${show(sent, 40)} → `}${status})`;
}

function memberOf(place: string): readonly [isParameter: boolean, name?: string] {
  const [, parameter] = /^(?:query|header|cookie) (.+)$/.exec(place) ?? [];
  if (parameter !== undefined) return [true, parameter];
  if (place.startsWith("path ")) return [true];
  const tokens = parsePointer(place);
  const index = tokens.findLastIndex((token) => !/^\d+$/.test(token));
  const name = tokens[index];
  if (name === undefined) return [false];
  const within = index > 0 ? tokens.slice(0, index).filter((token) => !/^\d+$/.test(token)) : [];
  return [false, [...within, name].join(".")];
}
