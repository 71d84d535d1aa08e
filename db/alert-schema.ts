import type { ColumnType, Generated } from "kysely";
import type { creditPools } from "./billing-schema.ts";

/** The e-mails that accounts are sent. */
export interface AlertTables {
  credit_alerts: CreditAlertsTable;
  subscription_reminders: SubscriptionRemindersTable;
}

/** The kinds of reminders: a subscription is about to end, or has ended. */
export const reminderKinds = ["ending", "ended"] as const;

/** An e-mail to an account, which is written down before it is sent. */
export interface MailColumns {
  user_id: string;
  /** The number of attempts to send it. */
  attempts: Generated<number>;
  /** The time at which it is sent, or tried again. */
  due_at: Generated<Date>;
  sent_at: Date | null;
  created_at: ColumnType<Date, never, never>;
}

/** An e-mail that says how much of a grant is used; one for each threshold. */
interface CreditAlertsTable extends MailColumns {
  /** The ledger entry of the grant. */
  grant_id: string;
  /** The percentage of the grant at whose use the account is alerted. */
  threshold: number;
  pool: (typeof creditPools)[number];
}

/** An e-mail that says when a subscription ends, or that it has ended. */
interface SubscriptionRemindersTable extends MailColumns {
  subscription_id: string;
  /** The end of all that is paid. */
  period_end: Date;
  kind: (typeof reminderKinds)[number];
}
