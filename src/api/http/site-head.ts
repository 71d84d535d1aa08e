import { escapeHtml } from "./html.ts";
import type { SharedFile } from "./shared-files.ts";
import { type SiteContext, siteLogo, sitePicture, siteStyles } from "./site-files.ts";

/** A part of the site by an address that changes with its content, so that browsers keep it. */
const versioned = (name: string, { etag }: SharedFile): string => `/site/${name}?v=${etag.replaceAll('"', "")}`;

const tag = (name: string, attributes: Readonly<Record<string, string>>): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
    .join("")}>`;

const given = (name: string, value: string | null): readonly string[] =>
  value === null ? [] : [tag("meta", { name: `site:${name}`, content: value })];

/** The style and the icons that every page names in its head. */
export async function commonHead(context: SiteContext): Promise<string> {
  const [styles, logo, touch] = await Promise.all([
    siteStyles(context),
    siteLogo(context),
    sitePicture("apple-touch-icon.png", context),
  ]);
  return [
    tag("link", { rel: "stylesheet", href: versioned("styles.css", styles) }),
    ...(logo === null
      ? []
      : [tag("link", { rel: "icon", type: logo.contentType, href: versioned("logo", logo.file) })]),
    ...(touch === null
      ? []
      : [tag("link", { rel: "apple-touch-icon", href: versioned("apple-touch-icon.png", touch.file) })]),
    tag("link", { rel: "manifest", href: "/site.webmanifest" }),
  ].join("\n");
}

const description =
  "Text to speech, speech to text and custom voices behind one API. Listen and transcribe without an account.";

/** The facts of the service that the pages of web/ have before their script asks anything, and that previews of links show. */
export async function siteHead(context: SiteContext, isSignedIn: boolean): Promise<string> {
  const { site, publicUrl } = context.resources.config;
  const preview = await sitePicture("preview.png", context);
  const logo = await siteLogo(context);
  const social = {
    "og:type": "website",
    "og:site_name": site.name,
    "og:title": `${site.name}: text to speech and speech to text`,
    "og:description": description,
    "og:url": `${publicUrl}/`,
    ...(preview !== null && {
      "og:image": `${publicUrl}${versioned("preview.png", preview.file)}`,
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": "Text to speech. Speech to text.",
    }),
  };
  return [
    `<title>${escapeHtml(site.name)}</title>`,
    tag("meta", { name: "application-name", content: site.name }),
    tag("meta", { name: "description", content: description }),
    ...Object.entries(social).map(([property, content]) => tag("meta", { property, content })),
    tag("meta", { name: "twitter:card", content: "summary_large_image" }),
    ...given("logo", logo === null ? null : versioned("logo", logo.file)),
    ...given("terms", site.termsUrl),
    ...given("privacy", site.privacyUrl),
    ...given("status", site.statusUrl),
    ...given("source", site.sourceUrl),
    ...given("signed-in", isSignedIn ? "true" : null),
    await commonHead(context),
  ].join("\n");
}
