/** One switch each. All answer plausibly; most show only in what is read afterwards. */
export const TASKS_FAULTS = {
  "list-shows-deleted": "GET /tasks lists deleted tasks though nobody asked for them.",
  "show-deleted-ignored": "GET /tasks?showDeleted=true leaves deleted tasks out.",
  "hide-completed-ignored": "GET /tasks?showCompleted=false lists completed tasks all the same.",
  "delete-not-flagged": "DELETE /tasks/{task} takes the task off the list, but it reads as not deleted.",
  "delete-keeps-subtasks": "DELETE /tasks/{task} leaves the subtasks of the task.",
  "delete-takes-siblings": "DELETE /tasks/{task} of a subtask deletes all subtasks of its parent.",
  "create-ignores-parent": "POST /tasks answers with the parent, but stores the task without it.",
  "due-loses-a-day": "POST /tasks stores the day before the one that was sent.",
  "update-undeletes": "PUT /tasks/{task} of a deleted task brings it back.",
  "patch-drops-notes": "PATCH /tasks/{task} without notes removes the notes.",
  "reopened-stays-completed": "PATCH /tasks/{task} back to needsAction leaves the date of completion.",
  "stale-etag-accepted": "PUT /tasks/{task} writes over a version that If-Match does not name.",
  "etag-not-renewed": "PATCH /tasks/{task} leaves the ETag as it was.",
} as const;

export type TasksFault = keyof typeof TASKS_FAULTS;
