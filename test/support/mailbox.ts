import type { Db } from "#db/schema.ts";
import { readConfig } from "#src/config.ts";
import { type AccountMails, sendAccountMails } from "#src/domain/account-mails/send-account-mails.ts";
import { openLogger } from "#src/platform/logger.ts";
import { mailFailure, openMailer } from "#src/platform/mail/mailer.ts";
import { type FakeSmtp, startSmtp } from "./smtp.ts";

export const publicUrl = "https://speech.example.com";

export interface Mailbox extends AsyncDisposable {
  readonly smtp: FakeSmtp;
  /** Why e-mails could not be sent, as the log says it. */
  readonly reasons: readonly string[];
  /** Does what the maintenance process does once a minute. */
  readonly round: <Key>(kind: AccountMails<Key>, to?: { readonly unverified?: boolean }) => Promise<void>;
  /** The subjects of the e-mails that an account was sent, in their order. */
  readonly subjectsFor: (userId: string) => Promise<readonly string[]>;
  /** The e-mails that an account was sent, as they came, without the line breaks of their encoding. */
  readonly mailsFor: (userId: string) => Promise<readonly string[]>;
}

/** A mail server for the e-mails to the accounts of a database, and their sender. */
export async function openMailbox(db: Db): Promise<Mailbox> {
  const smtp = await startSmtp();
  const { email, site } = readConfig({
    ...{ SMTP_HOST: "127.0.0.1", SMTP_PORT: String(smtp.port), EMAIL_FROM: "billing@example.com" },
    ...{ PUBLIC_URL: publicUrl, SITE_NAME: "Ravi & Söhne", SITE_ACCENT: "#0b6e4f" },
    SITE_LOGO: "web/public/apple-touch-icon.png",
  });
  if (email === null) throw new Error("No e-mail is sent.");
  const mailer = openMailer({ email, site });
  const log = openLogger("test", "silent");
  const reasons: string[] = [];
  const reasonOf = (error: unknown): string => {
    const reason = mailFailure(error);
    reasons.push(reason);
    return reason;
  };
  const sourcesFor = async (userId: string): Promise<readonly string[]> => {
    const user = db.selectFrom("users").select("email").where("id", "=", userId);
    const { email: to } = await user.executeTakeFirstOrThrow();
    return smtp.mails.filter((mail) => mail.to.join() === to).map(({ source }) => source);
  };
  const sending = { mailer, publicUrl, reasonOf, signal: new AbortController().signal };
  return {
    smtp,
    reasons,
    round: (kind, { unverified = false } = {}) => sendAccountMails({ db, log }, kind, { ...sending, unverified }),
    subjectsFor: async (userId) =>
      (await sourcesFor(userId)).map((source) => /^Subject: (.*)\r$/m.exec(source)?.[1] ?? ""),
    mailsFor: async (userId) => (await sourcesFor(userId)).map((source) => source.replaceAll("=\r\n", "")),
    [Symbol.asyncDispose]: async () => {
      mailer[Symbol.dispose]();
      await smtp[Symbol.asyncDispose]();
    },
  };
}
