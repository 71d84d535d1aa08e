const key = "awaited-order";

/** Notes which order the person is on the way to pay, for when this page is shown again. null: none any more. */
export function awaitOrder(orderId: string | null): void {
  if (orderId === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, orderId);
}

/** The order that was on the way to be paid; null when there is none. */
export const awaitedOrder = (): string | null => sessionStorage.getItem(key);

/** True when the provider said that the payment has failed as it sent the person back; what it says is no proof. */
export const failedOnReturn = (): boolean =>
  [...new URLSearchParams(location.search).keys()].some((name) => name.startsWith("error["));

/** Takes what the provider said out of the address, so that loading the page again does not say it again. */
export function forgetReturn(): void {
  if (location.search !== "") history.replaceState(history.state, "", location.pathname);
}
