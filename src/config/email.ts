import { z } from "zod";
import { publicUrlSetting } from "./addresses.ts";
import { isLoopback } from "./loopback.ts";
import { refuse, setting } from "./setting.ts";
import { isPrivate } from "./speech-server.ts";
import { optional, port, text, withoutSlash } from "./types.ts";

const readBy = ["maintenance"] as const;
/** On this port TLS begins with the connection; on others it begins with STARTTLS. */
const tlsPort = 465;
/** Days before its end from which a plan can be renewed: a reminder that came earlier would lead to a page that refuses that. */
const renewalDays = 7;

/** The settings for sending e-mail; null where none is sent. */
export const email = z
  .object({
    host: setting("SMTP_HOST", optional(text.regex(/^[\w.:-]+$/, "The name or address of a server is needed.")), {
      description:
        "The SMTP server that sends e-mails, such as alerts about used credits and reminders that a plan ends; none are sent when unset.",
      readBy,
    }),
    port: setting("SMTP_PORT", port.default(587), {
      description: `Its port. On ${tlsPort} TLS begins with the connection; on others STARTTLS is required, but for a server of this machine or a private network.`,
      readBy,
    }),
    user: setting("SMTP_USER", optional(text), { description: "The user name there; none when unset.", readBy }),
    password: setting("SMTP_PASSWORD", optional(text), { description: "The password of that user.", readBy }),
    from: setting("EMAIL_FROM", optional(z.email("An e-mail address is needed.")), {
      description: "The address of the sender, whose name is SITE_NAME.",
      readBy,
    }),
    reminderDays: setting("SUBSCRIPTION_REMINDER_DAYS", z.coerce.number().int().min(0).max(renewalDays).default(3), {
      description: `How many days before its end an account is reminded by e-mail that its plan does not renew automatically; at most ${renewalDays}, 0 for no reminder before the end.`,
      readBy,
    }),
    publicUrl: publicUrlSetting(readBy),
  })
  .transform(({ host, port: portNumber, user, password, from, reminderDays, publicUrl }, context) => {
    if (host === null) return null;
    if (from === null || publicUrl === null) {
      return refuse(context, "SMTP_HOST needs EMAIL_FROM and PUBLIC_URL beside it, for the sender and for links.");
    }
    if ((user === null) !== (password === null)) return refuse(context, "SMTP_USER and SMTP_PASSWORD go together.");
    return {
      host,
      port: portNumber,
      login: user === null || password === null ? null : { user, pass: password },
      isTls: portNumber === tlsPort,
      /** A server that may be spoken to without TLS. */
      isNear: isLoopback(host) || isPrivate(host),
      from,
      reminderDays,
      publicUrl: withoutSlash(publicUrl),
    };
  })
  .describe("E-mail");
