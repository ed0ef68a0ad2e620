/// <reference lib="dom" />
import type { PageGraph } from "./page-graph.js";

export interface PanelActions {
  readonly onState: (state: number) => void;
  readonly onTransition: (transition: number) => void;
}

export interface GraphTeller {
  /** Tells about a state or a transition, or nothing; returns the transitions on the shortest way to it. */
  readonly show: (chosen: { readonly state?: number; readonly transition?: number }) => readonly number[];
  /** Lists what a text occurs in; returns the states among it. */
  readonly search: (text: string) => ReadonlySet<number>;
}

/**
 * The words beside the picture: what a state holds, where its calls lead, which call was made for a transition and what
 * came of it. Runs in the page, put there as text. Everything is set as text content, so nothing becomes markup.
 */
export function tellOfGraph(panel: HTMLElement, page: PageGraph, actions: PanelActions): GraphTeller {
  const { states, transitions, labels, initial } = page;
  const most = 60;
  const fates = {
    covered: "went as the model says",
    failed: "failed",
    unreached: "not reached",
    elsewhere: "walked by another shard",
  };
  const marks = { covered: "✓", failed: "✗", unreached: "–", elsewhere: "·" };

  const outOf: number[][] = states.map(() => []);
  for (const [number, { from }] of transitions.entries()) outOf[from]?.push(number);
  const cameBy: (number | undefined)[] = states.map(() => undefined);
  const seen = new Set([initial]);
  for (const state of seen) {
    for (const number of outOf[state] ?? []) {
      const to = transitions[number]?.to ?? 0;
      if (!seen.has(to)) cameBy[to] = number;
      seen.add(to);
    }
  }
  const wayTo = (state: number): number[] => {
    const way: number[] = [];
    for (let by = cameBy[state]; by !== undefined; by = cameBy[transitions[by]?.from ?? initial])
      way.unshift(by);
    return way;
  };

  const element = (name: string, text: string, parent: Node = panel): HTMLElement => {
    const made = document.createElement(name);
    made.textContent = text;
    parent.appendChild(made);
    return made;
  };
  const textOf = (number: number): string => labels[transitions[number]?.label ?? 0] ?? "";
  const button = (text: string, parent: Node, act: () => void): HTMLElement => {
    const made = element("button", text, element("li", "", parent));
    made.setAttribute("type", "button");
    made.addEventListener("click", act);
    return made;
  };
  const transitionButton = (number: number, parent: Node, prefix = ""): void => {
    const { fate } = transitions[number] ?? { fate: "elsewhere" as const };
    const made = button(`${prefix}${marks[fate]} ${textOf(number)}`, parent, () =>
      actions.onTransition(number),
    );
    made.className = fate;
    made.title = fates[fate];
  };
  const listWay = (way: readonly number[]): void => {
    element("h4", way.length === 0 ? "This is where a run begins" : "The shortest way there");
    const list = element("ol", "");
    for (const number of way) transitionButton(number, list);
  };

  const showTransition = (number: number): readonly number[] => {
    const transition = transitions[number];
    if (transition === undefined) return [];
    const { from, to, fate, reason, made, fault } = transition;
    const action = page.actions[transition.action];
    element("h3", textOf(number));
    element(
      "p",
      `${action?.operation ?? ""}, expected to ${action?.expects === "refusal" ? "be refused" : "succeed"}`,
    );
    element("p", `${marks[fate]} ${fates[fate]}`).className = fate;
    if (reason !== undefined) element("p", page.reasons[reason] ?? "");
    if (fault !== undefined) {
      const link = element("a", `Finding ${fault}`, element("p", ""));
      link.setAttribute("href", `#${fault}`);
    }
    const call = made === undefined ? undefined : page.made[made];
    if (call !== undefined) {
      element("h4", `The call, in ${call.tour}`);
      const sent = [`${call.method} ${call.url}`, call.body ?? ""].join("\n").trimEnd();
      const came = [`→ ${call.status ?? "no answer"}`, call.answer ?? ""].join("\n").trimEnd();
      element("pre", `${sent}\n${came}`).tabIndex = 0;
    }
    const ends = element("ul", "");
    button(`from: ${states[from] ?? ""}`, ends, () => actions.onState(from));
    button(`to: ${states[to] ?? ""}`, ends, () => actions.onState(to));
    const way = wayTo(from);
    listWay(way);
    return way;
  };
  const showState = (state: number): readonly number[] => {
    element("h3", states[state] ?? "");
    const out = outOf[state] ?? [];
    element("h4", `Calls from here: ${out.length}`);
    const list = element("ul", "");
    for (const number of out.slice(0, most)) transitionButton(number, list);
    const way = wayTo(state);
    listWay(way);
    return way;
  };

  return {
    show: ({ state, transition }) => {
      panel.replaceChildren();
      if (transition !== undefined) return showTransition(transition);
      if (state !== undefined) return showState(state);
      element("p", "Choose a state in the picture, or search for a resource or a call.");
      // Those that were tried say more than those that were given up because of them.
      const isTried = (number: number) => transitions[number]?.made !== undefined;
      const failed = transitions
        .flatMap(({ fate }, number) => (fate === "failed" ? [number] : []))
        .sort((a, b) => Number(isTried(b)) - Number(isTried(a)) || a - b);
      if (failed.length > 0) element("h4", `Failed: ${failed.length}`);
      const list = element("ul", "");
      for (const number of failed.slice(0, most)) transitionButton(number, list);
      return [];
    },
    search: (text) => {
      const wanted = text.trim().toLowerCase();
      panel.replaceChildren();
      if (wanted === "") {
        element("p", "Choose a state in the picture, or search for a resource or a call.");
        return new Set();
      }
      const has = (whole: string | undefined) => whole?.toLowerCase().includes(wanted) === true;
      const found = states.flatMap((whole, state) => (has(whole) ? [state] : []));
      const calls = transitions.flatMap(({ action }, number) =>
        has(textOf(number)) || has(page.actions[action]?.operation) ? [number] : [],
      );
      element("p", `${found.length} states, ${calls.length} transitions`);
      const list = element("ul", "");
      for (const state of found.slice(0, most))
        button(states[state] ?? "", list, () => actions.onState(state));
      for (const number of calls.slice(0, most)) transitionButton(number, list);
      return new Set(found);
    },
  };
}
