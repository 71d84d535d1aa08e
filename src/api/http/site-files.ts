import { join } from "node:path";
import type { Config } from "#src/config.ts";
import { type SharedFile, sharedFile, type SharedFiles } from "./shared-files.ts";

/** The folder in which `bin/setup` and the image put what they build of `web/`. */
export const builtFolder = join(import.meta.dirname, "../../../web/dist");

/** The settings and resources that the look of the pages depends on. */
export interface SiteContext {
  readonly files: SharedFiles;
  readonly resources: { readonly config: Pick<Config, "site" | "publicUrl"> };
}

/** The colour of our own logo, in its file: as an image it has no text colour to take. */
const logoColour = "currentColor";

/** The style that every page has: the variables of the operator's accent colour, and web/public/theme.css. */
export async function siteStyles({ files, resources }: SiteContext): Promise<SharedFile> {
  const { colour, hover, ink, wash } = resources.config.site.accent;
  const variables = Object.entries({ accent: colour, "accent-hover": hover, "accent-ink": ink, "accent-wash": wash });
  const lines = variables.map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark});`);
  const theme = await files.read(join(builtFolder, "theme.css"));
  return sharedFile(Buffer.from(`:root{${lines.join("")}}\n${theme?.content.toString() ?? ""}`));
}

/** A picture of the service, and what kind it is. */
export interface Picture {
  readonly file: SharedFile;
  readonly contentType: "image/svg+xml" | "image/png";
}

/** The operator's logo, or our own in the accent colour; null where neither is there. */
export async function siteLogo({ files, resources: { config } }: SiteContext): Promise<Picture | null> {
  const { logo, accent } = config.site;
  const file = await files.read(logo ?? join(builtFolder, "logo.svg"));
  if (file === null) return null;
  if (logo !== null) return { file, contentType: /\.png$/i.test(logo) ? "image/png" : "image/svg+xml" };
  const coloured = file.content.toString().replace(logoColour, accent.colour[0]);
  return { file: sharedFile(Buffer.from(coloured)), contentType: "image/svg+xml" };
}

/** The names of the pictures that are made of our own logo (`npm run site-images`). */
export const ownPictures = ["apple-touch-icon.png", "favicon.png", "preview.png"] as const;

/** A picture of our own logo; null where the operator has another logo, unless that is a picture of this kind. */
export async function sitePicture(name: (typeof ownPictures)[number], context: SiteContext): Promise<Picture | null> {
  if (context.resources.config.site.logo !== null && name !== "preview.png") {
    const logo = await siteLogo(context);
    return logo?.contentType === "image/png" ? logo : null;
  }
  const file = await context.files.read(join(builtFolder, name));
  return file === null ? null : { file, contentType: "image/png" };
}
