/// <reference lib="dom" />
import type { PageGraph } from "./page-graph.js";

/** Which part of the graph is seen: the middle of the picture, and pixels per unit of the layout. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

type Fate = PageGraph["transitions"][number]["fate"];

/** All transitions from one state to another: one line, in the colour of the worst of them. */
export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly fate: Fate;
  readonly transitions: readonly number[];
}

export interface Look {
  readonly shown: ReadonlySet<Fate>;
  /** The state that is looked at, or undefined. */
  readonly state: number | undefined;
  readonly hovered: number | undefined;
  /** States that a search found. */
  readonly found: ReadonlySet<number>;
  /** Lines on the way to what is looked at. */
  readonly way: ReadonlySet<Edge>;
}

export interface Picture {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly colours: Readonly<Record<Fate | "text" | "ground" | "accent" | "state", string>>;
}

/**
 * Paints the graph. Runs in the page: it is put there as text, so it uses nothing but its arguments. Lines of one kind
 * are one path, which is what makes twenty thousand of them a matter of milliseconds.
 */
export function drawGraph(
  { context, width, height, colours }: Picture,
  { layout, states, initial }: PageGraph,
  edges: readonly Edge[],
  camera: Camera,
  look: Look,
): void {
  const sx = (state: number) => ((layout.x[state] ?? 0) - camera.x) * camera.scale + width / 2;
  const sy = (state: number) => ((layout.y[state] ?? 0) - camera.y) * camera.scale + height / 2;
  const radius = Math.max(1.5, Math.min(9, camera.scale * 0.13));
  // Bends, dashes and thick lines cost ten times as much; in a thicket nobody sees them anyway.
  const isThicket = edges.length > 3000 && camera.scale < 40;
  const isOff = (x: number, y: number) => x < -60 || y < -60 || x > width + 60 || y > height + 60;

  const trace = (edge: Edge): void => {
    const [ax, ay, bx, by] = [sx(edge.from), sy(edge.from), sx(edge.to), sy(edge.to)];
    if (
      (ax < 0 && bx < 0) ||
      (ay < 0 && by < 0) ||
      (ax > width && bx > width) ||
      (ay > height && by > height)
    )
      return;
    if (edge.from === edge.to) {
      context.moveTo(ax + radius * 2.6, ay - radius);
      context.arc(ax + radius * 1.3, ay - radius, radius * 1.3, 0, 2 * Math.PI);
      return;
    }
    if (isThicket) {
      context.moveTo(ax, ay);
      context.lineTo(bx, by);
      return;
    }
    const [dx, dy] = [bx - ax, by - ay];
    const length = Math.hypot(dx, dy) || 1;
    // Lines bend to one side, so that there and back are two.
    const [cx, cy] = [(ax + bx) / 2 - dy * 0.12, (ay + by) / 2 + dx * 0.12];
    const [ux, uy] = [(bx - cx) / length, (by - cy) / length];
    const norm = Math.hypot(ux, uy) || 1;
    const [ex, ey] = [bx - (ux / norm) * radius, by - (uy / norm) * radius];
    context.moveTo(ax, ay);
    context.quadraticCurveTo(cx, cy, ex, ey);
    if (camera.scale < 28) return;
    const size = Math.min(7, radius);
    const [px, py] = [ux / norm, uy / norm];
    context.moveTo(ex - px * size - py * size * 0.5, ey - py * size + px * size * 0.5);
    context.lineTo(ex, ey);
    context.lineTo(ex - px * size + py * size * 0.5, ey - py * size - px * size * 0.5);
  };
  const stroke = (some: readonly Edge[], colour: string, line: number, dash: readonly number[]): void => {
    context.beginPath();
    for (const edge of some) trace(edge);
    context.strokeStyle = colour;
    context.lineWidth = isThicket ? 1 : line;
    context.setLineDash(isThicket ? [] : [...dash]);
    context.stroke();
    context.setLineDash([]);
  };

  context.clearRect(0, 0, width, height);
  context.globalAlpha = isThicket ? 0.35 : 0.75;
  const of = (fate: Fate) => edges.filter((edge) => edge.fate === fate && look.shown.has(fate));
  stroke(of("elsewhere"), colours.elsewhere, 1, [1, 4]);
  stroke(of("covered"), colours.covered, 1.2, []);
  context.globalAlpha = 1;
  stroke(of("unreached"), colours.unreached, 1.4, [5, 4]);
  stroke(of("failed"), colours.failed, 2.4, []);
  stroke([...look.way], colours.accent, 3.2, []);

  const dot = (state: number, size: number, fill: string): void => {
    const [x, y] = [sx(state), sy(state)];
    if (isOff(x, y)) return;
    context.beginPath();
    context.arc(x, y, size, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
    context.strokeStyle = colours.ground;
    context.lineWidth = 1;
    context.stroke();
  };
  for (let state = 0; state < states.length; state++) dot(state, radius, colours.state);
  dot(initial, radius * 1.4, colours.text);
  for (const state of look.found) dot(state, radius * 1.5, colours.accent);
  if (look.state !== undefined) dot(look.state, radius * 1.8, colours.accent);

  const write = (state: number, most: number): void => {
    const [x, y] = [sx(state), sy(state)];
    if (isOff(x, y)) return;
    const whole = states[state] ?? "";
    // Where room is short, things by their own names tell states apart sooner: `player1` for `players[player1]`.
    const brief = whole.length > most ? whole.replaceAll(/[^\s,[\]]+\[([^\]]*)\]/g, "$1") : whole;
    const text = brief.length > most ? `${brief.slice(0, most - 1)}…` : brief;
    const wide = context.measureText(text).width;
    context.globalAlpha = 0.85;
    context.fillStyle = colours.ground;
    context.fillRect(x - wide / 2 - 3, y + radius + 3, wide + 6, 16);
    context.globalAlpha = 1;
    context.fillStyle = colours.text;
    context.fillText(text, x, y + radius + 15);
  };
  context.font = "12px system-ui, sans-serif";
  context.textAlign = "center";
  // As many letters as there is room for between two states of a row; a few letters would say nothing.
  const room = Math.floor((camera.scale * 1.4) / 6.5);
  if (room >= 14) for (let state = 0; state < states.length; state++) write(state, room);
  for (const state of [initial, look.state]) if (state !== undefined) write(state, Math.max(44, room));
  if (look.hovered !== undefined) write(look.hovered, 120);
}
