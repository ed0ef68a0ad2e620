/// <reference lib="dom" />
import type { Camera, drawGraph, Edge, Look } from "./draw-graph.js";
import type { tellOfGraph } from "./graph-panel.js";
import type { PageGraph } from "./page-graph.js";

/** What the parts of a page hand each other, since they cannot import anything there. */
export interface PageParts {
  readonly drawGraph: typeof drawGraph;
  readonly tellOfGraph: typeof tellOfGraph;
}

/**
 * Makes one graph of the page alive: zoom, pan, search, choosing what is looked at. Runs in the page, put there as
 * text. Whatever can be done with the pointer can be done with the keyboard: the panel lists what the picture shows.
 */
export function startGraphView(root: HTMLElement, page: PageGraph, parts: PageParts): void {
  const canvas = root.querySelector("canvas");
  const context = canvas?.getContext("2d");
  const panel = root.querySelector<HTMLElement>("[data-part=panel]");
  const search = root.querySelector<HTMLInputElement>("input[type=search]");
  if (!canvas || !context || !panel || !search) return;
  const { layout, states, transitions } = page;

  const worst = { elsewhere: 0, covered: 1, unreached: 2, failed: 3 };
  const byEnds = new Map<string, Edge>();
  for (const [number, { from, to, fate }] of transitions.entries()) {
    const known = byEnds.get(`${from} ${to}`);
    const shown = known !== undefined && worst[known.fate] > worst[fate] ? known.fate : fate;
    byEnds.set(`${from} ${to}`, {
      from,
      to,
      fate: shown,
      transitions: [...(known?.transitions ?? []), number],
    });
  }
  const edges = [...byEnds.values()];
  const edgeOf = (transition: number): Edge | undefined => {
    const { from, to } = transitions[transition] ?? { from: -1, to: -1 };
    return byEnds.get(`${from} ${to}`);
  };

  let camera: Camera = { x: 0, y: 0, scale: 1 };
  let look: Look = {
    shown: new Set(["covered", "failed", "unreached", "elsewhere"]),
    state: undefined,
    hovered: undefined,
    found: new Set(),
    way: new Set(),
  };
  let isWaiting = false;
  const redraw = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      const { clientWidth: width, clientHeight: height } = canvas;
      const ratio = window.devicePixelRatio || 1;
      if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
      }
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      const style = getComputedStyle(root);
      const colour = (name: string) => style.getPropertyValue(name).trim();
      const colours = {
        covered: colour("--good"),
        failed: colour("--bad"),
        unreached: colour("--warn"),
        elsewhere: colour("--faint"),
        text: colour("--text"),
        ground: colour("--ground"),
        accent: colour("--accent"),
        state: colour("--state"),
      };
      parts.drawGraph({ context, width, height, colours }, page, edges, camera, look);
    });
  };

  const showAll = (): void => {
    const least = (all: readonly number[]) => all.reduce((a, b) => Math.min(a, b), Infinity);
    const most = (all: readonly number[]) => all.reduce((a, b) => Math.max(a, b), -Infinity);
    const [left, right, top, bottom] = [least(layout.x), most(layout.x), least(layout.y), most(layout.y)];
    const { clientWidth: width, clientHeight: height } = canvas;
    const scale = Math.min(width / (right - left + 2), height / (bottom - top + 2), 120);
    camera = { x: (left + right) / 2, y: (top + bottom) / 2, scale };
    redraw();
  };
  const zoom = (factor: number, atX = canvas.clientWidth / 2, atY = canvas.clientHeight / 2): void => {
    const scale = Math.max(0.5, Math.min(600, camera.scale * factor));
    const [dx, dy] = [atX - canvas.clientWidth / 2, atY - canvas.clientHeight / 2];
    // What is under the pointer stays under it.
    const [x, y] = [camera.x + dx / camera.scale - dx / scale, camera.y + dy / camera.scale - dy / scale];
    camera = { x, y, scale };
    redraw();
  };
  const pan = (dx: number, dy: number): void => {
    camera = { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
    redraw();
  };

  const teller = parts.tellOfGraph(panel, page, {
    onState: (state) => choose({ state }, true),
    onTransition: (transition) => choose({ transition }, true),
  });
  const choose = (chosen: { state?: number; transition?: number }, centred: boolean): void => {
    const { state, transition } = chosen;
    const at = state ?? (transition === undefined ? undefined : transitions[transition]?.from);
    const way = teller.show(chosen);
    const steps = [...way, ...(transition === undefined ? [] : [transition])];
    look = { ...look, state: at, way: new Set(steps.flatMap((step) => edgeOf(step) ?? [])) };
    if (centred && at !== undefined)
      camera = { x: layout.x[at] ?? 0, y: layout.y[at] ?? 0, scale: Math.max(camera.scale, 60) };
    redraw();
  };

  const stateAt = (x: number, y: number, reach: number): number | undefined => {
    let best: number | undefined;
    let least = reach;
    for (let state = 0; state < states.length; state++) {
      const dx = ((layout.x[state] ?? 0) - camera.x) * camera.scale + canvas.clientWidth / 2 - x;
      const dy = ((layout.y[state] ?? 0) - camera.y) * camera.scale + canvas.clientHeight / 2 - y;
      if (Math.hypot(dx, dy) >= least) continue;
      least = Math.hypot(dx, dy);
      best = state;
    }
    return best;
  };

  /** The line nearest to a point, by a few points of its own: a line is thin, and a hand is not steady. */
  const edgeAt = (x: number, y: number): Edge | undefined => {
    let best: Edge | undefined;
    let least = 7;
    for (const edge of edges) {
      const at = (state: number) => ({
        x: ((layout.x[state] ?? 0) - camera.x) * camera.scale + canvas.clientWidth / 2,
        y: ((layout.y[state] ?? 0) - camera.y) * camera.scale + canvas.clientHeight / 2,
      });
      const [a, b] = [at(edge.from), at(edge.to)];
      const bend = { x: (a.x + b.x) / 2 - (b.y - a.y) * 0.12, y: (a.y + b.y) / 2 + (b.x - a.x) * 0.12 };
      for (let t = 0.1; t < 0.95; t += 0.05) {
        const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
        const away = Math.hypot(p * a.x + q * bend.x + r * b.x - x, p * a.y + q * bend.y + r * b.y - y);
        if (away >= least) continue;
        least = away;
        best = edge;
      }
    }
    return best;
  };

  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    moved = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    const now = { x: event.offsetX, y: event.offsetY };
    if (before === undefined) {
      const hovered = stateAt(now.x, now.y, 14);
      canvas.style.cursor = hovered === undefined ? "grab" : "pointer";
      if (hovered !== look.hovered) look = { ...look, hovered };
      return redraw();
    }
    pointers.set(event.pointerId, now);
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) return pan(now.x - before.x, now.y - before.y);
    const length = (from: { x: number; y: number }) => Math.hypot(from.x - other.x, from.y - other.y) || 1;
    zoom(length(now) / length(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
  });
  const release = (event: PointerEvent): void => {
    const wasDown = pointers.delete(event.pointerId);
    if (!wasDown || moved > 5 || event.type === "pointercancel") return;
    const state = stateAt(event.offsetX, event.offsetY, 16);
    const edge = state === undefined ? edgeAt(event.offsetX, event.offsetY) : undefined;
    const transition = edge?.transitions.find((number) => transitions[number]?.fate === edge.fate);
    choose(
      { ...(state === undefined ? {} : { state }), ...(transition === undefined ? {} : { transition }) },
      false,
    );
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener(
    "wheel",
    (event) => {
      // A page that is scrolled past should not stop at the graph.
      if (document.activeElement !== canvas && !event.ctrlKey) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * 0.0015), event.offsetX, event.offsetY);
    },
    { passive: false },
  );
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => pan(60, 0),
    ArrowRight: () => pan(-60, 0),
    ArrowUp: () => pan(0, 60),
    ArrowDown: () => pan(0, -60),
    "+": () => zoom(1.3),
    "=": () => zoom(1.3),
    "-": () => zoom(1 / 1.3),
    "0": showAll,
    Escape: () => choose({}, false),
  };
  canvas.addEventListener("keydown", (event) => {
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  for (const button of root.querySelectorAll<HTMLButtonElement>("button[data-zoom]"))
    button.addEventListener("click", () =>
      button.dataset.zoom === "fit" ? showAll() : zoom(button.dataset.zoom === "in" ? 1.4 : 1 / 1.4),
    );
  for (const box of root.querySelectorAll<HTMLInputElement>("input[type=checkbox]"))
    box.addEventListener("change", () => {
      const fates = [...root.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
      const shown = fates.flatMap(({ checked, value }) => (checked ? [value as Edge["fate"]] : []));
      look = { ...look, shown: new Set<Edge["fate"]>([...shown, "elsewhere"]) };
      redraw();
    });
  search.addEventListener("input", () => {
    look = { ...look, found: teller.search(search.value), state: undefined, way: new Set() };
    redraw();
  });
  new ResizeObserver(redraw).observe(canvas);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  teller.show({});
  showAll();
}
