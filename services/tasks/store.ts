export interface Task {
  readonly id: string;
  readonly title: string;
  readonly notes?: string;
  readonly due?: string;
  readonly parent?: string;
  readonly status: "needsAction" | "completed";
  /** When it was completed; only while it is. */
  readonly completed?: string;
  readonly deleted: boolean;
  /** Raised by each write; the ETag shows it. */
  readonly version: number;
}

export interface Store {
  readonly tasks: Map<string, Task>;
  created: number;
}

export function createStore(): Store {
  return { tasks: new Map(), created: 0 };
}

export function subtasksOf(store: Store, id: string): Task[] {
  return [...store.tasks.values()].filter(({ parent }) => parent === id);
}

/** With all below it. Parents exist before their children, so there are no circles to run in. */
export function deleteTask(store: Store, task: Task): void {
  const { tasks } = store;
  const going = new Set([task]);
  for (const each of going) {
    if (!each.deleted) tasks.set(each.id, { ...each, deleted: true, version: each.version + 1 });
    for (const subtask of subtasksOf(store, each.id)) going.add(subtask);
  }
}

export function showTask({ version, ...shown }: Task) {
  return shown;
}

export function etagOf({ version }: Task): string {
  return `"${version}"`;
}
