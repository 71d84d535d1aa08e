/** An order as its row is read; amounts in paise. */
export interface Order {
  readonly id: string;
  readonly amount: number;
  readonly amount_paid: number;
  readonly receipt: string | null;
  /** JSON. */
  readonly notes: string;
  readonly status: "created" | "attempted" | "paid";
  /** The number of payments that were tried. */
  readonly attempts: number;
  readonly created_at: Date;
}

export interface Payment {
  readonly id: string;
  readonly order_id: string;
  readonly amount: number;
  readonly amount_refunded: number;
  readonly status: "authorized" | "captured" | "refunded" | "failed";
  readonly created_at: Date;
}

export interface Refund {
  readonly id: string;
  readonly payment_id: string;
  readonly amount: number;
  readonly receipt: string | null;
  /** JSON. */
  readonly notes: string;
  readonly created_at: Date;
}

export const orderColumns = "id, amount, amount_paid, receipt, notes, status, attempts, created_at";
export const paymentColumns = "id, order_id, amount, amount_refunded, status, created_at";
export const refundColumns = "id, payment_id, amount, receipt, notes, created_at";
