import { nameWords } from "#values/name-words";
import { type Move, stepsOf } from "./known-moves.js";
import type { Preparation } from "./recipe.js";
import type { Role } from "./role.js";
import { stepName } from "./step.js";

/** A move of one of the things around a call. */
export interface Option extends Move {
  readonly on: Role;
}

/** What came of the call once more: accepted, or refused with these words. */
export type Heard =
  | { readonly accepted: true }
  /** `isNew`: in other words than before anything was moved on. */
  | { readonly accepted: false; readonly said: string; readonly isNew: boolean };

/** The things around a call that is refused on new ones. */
export interface Scene {
  readonly options: readonly Option[];
  /** What was said when it was refused. */
  readonly said: string;
  /** Makes everything anew and moves it on by these. */
  readonly begin: (way: readonly Preparation[]) => Promise<boolean>;
  /** Whether the thing takes the step. */
  readonly take: (option: Option) => Promise<boolean>;
  /** Makes the call again. */
  readonly ask: () => Promise<Heard>;
  readonly isOver: () => boolean;
  /** So often things are made anew and moved on. */
  readonly most?: number;
}

/** A way longer than that is not looked for. */
const LONGEST = 3;

const MOST_BEGUN = 12;

/** So many steps are tried in all. */
const MOST_TAKEN = 30;

/**
 * What has to be done first for a call to be accepted: each step that is known to work on the things around it is tried,
 * then two in a row, then three. Those that the refusal speaks of go first (`the event is not published`). A step that is
 * refused leaves everything as it was, and costs one call.
 */
export async function searchSteps(scene: Scene): Promise<readonly Preparation[] | undefined> {
  const { most = MOST_BEGUN } = scene;
  let begun = 0;
  let taken = 0;
  let layer: { way: readonly Option[]; said: string; isNew: boolean }[] = [
    { way: [], said: scene.said, isNew: false },
  ];
  for (let length = 1; length <= LONGEST; length++) {
    const next: typeof layer = [];
    for (const { way, said } of layer) {
      let isIntact = false;
      for (const option of inOrder(scene.options, said)) {
        if (way.includes(option) || leadsBack(way, option)) continue;
        if (scene.isOver() || taken >= MOST_TAKEN || (!isIntact && begun >= most)) return undefined;
        if (!isIntact) {
          begun += 1;
          if (!(await scene.begin(preparationsOf(way)))) break;
          isIntact = true;
        }
        taken += 1;
        if (!(await scene.take(option))) continue;
        isIntact = false;
        const heard = await scene.ask();
        const further = [...way, option];
        if (heard.accepted) return preparationsOf(further);
        next.push({ way: further, said: heard.said, isNew: heard.isNew });
      }
    }
    layer = next.sort((a, b) => Number(b.isNew) - Number(a.isNew));
  }
  return undefined;
}

/** The steps of a way, each once. */
export function preparationsOf(way: readonly Option[]): readonly Preparation[] {
  const all = way.flatMap((option) => stepsOf(option).map((step) => ({ on: option.on, step })));
  return [...new Map(all.map((one) => [`${one.on} ${stepName(one.step)}`, one])).values()];
}

/** Those that the refusal speaks of first, each group in its order. */
function inOrder(options: readonly Option[], said: string): readonly Option[] {
  const words = nameWords(said.slice(0, 2_000).replaceAll(/[^A-Za-z]+/g, " "));
  const isNamed = (option: Option) =>
    option.words.some((word) => words.some((other) => soundsLike(word, other)));
  return [...options.filter(isNamed), ...options.filter((option) => !isNamed(option))];
}

/** `publish` and `unpublished`, `approve` and `approval`. Words of three letters and less are everywhere. */
function soundsLike(word: string, said: string): boolean {
  if (word === said) return word.length > 2;
  const stem = word.replace(/(ed|ing|es|s|e|y)$/, "");
  return stem.length > 3 && said.includes(stem);
}

/** The thing has had that status on the way. */
function leadsBack(way: readonly Option[], { on, to }: Option): boolean {
  return to !== undefined && way.some((step) => step.on === on && (step.from === to || step.to === to));
}
