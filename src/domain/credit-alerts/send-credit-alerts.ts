import type { Db } from "#db/schema.ts";
import type { Logger } from "#src/platform/logger.ts";
import type { Mailer } from "#src/platform/mail/mailer.ts";
import { alertMail } from "./alert-mail.ts";
import { type DueAlert, insertAlerts, markAlertSent, takeDueAlert } from "./queries.ts";

/** So often it is tried to send an alert, for most of a day. */
const maxAttempts = 11;
/** After so many failures the server is taken to be unavailable, and the others wait for the next round. */
const maxFailures = 5;

interface Sending {
  readonly mailer: Mailer;
  /** The address to which links lead. */
  readonly publicUrl: string;
  /** Whether e-mails also go to addresses that are not verified. */
  readonly unverified: boolean;
  /** Says why a mail server did not take an e-mail, without its address. */
  readonly reasonOf: (error: unknown) => string;
  readonly signal: AbortSignal;
}

/**
 * Writes to the accounts that have used most or all of their credits, once for each grant and threshold. What could not be sent
 * is tried again, later each time.
 */
export async function sendCreditAlerts(
  { db, log }: { readonly db: Db; readonly log: Logger },
  { signal, unverified, ...sending }: Sending,
): Promise<void> {
  await insertAlerts(db, { unverified });
  for (let failures = 0; failures < maxFailures && !signal.aborted;) {
    const due = await takeDueAlert(db, maxAttempts);
    if (due === null) return;
    const { grantId, threshold, userId, attempts } = due;
    try {
      await send(due, sending);
      await markAlertSent(db, due);
      log.info(
        { grantId, threshold, userId },
        due.alert === null ? "a credit alert is no longer due" : "a credit alert was sent",
      );
    } catch (error) {
      failures += 1;
      const facts = { grantId, threshold, userId, attempts, reason: sending.reasonOf(error) };
      if (attempts < maxAttempts) log.warn(facts, "a credit alert could not be sent and will be tried again");
      else log.error(facts, "a credit alert could not be sent");
    }
  }
}

/** Sends what still holds. */
async function send(due: DueAlert, { mailer, publicUrl }: Pick<Sending, "mailer" | "publicUrl">): Promise<void> {
  const { alert, email, grantId, threshold } = due;
  if (alert === null || email === "") return;
  await mailer.send({ to: email, id: `credit-alert-${grantId}-${threshold}`, ...alertMail(alert, publicUrl) });
}
