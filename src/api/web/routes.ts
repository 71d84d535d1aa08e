import { z } from "zod";
import { noBody, readBytes } from "#src/api/bodies/body.ts";
import { openRoute, type RequestContext } from "#src/api/route.ts";
import { notModified } from "#src/api/http/file-reply.ts";
import type { BodyReader } from "#src/api/bodies/body-reader.ts";
import { paymentProvider } from "#src/providers/payments/chosen.ts";
import { builtFolder } from "#src/api/http/site-files.ts";
import { siteRoutes } from "./site-routes.ts";
import { webAsset, webPage } from "./serve-web.ts";
import { noInput } from "#src/api/validation/no-input.ts";

/** The fields that a payment provider sends when it redirects back. */
interface ReturnedForm {
  readonly failed: boolean;
}

/** The form that the provider's checkout page posts to `callback_url`; anything that is no such form says nothing. */
const returnedForm: BodyReader<ReturnedForm> = {
  read: async (ctx, reading) => {
    const { config } = reading.resources;
    const raw = await readBytes(ctx, reading, config.limits.jsonMaxBytes);
    return { ok: true, value: { failed: paymentProvider.reportsFailure(new URLSearchParams(raw.toString("utf8"))) } };
  },
  document: null,
};

const anyPage = z.object({ page: z.string() });
const facts = { tag: "Pages", access: "public", query: noInput, body: noBody, errors: [] } as const;
const page = {
  ...facts,
  method: "get",
  responses: {
    200: { description: "The page.", mediaTypes: ["text/html"] },
    404: { description: "The page for an unknown address.", mediaTypes: ["text/html"] },
    503: { description: "The web pages are not built.", mediaTypes: ["text/html"] },
  },
} as const;

/** The pages of the account (`web/src/account.tsx`) and those of the admins; other addresses are answered 404. */
const pageNames: ReadonlySet<string> = new Set([
  "studio",
  "playground",
  "transcribe",
  "live",
  "documents",
  "history",
  "voices",
  "keys",
  "webhooks",
  "own-words",
  "device",
  "usage",
  "billing",
  "profile",
]);
const adminPageNames: ReadonlySet<string> = new Set([
  "statistics",
  "tickets",
  "accounts",
  "events",
  "queues",
  "models",
]);

/** One file for all pages: its script finds out which page it is and whether a session exists. */
const show = (_input: unknown, _caller: unknown, context: RequestContext) => webPage(builtFolder, context);

/** The same for one of several pages: of another one it says that there is none. */
const showOneOf =
  (names: ReadonlySet<string>) =>
  async ({ params }: { readonly params: z.infer<typeof anyPage> }, _caller: unknown, context: RequestContext) => {
    const reply = await webPage(builtFolder, context);
    return reply.status === 200 && !names.has(params.page) ? { ...reply, status: 404 } : reply;
  };

const home = openRoute(
  { ...page, path: "/", operationId: "pages.getHome", summary: "The public page", params: noInput },
  show,
);

const account = openRoute(
  { ...page, path: "/account", operationId: "pages.getOverview", summary: "The account's overview", params: noInput },
  show,
);

const accountPart = openRoute(
  { ...page, path: "/account/{page}", operationId: "pages.getPage", summary: "A page of the account", params: anyPage },
  showOneOf(pageNames),
);

const request = openRoute(
  {
    ...page,
    path: "/account/history/{request_id}",
    operationId: "pages.getRequest",
    summary: "A speech request in the account's history",
    params: z.object({ request_id: z.string() }),
  },
  show,
);

const document = openRoute(
  {
    ...page,
    path: "/account/documents/{document_id}",
    operationId: "pages.getDocument",
    summary: "A document of the account, or a new one",
    params: z.object({ document_id: z.string() }),
  },
  show,
);

const webhookCalls = openRoute(
  {
    ...page,
    path: "/account/webhooks/{endpoint_id}",
    operationId: "pages.getWebhookCalls",
    summary: "The calls of a webhook endpoint",
    params: z.object({ endpoint_id: z.string() }),
  },
  show,
);

const adminPart = openRoute(
  {
    ...page,
    path: "/account/admin/{page}",
    operationId: "pages.getAdminPage",
    summary: "A page of the admins",
    params: anyPage,
  },
  showOneOf(adminPageNames),
);

const adminAccount = openRoute(
  {
    ...page,
    path: "/account/admin/accounts/{user_id}",
    operationId: "pages.getAccount",
    summary: "An account",
    params: z.object({ user_id: z.string() }),
  },
  show,
);

/** Nothing of it is believed, but that the page may say why nothing was paid: what has been paid it asks the API. */
const paymentReturn = openRoute(
  {
    ...facts,
    query: z.object({ payment: z.string().optional() }),
    body: returnedForm,
    method: "post",
    path: "/account/{page}",
    operationId: "pages.returnFromPayment",
    summary: "Come back from the payment provider, which may send a form",
    params: anyPage,
    responses: {
      303: {
        description: "Redirects to the account page.",
        mediaTypes: ["text/plain"],
        headers: { Location: "The address of the page." },
      },
    },
  },
  ({ params, query, body: { failed } }) => {
    const said = failed ? "failed" : query.payment === "cancelled" ? "cancelled" : null;
    const address = `/account/${encodeURIComponent(params.page)}${said === null ? "" : `?payment=${said}`}`;
    return Promise.resolve({
      status: 303,
      headers: { Location: address, "Cache-Control": "no-store" },
      raw: { content: "", contentType: "text/plain; charset=utf-8" },
    });
  },
);

const asset = openRoute(
  {
    ...facts,
    method: "get",
    path: "/assets/{asset}",
    operationId: "pages.getAsset",
    summary: "A part of the pages",
    params: z.object({ asset: z.string() }),
    responses: {
      200: { description: "The file.", mediaTypes: ["text/css", "text/javascript", "image/svg+xml", "font/woff2"] },
      ...notModified,
    },
    errors: ["not_found"],
  },
  ({ params }, _caller, context) => webAsset(builtFolder, params.asset, context),
);

/** The public page and those of the account, as built from `web/`. */
export const webRoutes = [
  home,
  account,
  accountPart,
  request,
  document,
  webhookCalls,
  adminPart,
  adminAccount,
  paymentReturn,
  asset,
  ...siteRoutes,
];
