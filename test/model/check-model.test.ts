import { describe, expect, it } from "vitest";
import { checkModel } from "#model/check-model";
import {
  absent,
  always,
  compare,
  exists,
  field,
  forall,
  integer,
  option,
  present,
  variable,
} from "#model/formula";
import type { Action, Effect, Model } from "#model/model";
import { printModel } from "#model/print-model";
import { printTla } from "#model/print-tla";
import { features, petstore, tournaments } from "./icepick-models.js";

function withAction(changes: Partial<Action>): Model {
  const model = tournaments(2, 2, 2);
  const [first] = model.actions;
  if (first === undefined) throw new Error("the model has actions");
  return { ...model, actions: [{ ...first, ...changes }] };
}

const put = (map: string, record: Extract<Effect, { kind: "put" }>["record"]): Effect => ({
  kind: "put",
  map,
  key: ["p"],
  record,
});

/** Two lists of twelve users: 2^24 different calls. */
function tooManyCalls(): Model {
  const list = { kind: "subset", sort: "user" } as const;
  const parameters = ["a", "b"].map((name) => ({ name, type: list }));
  const model = petstore(12);
  return {
    ...model,
    actions: model.actions
      .slice(0, 1)
      .map((action) => ({ ...action, parameters, guard: always, effects: [] })),
  };
}

describe("a model", () => {
  it.each([tournaments(2, 2, 2), petstore(2), features(2)])("is sound: $name", (model) => {
    expect(checkModel(model)).toEqual([]);
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
  });

  it.each<[string, Model, string]>([
    ["an unknown map", withAction({ guard: present("playerz", "p") }), "model-name"],
    [
      "an unknown field",
      withAction({ guard: compare(field("players", "p", "x"), "=", integer(1)) }),
      "model-name",
    ],
    ["an unbound variable", withAction({ guard: compare(variable("z"), "=", integer(1)) }), "model-name"],
    ["a key of the wrong sort", withAction({ guard: absent("tournaments", "p") }), "model-type"],
    ["unlike types", withAction({ guard: compare(variable("p"), "=", integer(1)) }), "model-type"],
    ["ordered slots", withAction({ guard: compare(variable("p"), "<", variable("p")) }), "model-type"],
    ["an unknown option", withAction({ guard: compare(variable("p"), "=", option("x")) }), "model-type"],
    [
      "a hidden variable",
      withAction({ guard: exists({ p: "player" }, present("players", "p")) }),
      "model-name",
    ],
    [
      "a record with other fields",
      withAction({ effects: [put("players", { x: integer(1) })] }),
      "model-type",
    ],
    [
      "a refusal that changes something",
      withAction({ outcome: { kind: "refusal", reason: "" } }),
      "model-type",
    ],
    [
      "an each that writes one entry twice",
      withAction({
        effects: [
          {
            kind: "each",
            variables: [{ name: "q", sort: "player" }],
            where: present("players", "q"),
            effects: [{ kind: "remove", map: "players", key: ["p"] }],
          },
        ],
      }),
      "model-type",
    ],
    ["no slots", { ...petstore(1), sorts: [{ name: "user", slots: 0 }] }, "model-too-large"],
    [
      "two actions of one name",
      { ...petstore(1), actions: petstore(1).actions.flatMap((a) => [a, a]) },
      "model-name",
    ],
    ["too many calls", tooManyCalls(), "model-too-large"],
    [
      "quantifiers that multiply",
      {
        ...tournaments(9, 9, 9),
        invariants: [
          {
            text: "deep",
            formula: forall(
              Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [name, "player"])),
              always,
            ),
          },
        ],
      },
      "model-too-large",
    ],
    ["too many subsets", petstore(13), "model-too-large"],
  ])("with %s is checked", (_, model, code) => {
    expect(checkModel(model).map((problem) => problem.code)).toContain(code);
  });

  it("is printed for people", () => {
    expect(printModel(petstore(2))).toContain(
      [
        "  action deletePet(p: pet)  DELETE /pet/{petId}  effect",
        "    when pets[p] exists",
        "    remove pets[p]",
        "    for each o in order where orders[o].pet = p: remove orders[o]",
      ].join("\n"),
    );
  });

  it("is printed as TLA+", () => {
    const { name, module, config } = printTla(petstore(2));
    expect(name).toBe("Petstore");
    expect(module).toContain(
      [
        "\\* DELETE /pet/{petId}",
        "deletePet(p) ==",
        "  /\\ pets[p] # Absent",
        "  /\\ pets' = [pets EXCEPT ![p] = Absent]",
        "  /\\ orders' = [o \\in Order |-> IF (orders[o] # Absent /\\ orders[o].pet_2 = p) THEN Absent ELSE orders[o]]",
        "  /\\ UNCHANGED <<users>>",
      ]
        .join("\n")
        .replace("pet_2", "pet"),
    );
    expect(config).toContain("  Pet = {pet1, pet2}");
  });

  it("cannot smuggle text into TLA+ by its names", () => {
    const evil = 'x == TRUE\n====\n"';
    const model: Model = {
      name: evil,
      sorts: [{ name: evil, slots: 1 }],
      maps: [
        {
          name: `${evil}!`,
          keys: [evil],
          fields: [{ name: evil, type: { kind: "choice", options: [evil] } }],
        },
      ],
      actions: [
        {
          name: evil,
          operation: `GET /${evil}`,
          outcome: { kind: "effect" },
          parameters: [{ name: evil, type: { kind: "slot", sort: evil } }],
          guard: absent(`${evil}!`, evil),
          effects: [{ kind: "put", map: `${evil}!`, key: [evil], record: { [evil]: option(evil) } }],
        },
      ],
      invariants: [],
    };
    expect(checkModel(model)).toEqual([]);
    expect(printTla(model).module.match(/^====/gm)).toHaveLength(1);
  });
});
