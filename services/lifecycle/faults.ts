/** One switch each. All answer plausibly; most need the order to be in a certain status. */
export const LIFECYCLE_FAULTS = {
  "submit-empty-order": "POST /orders/{orderId}/submit accepts an order without lines.",
  "edit-after-submit": "PUT /orders/{orderId} accepts an order that is no longer a draft.",
  "total-not-updated": "PUT /orders/{orderId} leaves the total of the lines before.",
  "pay-draft": "POST /orders/{orderId}/pay accepts a draft.",
  "pay-any-amount": "POST /orders/{orderId}/pay accepts any amount.",
  "pay-twice": "POST /orders/{orderId}/pay accepts a paid order and adds to what was paid.",
  "ship-unpaid": "POST /orders/{orderId}/ship accepts an order that is only submitted.",
  "refused-ship-ships": "POST /orders/{orderId}/ship refuses an unpaid order, but marks it as shipped.",
  "cancel-shipped": "POST /orders/{orderId}/cancel accepts a shipped order.",
  "cancel-without-refund": "POST /orders/{orderId}/cancel of a paid order refunds nothing.",
  "cancel-refunds-unpaid": "POST /orders/{orderId}/cancel refunds the total of an order that nobody paid.",
  "filter-by-first-status": "GET /orders?status goes by the status that an order began with.",
  "history-misses-payment": "The history of an order leaves out that it was paid.",
  "delete-paid": "DELETE /orders/{orderId} accepts a paid order.",
} as const;

export type LifecycleFault = keyof typeof LIFECYCLE_FAULTS;
