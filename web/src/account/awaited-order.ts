const key = "awaited-order";

/** Notes which order the person is on the way to pay, for when this page is shown again. null: none any more. */
export function awaitOrder(orderId: string | null): void {
  if (orderId === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, orderId);
}

/** The order that was on the way to be paid; null when there is none. */
export const awaitedOrder = (): string | null => sessionStorage.getItem(key);

/** What the provider said of a payment when it sent the person back; it is not proof of anything. */
export function failedOnReturn(): boolean {
  const said = [...new URLSearchParams(location.search).keys()];
  if (said.length > 0) history.replaceState(history.state, "", location.pathname);
  return said.some((name) => name.startsWith("error["));
}
