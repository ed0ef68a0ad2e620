import type { LifecycleFault } from "./faults.js";

export const STATUSES = ["draft", "submitted", "paid", "shipped", "cancelled"] as const;
export type Status = (typeof STATUSES)[number];
export type Step = "submit" | "pay" | "ship" | "cancel";

export interface Line {
  readonly sku: string;
  readonly quantity: number;
  /** In cents. */
  readonly price: number;
}

export interface Order {
  readonly id: number;
  readonly customer: string;
  readonly lines: readonly Line[];
  readonly total: number;
  readonly status: Status;
  readonly paid: number;
  readonly refunded: number;
  /** The statuses so far, the present one last. */
  readonly history: readonly Status[];
}

/** The whole life of an order: from where each step may be taken, and where it leads. */
const STEPS: Readonly<Record<Step, { readonly from: readonly Status[]; readonly to: Status }>> = {
  submit: { from: ["draft"], to: "submitted" },
  pay: { from: ["submitted"], to: "paid" },
  ship: { from: ["paid"], to: "shipped" },
  cancel: { from: ["draft", "submitted", "paid"], to: "cancelled" },
};

export function mayTake(step: Step, { status }: Order, fault: LifecycleFault | undefined): boolean {
  if (step === "pay" && status === "draft" && fault === "pay-draft") return true;
  if (step === "pay" && status === "paid" && fault === "pay-twice") return true;
  if (step === "ship" && status === "submitted" && fault === "ship-unpaid") return true;
  if (step === "cancel" && status === "shipped" && fault === "cancel-shipped") return true;
  return STEPS[step].from.includes(status);
}

export function takeStep(step: Step, order: Order, fault: LifecycleFault | undefined): Order {
  const { to } = STEPS[step];
  const unnoticed = step === "pay" && fault === "history-misses-payment";
  const history = unnoticed ? order.history : [...order.history, to];
  const paid = step === "pay" ? order.paid + order.total : order.paid;
  const refunded = step === "cancel" ? refundOf(order, fault) : order.refunded;
  return { ...order, status: to, history, paid, refunded };
}

function refundOf({ paid, total }: Order, fault: LifecycleFault | undefined): number {
  if (fault === "cancel-without-refund") return 0;
  return fault === "cancel-refunds-unpaid" ? total : paid;
}

export function totalOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
}
