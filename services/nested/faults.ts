/** One switch each. All answer plausibly; most need two levels, or two things on one, to show. */
export const NESTED_FAULTS = {
  "rename-project-renames-all": "PATCH /projects/{projectId} renames every project.",
  "delete-project-with-lists": "DELETE /projects/{projectId} accepts a project that still has lists.",
  "project-stays-locked": "DELETE /projects/{projectId} refuses a project whose lists are all deleted.",
  "list-title-taken-twice": "POST /projects/{projectId}/lists takes a title that the project has already.",
  "list-title-taken-elsewhere": "POST /projects/{projectId}/lists refuses a title that another project has.",
  "list-read-through-any-project":
    "GET /projects/{projectId}/lists/{listId} shows a list of another project.",
  "delete-list-keeps-cards": "DELETE /projects/{projectId}/lists/{listId} leaves the cards of the list.",
  "delete-list-takes-all": "DELETE /projects/{projectId}/lists/{listId} deletes all lists of the project.",
  "cards-of-whole-project":
    "GET /projects/{projectId}/lists/{listId}/cards shows the cards of the project's other lists too.",
  "card-count-not-lowered": "DELETE /cards/{cardId} leaves the card in the list's cardCount.",
  "update-card-drops-labels": "PUT /cards/{cardId} answers with the labels, but stores none.",
  "move-card-copies": "POST /cards/{cardId}/move leaves the card in the old list as well.",
  "delete-card-takes-namesakes": "DELETE /cards/{cardId} deletes all cards of the list with the same title.",
} as const;

export type NestedFault = keyof typeof NESTED_FAULTS;
