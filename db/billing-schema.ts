import type { ColumnType, Generated } from "kysely";

export const billingCycles = ["monthly", "yearly"] as const;
/** One for each type of request. Both balances of an account are locked in this order. */
export const creditPools = ["tts", "asr"] as const;
export const ledgerKinds = ["grant", "usage", "expiry", "withdrawal", "correction"] as const;
export const subscriptionStatuses = ["pending", "active", "past_due", "cancelled", "expired"] as const;
/** One that is abandoned is no longer offered or asked about, but may still be paid. */
export const orderStatuses = ["open", "abandoned", "paid", "refunded"] as const;
export const paymentStatuses = ["failed", "authorized", "captured"] as const;

/** The tables of what is sold and bought. */
export interface BillingTables {
  plans: PlansTable;
  balances: BalancesTable;
  holds: HoldsTable;
  credit_ledger: CreditLedgerTable;
  free_credit_addresses: FreeCreditAddressesTable;
  installation_keys: InstallationKeysTable;
  drawn_receipts: DrawnReceiptsTable;
  billing_details: BillingDetailsTable;
  subscriptions: SubscriptionsTable;
  payment_orders: PaymentOrdersTable;
  payments: PaymentsTable;
}

type CreatedAt = ColumnType<Date, never, never>;

interface PlansTable {
  id: string;
  display_name: string;
  price_inr: number;
  billing_cycle: (typeof billingCycles)[number];
  tts_credits_per_cycle: number;
  asr_credits_per_cycle: number;
  /** One that is not is neither shown nor sold. */
  is_active: Generated<boolean>;
  position: number;
}

/** The credits of an account and pool that are not held. */
interface BalancesTable {
  user_id: string;
  pool: (typeof creditPools)[number];
  /** Subscription credits, which end with the paid cycle; spent first. */
  subscription: Generated<number>;
  /** The paid cycle of the subscription credits; null without one. */
  cycle_id: string | null;
  /** From then on no subscription credits can be spent. */
  cycle_ends_at: Date | null;
  /** Permanent credits: of the free plan, top-ups and corrections. */
  permanent: Generated<number>;
}

/** Credits that are reserved for an unfinished request. */
interface HoldsTable {
  request_id: string;
  user_id: string;
  pool: (typeof creditPools)[number];
  from_subscription: number;
  from_permanent: number;
  /** The cycle that `from_subscription` was taken of. */
  cycle_id: string | null;
  /** The key whose monthly limit it counts against; null for calls without a key. */
  api_key_id: string | null;
  created_at: CreatedAt;
  /** The characters of the text of a stream that were sent, the most over all who read it. */
  delivered: Generated<number>;
  /** The price of the request, in percent of that of others. */
  price_percent: Generated<number>;
}

/** Every change of what an account owns; the database refuses to change or remove a row, but for blanking a reason. */
interface CreditLedgerTable {
  id: ColumnType<string, never, never>;
  user_id: string;
  pool: (typeof creditPools)[number];
  kind: (typeof ledgerKinds)[number];
  /** Negative for what has gone. */
  credits: number;
  /** The request that was charged, or the call that corrected. */
  request_id: string | null;
  order_id: string | null;
  reason: string | null;
  created_at: CreatedAt;
}

/** A plan that an account has bought, or is about to. */
interface SubscriptionsTable {
  id: string;
  user_id: string;
  plan_id: string;
  status: (typeof subscriptionStatuses)[number];
  /** The beginning of the first period; later ones begin whole months after it. */
  anchor_at: Date | null;
  /** The months from the anchor to the end of the last period that is paid. */
  paid_months: Generated<number>;
  current_period_start: Date | null;
  /** The end of what is paid. */
  current_period_end: Date | null;
  /** The order that paid last; the one to be paid while pending. */
  order_id: string | null;
  created_at: CreatedAt;
}

/** One cycle of a subscription, or a pack of permanent credits, as it was offered: later changes of the plan do not change it. */
interface PaymentOrdersTable {
  id: string;
  provider: string;
  /** The id by which the provider knows it, and by which the API names it. */
  provider_order_id: string;
  /** The id of the call that made it. */
  request_id: string;
  user_id: string;
  /** Null for a pack, as `plan_id` is. */
  subscription_id: string | null;
  plan_id: string | null;
  /** Null for a cycle. */
  pack_id: string | null;
  status: (typeof orderStatuses)[number];
  /** In the smallest unit of the currency: paise. */
  amount: number;
  currency: string;
  /** 0 for a pack. */
  months: number;
  tts_credits: number;
  asr_credits: number;
  paid_at: Date | null;
  period_start: Date | null;
  period_end: Date | null;
  /** The time at which its credits were granted. */
  started_at: Date | null;
  /** The time at which the rest of them ended. */
  ended_at: Date | null;
  /** The order of the running cycle into which its unused credits were carried over; null for most. */
  carried_into: string | null;
  /** The time at which the provider was last asked about it. */
  asked_at: Generated<Date>;
  /** Consecutive; null until the receipt is issued, as `receipt` is. */
  receipt_number: number | null;
  receipt: ColumnType<ReceiptJson | null, never, never>;
  created_at: CreatedAt;
}

/** Who sells, as a receipt says it. */
export interface ReceiptSeller {
  readonly name: string;
  /** Its lines. */
  readonly address: readonly string[];
  readonly tax_id: string | null;
  readonly tax_label: string;
  /** Percent; 0 for none. */
  readonly tax_rate: number;
  /** True when the payment provider moved no money; absent from receipts of the release before. */
  readonly is_test?: boolean;
}

/** The content of a receipt beside the order, as of its issue. */
export interface ReceiptJson {
  readonly issued_at: string;
  /** The payment that paid the order. */
  readonly payment_id: string | null;
  /** The description of the purchase. */
  readonly description: string;
  readonly seller: ReceiptSeller;
  /** Absent from receipts of the release before, until they are downloaded, and of closed accounts. */
  readonly buyer?: ReceiptBuyer;
}

/** Who buys, as a receipt says it. */
export interface ReceiptBuyer {
  readonly name: string;
  readonly email: string;
  readonly company: string;
  /** Its lines are parted by line breaks. */
  readonly address: string;
  readonly tax_number: string;
}

/** The details that an account wants on its receipts. */
interface BillingDetailsTable {
  user_id: string;
  company: string;
  /** Its lines are parted by line breaks. */
  address: string;
  /** In capitals, without spaces. */
  tax_number: string;
  updated_at: Generated<Date>;
}

/** The receipt of an order as it was drawn last. */
interface DrawnReceiptsTable {
  order_id: string;
  /** SHA-256 of everything that it shows. */
  digest: Buffer;
  content: Buffer;
}

/** A payment for an order, as the provider has reported it; its status only goes up, and so does what was refunded. */
interface PaymentsTable {
  /** The provider's id. */
  id: string;
  order_id: string;
  status: (typeof paymentStatuses)[number];
  /** Paise, as `refunded` is. */
  amount: number;
  refunded: Generated<number>;
  /** The provider's name for the means of payment: `card`, `upi`; null where it did not say. */
  method: string | null;
  /** The provider's reason for a failure; null where it gave none. */
  failure: string | null;
  /** The time at which it was begun, as the provider says. */
  made_at: Date | null;
  /** The time at which the provider's report of the money arrived. */
  captured_at: Date | null;
  created_at: CreatedAt;
}

/** Random secrets that are made once for each installation. */
interface InstallationKeysTable {
  name: string;
  secret: Buffer;
}

/** Addresses that have received the free credits; the hash is made by the database (`hash_address`). */
interface FreeCreditAddressesTable {
  address_hash: Buffer;
  created_at: CreatedAt;
}
