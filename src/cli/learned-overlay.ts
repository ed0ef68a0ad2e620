import { stringify } from "yaml";
import type { Json } from "#base/json";
import { targetOf } from "#contracts/write-overlay";
import { encodeKnown } from "#run/known-service";
import { idFieldsOf } from "#semantics/id-fields";
import type { OperationMeaning } from "#semantics/semantics";
import { type LearnReport, relationsOf } from "./learned-json.js";

/**
 * What was learned as an OpenAPI Overlay: the tags that other tools read as well, and what there is no tag for under
 * `x-piolet`. `piolet test --semantics FILE` goes by it.
 */
export function learnedOverlay(report: LearnReport): string {
  const { api, semantics } = report;
  const actions = api.operations.flatMap(({ key, pointer }) => {
    const meaning = semantics.operations[key];
    return meaning === undefined ? [] : [{ target: targetOf(pointer), update: tagsOf(meaning, report) }];
  });
  const { book, rules, signs, sendsEtags } = report;
  const learned = encodeKnown({ book, rules, signs, sendsEtags, resources: semantics.resources });
  const more = { seed: report.seed, relations: relationsOf(report), learned };
  const root = { target: "$", update: { "x-piolet": more } };
  return stringify(
    {
      overlay: "1.0.0",
      info: { title: `What the operations of ${api.title} do`, version: "1.0.0" },
      actions: [...actions, root],
    },
    { lineWidth: 0, aliasDuplicateObjects: false },
  );
}

function tagsOf(meaning: OperationMeaning, { semantics, book }: LearnReport): Json {
  const resource = semantics.resources.find(({ name }) => name === meaning.resource);
  const id = resource && idFieldsOf(resource, book.creates.get(resource.name)?.identity)[0];
  const { proof, kind } = meaning;
  return {
    "x-crudOperationSemantics": tagOf(meaning),
    ...(meaning.resource === null ? {} : { "x-crudResourceType": meaning.resource }),
    ...(id === undefined ? {} : { "x-crudResourceIdentifier": id }),
    "x-piolet": {
      confirmed: proof?.confirmed ?? false,
      because: proof?.because ?? "it was not tried",
      ...(kind === undefined ? {} : { kind }),
      ...(proof?.changes === undefined
        ? {}
        : { changes: [...new Set(proof.changes.map(({ field }) => field))] }),
    },
  };
}

function tagOf({ semantics, kind }: OperationMeaning): string {
  if (kind === "login" || kind === "logout" || kind === "signup") return kind;
  return semantics.toLowerCase().replace("_", "-");
}
