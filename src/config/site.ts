import { statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { accentContrast, accentShades, darkerAccent, minContrast } from "./accent.ts";
import { setting } from "./setting.ts";
import { httpUrl, optional } from "./types.ts";

const readBy = ["api"] as const;
const named = ["api", "identity", "payment", "maintenance"] as const;
const logoMaxBytes = 256 * 1024;

/** The accent colour where the operator sets none. */
export const defaultAccent = "#4f46e5";

const name = z
  .string()
  .trim()
  .min(1, "A name is needed.")
  .max(40, "At most 40 characters fit into the header of a page.")
  .regex(/^[^\u0000-\u001f\u007f]*$/, "A name has no line breaks or control characters.");

const logo = z
  .string()
  .transform((path) => resolve(path))
  .check((given) => {
    const message = logoProblem(given.value);
    if (message !== null) given.issues.push({ code: "custom", message, input: given.value });
  });

/** Returns the problem with the file of a logo; null when there is none. */
function logoProblem(path: string): string | null {
  if (!/\.(svg|png)$/i.test(path)) return `${path} is not a .svg or .png file.`;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return `There is no file ${path}.`;
  return found.size > logoMaxBytes ? `${path} is larger than 256 KiB.` : null;
}

const accent = z
  .string()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, `A colour such as ${defaultAccent} is needed.`)
  .check((given) => {
    const { value } = given;
    if (given.issues.length > 0 || accentContrast(value) >= minContrast) return;
    const facts = `its contrast is ${accentContrast(value).toFixed(1)}:1, and ${minContrast}:1 is needed`;
    const message = `${value} is too light for text: ${facts}. Use a darker colour, such as ${darkerAccent(value)}.`;
    given.issues.push({ code: "custom", message, input: value });
  });

/** The processes that show the logo and the colour: those of the pages, and the one that sends e-mails. */
const shownBy = ["api", "maintenance"] as const;
/** The sandboxes have the colour, too. */
const colouredBy = [...shownBy, "identity", "payment"] as const;

const url = (env: string, description: string) => setting(env, optional(httpUrl), { description, readBy });

/** The settings of pages and e-mails: the operator's name, logo, colour and links. */
export const site = z
  .object({
    name: setting("SITE_NAME", name.default("Speech service"), {
      description: "The name of the service in pages, titles and documents.",
      readBy: named,
    }),
    logo: setting("SITE_LOGO", optional(logo), {
      description:
        "The path of a square logo, an .svg or .png file of up to 256 KiB; a sound wave in the accent colour when unset.",
      readBy: shownBy,
    }),
    accent: setting("SITE_ACCENT", accent.default(defaultAccent).transform(accentShades), {
      description:
        "The colour of buttons and links, as #rrggbb. It must be dark enough for text on white; the dark scheme uses a lighter shade of it.",
      readBy: colouredBy,
    }),
    termsUrl: url("TERMS_URL", "The address of the terms of service, for the footer of the public page."),
    privacyUrl: url("PRIVACY_URL", "The address of the privacy policy, for the footer of the public page."),
    statusUrl: url("STATUS_URL", "The address of the status page, for the footer of the public page."),
    sourceUrl: url("SOURCE_URL", "The address of the source code, for the footer of the public page."),
  })
  .describe("Appearance of the pages");
