export interface Project {
  readonly id: string;
  readonly name: string;
}

export interface List {
  readonly id: string;
  readonly projectId: string;
  readonly title: string;
}

export interface Card {
  readonly id: string;
  readonly listId: string;
  readonly title: string;
  readonly labels: readonly string[];
}

/** Each level is a table of its own; children name their parent. */
export interface Store {
  readonly projects: Map<string, Project>;
  readonly lists: Map<string, List>;
  readonly cards: Map<string, Card>;
  /** Projects that had a list once, for the fault that never lets them go. */
  readonly locked: Set<string>;
  /** Cards that a faulty delete still counts, by list. */
  readonly miscounted: Map<string, number>;
  /** List to the cards that a faulty move has left behind there. */
  readonly copies: Map<string, Card[]>;
  lastId: number;
}

export function createStore(): Store {
  return {
    projects: new Map(),
    lists: new Map(),
    cards: new Map(),
    locked: new Set(),
    miscounted: new Map(),
    copies: new Map(),
    lastId: 0,
  };
}

/** One series for all levels, so that no id fits on two of them. */
export function nextId(store: Store, prefix: "prj" | "lst" | "crd"): string {
  store.lastId += 1;
  return `${prefix}-${store.lastId}`;
}

export function listsOf({ lists }: Store, projectId: string): List[] {
  return [...lists.values()].filter((list) => list.projectId === projectId);
}

export function cardsOf({ cards, copies }: Store, listId: string): Card[] {
  return [...[...cards.values()].filter((card) => card.listId === listId), ...(copies.get(listId) ?? [])];
}

export function showProject(store: Store, project: Project) {
  return { ...project, listCount: listsOf(store, project.id).length };
}

export function showList(store: Store, list: List) {
  const miscounted = store.miscounted.get(list.id) ?? 0;
  return { ...list, cardCount: cardsOf(store, list.id).length + miscounted };
}
