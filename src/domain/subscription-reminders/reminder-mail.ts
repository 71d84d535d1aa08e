import type { Db } from "#db/schema.ts";
import type { AccountMails, MailContent } from "#src/domain/account-mails/send-account-mails.ts";
import { amountOf, billingPage, dayOf, momentOf } from "#src/domain/account-mails/wording.ts";
import { type CreditPool, findBalances, findPaidCycle } from "#src/domain/credits/queries.ts";
import { findReminder, insertReminders, type Reminder, type ReminderKey } from "./queries.ts";

type Credits = Readonly<Record<CreditPool, number>>;

/**
 * The e-mails to accounts whose plan ends within so many days or has ended without a renewal, one each, since no plan renews by
 * itself. With 0 days nothing is written before the end.
 */
export const subscriptionReminders = (days: number): AccountMails<ReminderKey> => ({
  table: "subscription_reminders",
  key: ["subscription_id", "period_end", "kind"],
  name: "subscription reminder",
  insert: (db, to) => insertReminders(db, { days, ...to }),
  idOf: ({ subscription_id: id, period_end: end, kind }) => `subscription-reminder-${id}-${kind}-${end.getTime()}`,
  compose: async (db, due, publicUrl) => {
    const reminder = await findReminder(db, due);
    if (reminder === null) return null;
    const credits = await findCredits(db, due.user_id);
    const write = due.kind === "ending" ? endingMail : endedMail;
    const action = { label: "Renew or choose another plan", url: billingPage(publicUrl) };
    return { ...write({ ...reminder, ...credits, endsAt: due.period_end }), action };
  },
});

interface AccountCredits {
  /** The credits of the plan that are left; they expire at its end. */
  readonly expiring: Credits;
  readonly permanent: Credits;
}

async function findCredits(db: Db, userId: string): Promise<AccountCredits> {
  const [all, cycle] = await Promise.all([findBalances(db, userId), findPaidCycle(db, userId)]);
  const expiring = cycle?.remaining ?? { tts: 0, asr: 0 };
  return { expiring, permanent: { tts: all.tts - expiring.tts, asr: all.asr - expiring.asr } };
}

type Ending = Reminder & AccountCredits & { readonly endsAt: Date };

function endingMail({ planName, endsAt, expiring, permanent }: Ending): Omit<MailContent, "action"> {
  return {
    subject: `Your ${planName} plan ends on ${dayOf(endsAt)}`,
    paragraphs: [
      `Your ${planName} plan ends on ${momentOf(endsAt)}. It does not renew by itself, and nothing is charged unless you renew it.`,
      isAny(expiring)
        ? `${amountsOf(expiring)} of the plan are left. Those that are unused at its end expire.`
        : "The plan has no unused credits left.",
      keptCredits(permanent, "Without a renewal, new requests are then refused: your account has no other credits."),
    ],
  };
}

function endedMail({ planName, endsAt, graceEndsAt, permanent }: Ending): Omit<MailContent, "action"> {
  return {
    subject: `Your ${planName} plan has ended`,
    paragraphs: [
      `Your ${planName} plan ended on ${momentOf(endsAt)}, since it was not renewed. What was left of its credits has expired, and nothing was charged.`,
      `You can renew it until ${momentOf(graceEndsAt)}: its next period then begins where the last one ended. After that the subscription is over, and a plan that you buy begins when it is paid.`,
      keptCredits(permanent, "Until you buy a plan, new requests are refused: your account has no other credits."),
    ],
  };
}

const isAny = ({ tts, asr }: Credits): boolean => tts + asr > 0;

const amountsOf = ({ tts, asr }: Credits): string =>
  [tts > 0 ? amountOf("tts", tts) : "", asr > 0 ? amountOf("asr", asr) : ""].filter(Boolean).join(" and ");

/** Says which credits an account keeps without a plan. */
const keptCredits = (permanent: Credits, otherwise: string): string =>
  isAny(permanent) ? `You keep ${amountsOf(permanent)}, which do not expire.` : otherwise;
