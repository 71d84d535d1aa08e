import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { openRoute, type Reply, type RequestContext } from "#src/api/route.ts";
import { notModified, sharedReply } from "#src/api/http/file-reply.ts";
import { ownPictures, type Picture, siteLogo, sitePicture, siteStyles } from "#src/api/http/site-files.ts";
import { DomainError } from "#src/errors.ts";
import { noInput } from "#src/api/validation/no-input.ts";

/** The addresses of the pages change with the content. */
const kept = { "Cache-Control": "public, max-age=86400" };
/** An image of the operator may hold scripts, which run when it is opened by itself. */
const harmless = { ...kept, "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" };

const facts = { tag: "Pages", access: "public", query: noInput, body: noBody, errors: ["not_found"] } as const;

/** @throws DomainError `not_found` where there is none */
function pictureReply(context: RequestContext, picture: Picture | null): Reply {
  if (picture === null) throw new DomainError("not_found");
  return sharedReply(context, picture.file, { contentType: picture.contentType, headers: harmless });
}

const webManifest = z.object({
  name: z.string(),
  short_name: z.string(),
  start_url: z.string(),
  display: z.string(),
  theme_color: z.string(),
  icons: z.array(z.object({ src: z.string(), type: z.string(), sizes: z.string() })),
});

const manifest = openRoute(
  {
    ...facts,
    method: "get",
    path: "/site.webmanifest",
    operationId: "pages.getManifest",
    summary: "What a browser needs to put the service on a home screen (W3C, Web Application Manifest)",
    params: noInput,
    responses: { 200: { description: "The manifest.", schema: webManifest, bare: true } },
    errors: [],
  },
  async (_input, _caller, context) => {
    const { name, accent } = context.resources.config.site;
    const logo = await siteLogo(context);
    const icons = logo === null ? [] : [{ src: "/site/logo", type: logo.contentType, sizes: "any" }];
    const shown = { name, short_name: name, start_url: "/account", display: "browser", icons };
    return { status: 200, headers: kept, bare: { ...shown, theme_color: accent.colour[0] } };
  },
);

const sitePart = openRoute(
  {
    ...facts,
    method: "get",
    path: "/site/{part}",
    operationId: "pages.getSitePart",
    summary: "The style, the logo and the icons of the service",
    params: z.object({ part: z.string() }),
    responses: {
      200: {
        description: "The file.",
        mediaTypes: ["text/css", "image/svg+xml", "image/png"],
      },
      ...notModified,
    },
  },
  async ({ params: { part } }, _caller, context) => {
    if (part === "logo") return pictureReply(context, await siteLogo(context));
    if (part === "styles.css") {
      const contentType = "text/css; charset=utf-8";
      return sharedReply(context, await siteStyles(context), { contentType, headers: kept });
    }
    const picture = ownPictures.find((name) => name === part);
    if (picture === undefined) throw new DomainError("not_found");
    return pictureReply(context, await sitePicture(picture, context));
  },
);

const favicon = openRoute(
  {
    ...facts,
    method: "get",
    path: "/favicon.ico",
    operationId: "pages.getIcon",
    summary: "The icon, where browsers look for it",
    params: noInput,
    responses: { 200: { description: "The icon.", mediaTypes: ["image/png"] }, ...notModified },
  },
  async (_input, _caller, context) => pictureReply(context, await sitePicture("favicon.png", context)),
);

/** The branding of the service: the operator's name, logo and colour. */
export const siteRoutes = [sitePart, favicon, manifest];
