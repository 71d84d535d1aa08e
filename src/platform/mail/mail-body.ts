/** An e-mail: plain texts, with one thing to do. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  /** The same for each attempt to send it, so that mail servers can drop a repeat. */
  readonly id: string;
}

type MailBody = Pick<Mail, "subject" | "paragraphs" | "action">;

interface MailLook {
  readonly name: string;
  /** The colour of the button, which has white text. */
  readonly colour: string;
  /** The address of the logo; null for none. */
  readonly logo: string | null;
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** An e-mail as plain text. */
export const mailText = ({ paragraphs, action }: MailBody): string =>
  [...paragraphs, `${action.label}: ${action.url}`].join("\n\n");

/** The same as HTML; mail programs know no style sheets. */
export function mailHtml({ subject, paragraphs, action }: MailBody, { name, colour, logo }: MailLook): string {
  const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
  const picture =
    logo === null
      ? ""
      : `<img src="${escapeHtml(logo)}" width="28" height="28" alt="" style="vertical-align:middle;margin-right:8px">`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f6f7f9;color:#1b1d26;${font}">
<div style="max-width:520px;margin:0 auto;padding:28px;background:#fff;border:1px solid #e3e5ea;border-radius:12px">
<p style="margin:0 0 24px;font-weight:600">${picture}${escapeHtml(name)}</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 16px;line-height:1.5">${escapeHtml(text)}</p>`).join("\n")}
<p style="margin:24px 0 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 18px;background:${colour};color:#fff;border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>
</div>
</body>
</html>
`;
}
