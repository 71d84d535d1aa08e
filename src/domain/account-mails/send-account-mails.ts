import type { Db } from "#db/schema.ts";
import type { Logger } from "#src/platform/logger.ts";
import type { Mail } from "#src/platform/mail/mail-body.ts";
import type { Mailer } from "#src/platform/mail/mailer.ts";
import { type DueMail, findMailAddress, type MailRows, markMailSent, takeDueMail } from "./queries.ts";

/** The attempts to send an e-mail, which take most of a day. */
const maxAttempts = 9;
/** The failures after which the server is taken to be unavailable, so that the other e-mails wait for the next round. */
const maxFailures = 5;

/** The content of an e-mail. */
export type MailContent = Pick<Mail, "subject" | "paragraphs" | "action">;

/** A kind of e-mail that is written down in a table before it is sent, so that it is sent once. */
export interface AccountMails<Key> extends MailRows<Key> {
  /** The name of one in the log. */
  readonly name: "credit alert" | "subscription reminder" | "webhook notice";
  /** Writes down those that are new. */
  readonly insert: (db: Db, to: { readonly unverified: boolean }) => Promise<void>;
  /** The same for each attempt. */
  readonly idOf: (mail: Key) => string;
  /** @returns null when it is not due any more */
  readonly compose: (db: Db, mail: Key & DueMail, publicUrl: string) => Promise<MailContent | null>;
}

export interface MailSending {
  readonly mailer: Mailer;
  /** The address to which links lead. */
  readonly publicUrl: string;
  /** True when e-mails also go to addresses that are not verified. */
  readonly unverified: boolean;
  /** Says why a mail server did not take an e-mail, without its address. */
  readonly reasonOf: (error: unknown) => string;
  readonly signal: AbortSignal;
}

interface MailStore {
  readonly db: Db;
  readonly log: Logger;
}

/** Sends the e-mails of a kind, each once. What could not be sent is tried again, later each time. */
export async function sendAccountMails<Key>(
  { db, log }: MailStore,
  kind: AccountMails<Key>,
  sending: MailSending,
): Promise<void> {
  const { name, insert, idOf } = kind;
  await insert(db, sending);
  for (let failures = 0; failures < maxFailures && !sending.signal.aborted;) {
    const due = await takeDueMail(db, kind, maxAttempts);
    if (due === null) return;
    const { user_id: userId, attempts } = due;
    try {
      const isSent = await sendIfDue(db, { kind, due, ...sending });
      await markMailSent(db, kind, due);
      log.info({ mail: idOf(due), userId }, isSent ? `a ${name} was sent` : `a ${name} is no longer due`);
    } catch (error) {
      failures += 1;
      const facts = { mail: idOf(due), userId, attempts, reason: sending.reasonOf(error) };
      if (attempts < maxAttempts) log.warn(facts, `a ${name} could not be sent and will be tried again`);
      else log.error(facts, `a ${name} could not be sent`);
    }
  }
}

interface Sendable<Key> extends Pick<MailSending, "mailer" | "publicUrl" | "unverified"> {
  readonly kind: AccountMails<Key>;
  readonly due: Key & DueMail;
}

/** Sends what still holds, to the address of now. @returns false when nothing was to be sent */
async function sendIfDue<Key>(db: Db, { kind, due, mailer, publicUrl, unverified }: Sendable<Key>): Promise<boolean> {
  const to = await findMailAddress(db, due.user_id, { unverified });
  const content = to === null ? null : await kind.compose(db, due, publicUrl);
  if (to === null || content === null) return false;
  await mailer.send({ to, id: kind.idOf(due), ...content });
  return true;
}
