import type { PaymentsConfig } from "#src/config.ts";
import type { Logger } from "#src/platform/logger.ts";
import type { Webhook } from "#src/providers/webhook.ts";

/** A payment for an order, as the provider knows it. Amounts in the currency's smallest unit: paise. */
export interface Payment {
  readonly id: string;
  /** The provider's id of the order. */
  readonly orderId: string;
  /** `captured` means that the money has come; it stays so when it is refunded. */
  readonly status: "failed" | "authorized" | "captured";
  readonly amount: number;
  readonly currency: string;
  /** The paise that have been refunded so far. */
  readonly refunded: number;
  /** The time at which it was begun, to the second; null when the provider does not say. */
  readonly madeAt: Date | null;
  /** The provider's name for the means of payment; null when the provider does not say. */
  readonly method: string | null;
  /** Why it failed, in the provider's words; null when the provider does not say. */
  readonly failure: string | null;
}

/** The amount to be paid, in paise. */
export interface NewOrder {
  readonly amount: number;
  readonly currency: string;
  /** Our name for it, at most 40 characters. */
  readonly receipt: string;
}

/** The provider's API with our key. Every call ends in ten seconds. */
export interface PaymentClient {
  /** The name of the provider, as orders have it. */
  readonly provider: string;
  /** The public id of our key, which a checkout page needs. */
  readonly keyId: string;
  /** The address to which a browser posts `key_id` and `order_id` to pay. */
  readonly checkoutUrl: string;
  /** @returns the provider's id. @throws DomainError `payment_provider_error` */
  createOrder(order: NewOrder): Promise<string>;
  /** All payments for an order that were at least tried. @throws DomainError `payment_provider_error` */
  listPayments(orderId: string): Promise<readonly Payment[]>;
}

/** All that the service needs of a payment provider. One folder beside this file implements it for one provider. */
export interface PaymentProvider {
  /** Its name in orders, which stays as it is. */
  readonly name: string;
  readonly openClient: (config: PaymentsConfig, log: Logger) => PaymentClient;
  readonly webhook: Webhook;
  /** The payment that a stored event reports; null when the event cannot be read. */
  readonly readPayment: (event: string) => Payment | null;
  /** True when the form with which its checkout page sends a customer back reports a failed payment. */
  readonly reportsFailure: (form: URLSearchParams) => boolean;
  /** True when no money is moved with the key. */
  readonly isTestKey: (keyId: string) => boolean;
}
