import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { didYouMean } from "#base/did-you-mean";
import { isObject, type Json, property } from "#base/json";
import { parsePointer } from "#base/json-pointer";
import { type Problem, problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { substituteEnv } from "#base/substitute-env";
import { isOwnMetaProperty } from "#explore/meta-property";
import { CONFIG_SCHEMA, type Config } from "./config.js";

export interface LoadedConfig {
  readonly config: Config;
  /** Undefined where there is no file. */
  readonly file?: string;
}

export interface ConfigPlace {
  readonly cwd: string;
  /** A file that was named; otherwise one is looked for, upward from `cwd`. */
  readonly file?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const NAMES = ["ts", "mts", "js", "mjs", "json", "yaml", "yml"].map((ending) => `piolet.config.${ending}`);

/** The config file as checked data. Only `.ts` and `.js` files are code, and only the user's own. */
export async function loadConfig(place: ConfigPlace): Promise<Result<LoadedConfig>> {
  const found = await findFile(place);
  if (!found.ok || found.value === undefined) return found.ok ? ok({ config: {} }) : found;
  const file = found.value;
  const read = await readConfigFile(file);
  if (!read.ok) return read;
  const { functions, data: rest } = splitOff("functions", read.value);
  const { metaProperties, data: others } = splitOff("metaProperties", rest);
  const { generators, data } = splitOff("generators", others);
  const { json, missing } = substituteEnv(data, place.env);
  const unset = missing.map(({ name, pointer }) =>
    problem(
      "environment-missing",
      `The config file uses \${${name}}, which is not set.`,
      `Set ${name}, or remove it.`,
      {
        pointer,
        source: file,
      },
    ),
  );
  const wrong = unset.length > 0 ? unset : await check(json, file);
  if (wrong.length > 0) return failed(...wrong);
  const unusable = Object.entries(functions ?? {}).find(([, entry]) => typeof entry !== "function");
  if (unusable !== undefined) {
    const message = `In the config file functions.${unusable[0]} is no function.`;
    const hint = "Write a function that says whether something holds, in piolet.config.ts.";
    return failed(problem("config-invalid", message, hint, { pointer: "/functions", source: file }));
  }
  const mistaken = Object.entries(metaProperties ?? {}).find(([, entry]) => !isOwnMetaProperty(entry));
  if (mistaken !== undefined) {
    const message = `In the config file metaProperties.${mistaken[0]} is not a property to look for.`;
    const hint =
      'Write { title, shapes: ["once" | "twice" | …], shows: (observation) => … } in piolet.config.ts.';
    return failed(problem("config-invalid", message, hint, { pointer: "/metaProperties", source: file }));
  }
  const code = {
    ...(generators === undefined ? {} : { generators }),
    ...(functions === undefined ? {} : { functions }),
    ...(metaProperties === undefined ? {} : { metaProperties }),
  };
  return ok({ config: { ...(json as Config), ...code } as Config, file });
}

async function findFile({ cwd, file }: ConfigPlace): Promise<Result<string | undefined>> {
  if (file !== undefined) return ok(resolve(cwd, file));
  const { lilconfig } = await import("lilconfig");
  // Loaders that load nothing: here the search is only for the name.
  const loaders = Object.fromEntries(
    [".ts", ".mts", ".js", ".mjs", ".json", ".yaml", ".yml"].map((ending) => [ending, () => ({})]),
  );
  const found = await lilconfig("piolet", { searchPlaces: NAMES, loaders }).search(cwd);
  return ok(found?.filepath);
}

async function readConfigFile(file: string): Promise<Result<unknown>> {
  try {
    switch (extname(file)) {
      case ".json":
        return ok(JSON.parse(await readFile(file, "utf8")));
      case ".yaml":
      case ".yml": {
        const { parse } = await import("yaml");
        return ok(parse(await readFile(file, "utf8")) ?? {});
      }
      default: {
        const { createJiti } = await import("jiti");
        return ok(await createJiti(import.meta.url).import(file, { default: true }));
      }
    }
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return failed(
      problem(
        "config-unreadable",
        `The config file cannot be read: ${why}`,
        "Check that the file exists and is valid.",
        {
          source: file,
        },
      ),
    );
  }
}

/** Entries that may hold functions, which are no JSON, are taken out before the rest is checked as data. */
function splitOff<K extends "generators" | "functions" | "metaProperties">(
  name: K,
  config: unknown,
): { readonly [name in K]?: Config[K] } & { readonly data: Json } {
  const data = (config ?? {}) as Json;
  if (!isObject(data) || !Object.hasOwn(data, name) || !isObject(data[name])) return { data } as never;
  const { [name]: taken, ...rest } = data;
  return { [name]: taken, data: rest } as never;
}

async function check(json: Json, file: string): Promise<readonly Problem[]> {
  const { compileValidator } = await import("#values/compile-validator");
  const validator = compileValidator(CONFIG_SCHEMA as { [keyword: string]: Json }, {
    schemas: { resolve: () => undefined, problems: () => [] },
    direction: "request",
  });
  if (!validator.ok) return validator.problems;
  const known = Object.keys((property(CONFIG_SCHEMA, "properties") ?? {}) as object);
  return validator.value(json).map((error) => {
    const unknown = Object.keys(isObject(json) ? json : {}).find((key) => !known.includes(key));
    if (error.keyword === "additionalProperties" && error.pointer === "" && unknown !== undefined) {
      return problem(
        "config-invalid",
        `The config file has an unknown entry "${unknown}".`,
        didYouMean(unknown, known),
        {
          pointer: `/${unknown}`,
          source: file,
        },
      );
    }
    const entry = parsePointer(error.pointer).join(".") || "the file";
    return problem(
      "config-invalid",
      `In the config file ${entry} ${error.message}.`,
      "See the config reference in the docs.",
      {
        pointer: error.pointer,
        source: file,
      },
    );
  });
}
