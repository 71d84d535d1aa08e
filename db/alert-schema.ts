import type { ColumnType, Generated } from "kysely";
import type { creditPools } from "./billing-schema.ts";

/** What is said to accounts by e-mail. */
export interface AlertTables {
  credit_alerts: CreditAlertsTable;
}

/** How much of a grant is used when an account is alerted, in percent. */
export const alertThresholds = [80, 100] as const;

/** An e-mail that says how much of a grant is used; one for each threshold. */
interface CreditAlertsTable {
  /** The ledger entry of the grant. */
  grant_id: string;
  threshold: (typeof alertThresholds)[number];
  user_id: string;
  pool: (typeof creditPools)[number];
  /** How often it was tried to send it. */
  attempts: Generated<number>;
  /** When it is sent, or tried again. */
  due_at: Generated<Date>;
  sent_at: Date | null;
  created_at: ColumnType<Date, never, never>;
}
