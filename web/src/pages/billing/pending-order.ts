const storageKey = "awaited-order";

/** A plan or a pack that is bought. */
export interface Purchase {
  readonly kind: "plan" | "pack";
  readonly id: string;
  /** As the checkout page calls it. */
  readonly name: string;
}

/** An order that the person is on the way to pay. */
export interface PendingOrder {
  readonly orderId: string;
  /** The purpose of the order. */
  readonly purchase: Purchase;
}

/** Notes which order the person is on the way to pay, for when this page is shown again. null: none any more. */
export function savePendingOrder(order: PendingOrder | null): void {
  if (order === null) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, JSON.stringify(order));
}

const isPendingOrder = (value: unknown): value is PendingOrder =>
  typeof value === "object" && value !== null && "orderId" in value && "purchase" in value;

/** The order that was on the way to be paid; null when there is none. */
export function pendingOrder(): PendingOrder | null {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    return isPendingOrder(saved) ? saved : null;
  } catch {
    return null;
  }
}

/**
 * The message with which the provider sent the person back: that the payment has failed, by fields of its own in the address or
 * by a form, of which the service leaves `payment=failed`; or, by the address for it, that nothing was paid. It is no proof.
 */
export function paymentReturnStatus(): "failed" | "cancelled" | null {
  const said = new URLSearchParams(location.search);
  const payment = said.get("payment");
  if (payment === "failed" || [...said.keys()].some((name) => name.startsWith("error["))) return "failed";
  return payment === "cancelled" ? "cancelled" : null;
}

/** The part of the address that is of the view, and of the list of payments. */
const keptNames: ReadonlySet<string> = new Set(["view", "from", "to", "page"]);

/** Takes what the provider said out of the address, so that loading the page again does not say it again. */
export function clearPaymentReturn(): void {
  if (location.search === "") return;
  const kept = new URLSearchParams([...new URLSearchParams(location.search)].filter(([name]) => keptNames.has(name)));
  const query = kept.size === 0 ? "" : `?${kept.toString()}`;
  history.replaceState(history.state, "", `${location.pathname}${query}${location.hash}`);
}
