import type { AccountMails, MailContent } from "#src/domain/account-mails/send-account-mails.ts";
import { amountOf, billingPage, dayOf, numberOf } from "#src/domain/account-mails/wording.ts";
import { type AlertKey, type CreditAlert, findCreditAlert, insertAlerts } from "./queries.ts";

const kinds = { tts: "speech", asr: "transcription" } as const;

/** The e-mails to accounts that have used most or all of their credits: one for each grant and threshold. */
export const creditAlerts: AccountMails<AlertKey> = {
  table: "credit_alerts",
  key: ["grant_id", "threshold"],
  name: "credit alert",
  insert: insertAlerts,
  idOf: ({ grant_id: grantId, threshold }) => `credit-alert-${grantId}-${threshold}`,
  compose: async (db, due, publicUrl) => {
    const alert = await findCreditAlert(db, due);
    return alert === null ? null : alertMail(alert, publicUrl);
  },
};

const percentUsed = ({ granted, remaining }: CreditAlert): number => Math.floor((1 - remaining / granted) * 100);

/** Writes the e-mail about credits that are nearly or wholly used. */
function alertMail(alert: CreditAlert, publicUrl: string): MailContent {
  const { pool, granted, remaining, spendable, cycleEndsAt } = alert;
  const kind = kinds[pool];
  const whose = cycleEndsAt === undefined ? "" : " of this billing cycle";
  const until = cycleEndsAt ? ` The cycle ends on ${dayOf(cycleEndsAt)}.` : "";
  const rest =
    spendable === 0
      ? `New ${kind} requests are refused until you top up or choose another plan.`
      : `Your account has ${amountOf(pool, spendable)} left to spend in all. When they are used, new ${kind} requests are refused.`;
  return {
    subject:
      remaining === 0 ? `Your ${kind} credits are used up` : `${percentUsed(alert)}% of your ${kind} credits are used`,
    paragraphs: [
      remaining === 0
        ? `All ${amountOf(pool, granted)}${whose} are used.${until}`
        : `${numberOf(remaining)} of ${amountOf(pool, granted)}${whose} remain.${until}`,
      rest,
    ],
    action: { label: "Plan and billing", url: billingPage(publicUrl) },
  };
}
