/** One switch each. All answer plausibly; some only show on a second page or after a while. */
export const GROUPS_FAULTS = {
  "page-size-ignored": "GET /groups shows twenty groups a page, whatever per_page says.",
  "second-page-skips-one": "GET /groups leaves out one group between a page and the next.",
  "total-counts-deleted": "GET /groups counts deleted groups in X-Total.",
  "list-keeps-deleted": "GET /groups goes on listing groups that are gone.",
  "search-misses-paths": "GET /groups?search looks at names only, not at paths.",
  "path-taken-in-other-case": "POST /groups takes a path that differs from another only in case.",
  "visibility-not-stored": "POST /groups answers with the visibility, but every group is private.",
  "name-taken-by-update": "PUT /groups/{id} takes a name that another group has.",
  "update-clears-description": "PUT /groups/{id} without a description removes the description.",
  "refused-update-stored": "PUT /groups/{id} refuses a path that is taken, but stores the new name.",
  "delete-never-done": "DELETE /groups/{id} answers 202, but the group never goes.",
  "delete-takes-next": "DELETE /groups/{id} deletes the group that was added after it as well.",
  "path-stays-taken": "POST /groups refuses the path of a group that is gone.",
} as const;

export type GroupsFault = keyof typeof GROUPS_FAULTS;
