import { z } from "zod";
import { presentApiKey } from "./api-keys/present.ts";
import { apiKeyPage } from "./api-keys/schemas.ts";
import { noBody } from "./bodies/body.ts";
import { presentPayment } from "./payments/routes.ts";
import { paymentPage } from "./payments/schemas.ts";
import { accountRoute } from "./route.ts";
import { namesOf } from "./speech/list-names.ts";
import { presentListed } from "./speech/present.ts";
import { requestSummary } from "./speech/schemas.ts";
import { ledgerAnswer, ledgerQuery, presentLedgerEntry } from "./usage/ledger.ts";
import { pageOf, pageQuery, presentPage } from "./validation/page.ts";
import { uuid } from "./validation/uuid.ts";
import { listApiKeys } from "#src/domain/api-keys/queries.ts";
import { listLedger } from "#src/domain/credits/ledger-queries.ts";
import { listPurchases } from "#src/domain/payments/purchase-queries.ts";
import { listRequests } from "#src/domain/speech/list-queries.ts";
import { accountParams } from "./admin/account-schemas.ts";
import { requireAccount } from "./admin/read-account.ts";

const path = "/v1/admin/accounts/{user_id}";
const facts = {
  method: "get",
  tag: "Admin",
  access: "admin",
  scope: "admin",
  params: accountParams,
  body: noBody,
  errors: ["account_not_found"],
} as const;

const payments = accountRoute(
  {
    ...facts,
    path: `${path}/payments`,
    operationId: "admin.accounts.listPayments",
    summary: "List what an account has paid, the last payment first",
    query: z.object(pageQuery),
    responses: { 200: { description: "One page.", schema: paymentPage } },
  },
  async ({ params: { user_id: userId }, query }, _caller, { resources: { db } }) => {
    await requireAccount({ db }, userId);
    const { items, ...length } = await listPurchases(db, { ...query, userId });
    return { status: 200, data: presentPage({ items: items.map(presentPayment), ...length }, query) };
  },
);

const apiKeys = accountRoute(
  {
    ...facts,
    path: `${path}/api-keys`,
    operationId: "admin.accounts.listApiKeys",
    summary: "List the keys of an account, newest first",
    description: "Without their secrets, which nothing keeps. Ended keys are among them for as long as they are kept.",
    query: z.object(pageQuery),
    responses: { 200: { description: "One page.", schema: apiKeyPage } },
  },
  async ({ params: { user_id: userId }, query }, _caller, { resources: { db } }) => {
    await requireAccount({ db }, userId);
    const { items, ...length } = await listApiKeys(db, { ...query, userId });
    return { status: 200, data: presentPage({ items: items.map(presentApiKey), ...length }, query) };
  },
);

const ledger = accountRoute(
  {
    ...facts,
    path: `${path}/ledger`,
    operationId: "admin.accounts.listLedger",
    summary: "List the changes of an account's credits, newest first",
    query: ledgerQuery,
    responses: { 200: { description: "One page.", schema: pageOf(ledgerAnswer).meta({ id: "LedgerPage" }) } },
  },
  async ({ params: { user_id: userId }, query }, _caller, { resources: { db } }) => {
    await requireAccount({ db }, userId);
    const { items, ...length } = await listLedger(db, { ...query, userId });
    return { status: 200, data: presentPage({ items: items.map(presentLedgerEntry), ...length }, query) };
  },
);

/** A request as admins see it: nothing of its texts, of its document, of its audio or of the name of its file. */
const adminRequest = requestSummary
  .omit({ preview: true, file_name: true, document: true, audio_url: true, content_type: true })
  .meta({ id: "AdminSpeechRequest" });

const requests = accountRoute(
  {
    ...facts,
    path: `${path}/requests`,
    operationId: "admin.accounts.listRequests",
    summary: "List the speech requests of an account, newest first",
    description: "Without texts, audio and names of files, which only the account itself can read.",
    query: z.object({
      ...pageQuery,
      request_id: uuid()
        .optional()
        .meta({ description: "One request; the page is empty where it is not the account's." }),
    }),
    responses: {
      200: { description: "One page.", schema: pageOf(adminRequest).meta({ id: "AdminSpeechRequestPage" }) },
    },
  },
  async ({ params: { user_id: userId }, query }, _caller, context) => {
    const { db } = context.resources;
    await requireAccount({ db }, userId);
    const { request_id: requestId, ...page } = query;
    const { items, ...length } = await listRequests(db, { ...page, userId, requestId });
    const names = await namesOf(context, userId, items);
    const shown = items.map((item) => presentListed(item, names));
    return { status: 200, data: presentPage({ items: shown, ...length }, query) };
  },
);

/** The lists of an account's possessions, for admins. */
export const adminAccountListRoutes = [payments, apiKeys, requests, ledger];
