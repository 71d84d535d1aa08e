import { readFile } from "node:fs/promises";
import { createTransport } from "nodemailer";
import type { Config, EmailConfig } from "#src/config.ts";
import { type Mail, mailHtml, mailText } from "./mail-body.ts";

export interface Mailer extends Disposable {
  /** @throws Error when the server does not take it */
  readonly send: (mail: Mail) => Promise<void>;
}

interface MailerOptions {
  readonly email: EmailConfig;
  readonly site: Pick<Config["site"], "name" | "logo" | "accent">;
}

const connectMs = 10_000;
const answerMs = 30_000;
const logoId = "logo";

/** Sends e-mails by the operator's SMTP server, with the operator's name, logo and colour. */
export function openMailer({ email, site }: MailerOptions): Mailer {
  const { host, port, login, isTls, isNear, from, publicUrl } = email;
  const transport = createTransport({
    host,
    port,
    secure: isTls,
    requireTLS: !isNear,
    ...(login !== null && { auth: login }),
    // A server of this machine or a private network may have signed its certificate itself.
    tls: { rejectUnauthorized: !isNear },
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = new URL(publicUrl).hostname;
  return {
    send: async ({ to, subject, id, ...body }) => {
      // Mail programs show only this one of the two kinds of logo.
      const logo = site.logo?.toLowerCase().endsWith(".png") === true ? await readFile(site.logo) : null;
      const look = { name: site.name, colour: site.accent.colour[0], logo: logo === null ? null : `cid:${logoId}` };
      await transport.sendMail({
        from: { name: site.name, address: from },
        // Not as a text, which might be read as several addresses.
        to: { name: "", address: to },
        envelope: { from, to: [to] },
        subject,
        text: mailText({ ...body, subject }),
        html: mailHtml({ ...body, subject }, look),
        messageId: `<${id}@${domain}>`,
        headers: { "Auto-Submitted": "auto-generated" },
        attachments: logo === null ? [] : [{ filename: "logo.png", content: logo, cid: logoId }],
      });
    },
    [Symbol.dispose]: () => transport.close(),
  };
}

const partsOf = (error: object, names: readonly string[]): readonly string[] =>
  names.flatMap((name) => {
    const part: unknown = Reflect.get(error, name);
    return typeof part === "string" || typeof part === "number" ? [String(part)] : [];
  });

/** Why an e-mail was not taken, without the address, which the text of a server may hold. */
export function mailFailure(error: unknown): string {
  const facts = error instanceof Error ? [error.name, ...partsOf(error, ["code", "responseCode"])] : [];
  return facts.join(" ");
}
