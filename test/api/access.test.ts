import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { z } from "zod";
import { apiKeyScopes } from "#db/schema.ts";
import type { Route } from "#src/api/route.ts";
import { dialectAt } from "#src/api/dialects/dialects.ts";
import { openApiDocument } from "#src/api/openapi.ts";
import { routes } from "#src/api/routes.ts";
import { readConfig } from "#src/config.ts";
import { insertMatchingFolder } from "#harness/service/matching-folder.ts";
import { newKey } from "#harness/service/account.ts";
import { insertOpenOrder, insertSubscription } from "#harness/payments/bought-plans.ts";
import type { Answer, CallOptions } from "#harness/clients/client.ts";
import {
  insertModelFolder,
  insertContact,
  insertDraft,
  insertHeard,
  insertPendingVoice,
  insertSpoken,
  insertWebhookEvent,
} from "#test/support/rows.ts";
import { validCalls as ownCalls } from "./valid-calls.ts";
import { dialectCalls } from "#test/dialects/valid-calls.ts";
import { openCallers } from "#test/support/callers.ts";
import { startService } from "#test/support/service.ts";
import { signedIn } from "#harness/clients/session.ts";
import { newPaymentSecret } from "#harness/payments/signed-payment-event.ts";
import { newWebhookSecret } from "#harness/identity/signed-webhook.ts";

const webhookSecret = newWebhookSecret();
const paymentSecret = newPaymentSecret();
// Nothing answers there: an account with an open order gets that.
const payments = { PAYMENT_API_URL: "http://127.0.0.1:1", PAYMENT_KEY_ID: "rzp_test", PAYMENT_KEY_SECRET: "secret" };
const noPatience = {
  OPENAI_WAIT_SECONDS: "0",
  DEEPGRAM_WAIT_SECONDS: "0",
  ELEVENLABS_WAIT_SECONDS: "0",
  SARVAM_WAIT_SECONDS: "0",
};
const service = await startService({
  env: {
    ...{ ...noPatience, WAIT_MAX_SECONDS: "0", API_KEYS_MAX: "1000", IDENTITY_WEBHOOK_SECRET: webhookSecret },
    ...{ ...payments, PAYMENT_WEBHOOK_SECRET: paymentSecret, TOP_UP_PACKS: "none" },
  },
});
const { resources } = service;
const fromOurPages = { origin: new URL(resources.config.publicUrl).origin };
const { owner, stranger, admin, kinds } = await openCallers(resources, fromOurPages);
for (const { userId } of [owner, stranger, admin]) {
  await insertSubscription(resources, { userId, planId: "pro", status: "active", endsInDays: 20 });
  await insertOpenOrder(resources, userId, "starter");
}

await insertMatchingFolder(resources);

/** The objects that the calls of the table are about. */
const subjects = {
  ...{ resources, webhookSecret, paymentSecret, fromOurPages },
  ownerId: owner.userId,
  strangerId: stranger.userId,
  spoken: await insertSpoken(resources, owner.userId),
  heard: await insertHeard(resources, owner.userId),
  draft: await insertDraft(resources, owner.userId),
  voiceId: await insertPendingVoice(resources, owner.userId),
  ticketId: await insertContact(resources),
  folderId: await insertModelFolder(resources),
  failedEvent: await insertWebhookEvent(resources, { status: "failed" }),
};

const validCalls = { ...ownCalls, ...dialectCalls };
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

test.after.always(() => service[Symbol.asyncDispose]());

const ownRoutes = routes.filter(({ path }) => dialectAt(path) === null);
/** A program may see whose key it has, and what there is. */
const forEveryKey: ReadonlySet<string> = new Set(["get /v1/users/me", "get /v1/engines", "get /v1/languages"]);

test("every route that a credential reaches has a scope that keys can have, and the open ones name none", (t) => {
  for (const route of ownRoutes) {
    if (route.access === "public") t.is(route.scope, "any", nameOf(route));
    else if (route.scope === "any") t.true(forEveryKey.has(nameOf(route)), `${nameOf(route)} is not in forEveryKey`);
    else t.is(route.scope === "admin", route.access === "admin", nameOf(route));
  }
});

/** `GET /v1/plans`, `/v1/top-ups` or `/v1/voices…`, as docs/api.md names calls. */
function isNamedBy(text: string, { method, path }: Route): boolean {
  const [, only = method, start = "", rest] = /^(?:([A-Z]+) )?(\/[^…]*)(…?)$/.exec(text) ?? [];
  return only.toLowerCase() === method && (rest === "" ? path === start : path.startsWith(start));
}

test("the table of scopes in docs/api.md names every call beside its scope, and beside no other", async (t) => {
  const page = await readFile(join(import.meta.dirname, "../../docs/api.md"), "utf8");
  const [, table = ""] = /^\| Scope \| Calls \|\n(.*?)\n\n/ms.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| `?([a-z]+)`? \| (.*) \|$/gm)].map(([, scope = "", calls = ""]) => ({
    scope,
    calls: [...calls.matchAll(/`([^`]*\/[^`]*)`/g)].map(([, call = ""]) => call),
  }));
  t.deepEqual(
    rows.map(({ scope }) => scope),
    [...apiKeyScopes, "any"],
  );
  const reached = ownRoutes.filter(({ access }) => access !== "public");
  for (const route of reached) {
    const named = rows.filter(({ calls }) => calls.some((call) => isNamedBy(call, route))).map(({ scope }) => scope);
    t.deepEqual(named, [route.scope], nameOf(route));
  }
  for (const call of rows.flatMap(({ calls }) => calls)) {
    t.true(
      reached.some((route) => isNamedBy(call, route)),
      `${call} names no call`,
    );
  }
});

test("the table of valid calls knows every route", (t) => {
  const known = new Set(Object.keys(validCalls));
  t.deepEqual(
    [...new Set(routes.map(nameOf)).symmetricDifference(known)],
    [],
    "see valid-calls.ts of test/api and test/dialects",
  );
});

/** The paths that a temporary token may call. */
const speaksOrTranscribes =
  /\/(?:audio\/(?:speech|transcriptions|translations)|listen|realtime|speak|text-to-speech(?:\/(?!pronunciation-dictionary).*)?|speech-to-text(?:-[a-z]+)?(?:\/ws)?|v3\/ws)$/;

/** They name an object in their body or their query. */
const withObjectElsewhere =
  /^(?:post \/(?:v1\/feedback|.*\/job\/v1\/(?:upload|download)-files)|(?:put|delete) .*\/pronunciation-dictionary)$/;

/** Files whose addresses have the permission in themselves. */
const hasPermissionInside = /\/redacted-audio\.flac$|\/job-files\//;

test("routes of dialects are for accounts, and a temporary token only speaks and transcribes there", (t) => {
  for (const route of routes) {
    const isDialect = dialectAt(route.path) !== null;
    const access = hasPermissionInside.test(route.path) ? "public" : "account";
    if (isDialect && route.socket === undefined) t.is(route.access, access, nameOf(route));
    const { temporaryTokens } = route.socket ?? route;
    t.is(
      temporaryTokens === true,
      (isDialect && speaksOrTranscribes.test(route.path)) || route.path === "/v1/speech/live",
      nameOf(route),
    );
  }
});

const codeOf = ({ json }: Answer): string => z.object({ code: z.string() }).parse(json).code;

for (const route of routes) {
  const sample = validCalls[nameOf(route)];
  if (sample === undefined) continue;
  const method = route.method.toUpperCase();
  const pathOf = async () => (typeof sample.path === "string" ? sample.path : sample.path(subjects));
  const call = (path: string, shown: CallOptions) => {
    const good = sample.options?.(subjects) ?? {};
    return service.call(method, path, { ...good, ...shown, headers: { ...good.headers, ...shown.headers } });
  };
  const isOurs = dialectAt(route.path) === null;
  // A pending device authorization belongs to no account: any account that has its user code may decide.
  // An object that a dialect names by a fixed path belongs to all accounts.
  const isOwned = isOurs ? !route.path.startsWith("/v1/device-authorizations/") : typeof sample.path === "function";
  const hasObject = route.access === "account" && isOwned && Object.keys(route.params.shape).length > 0;

  // One after the other, since signing out everywhere ends the session that another call is about.
  test.serial(`${nameOf(route)} answers each credential as its access says: ${route.access}`, async (t) => {
    for (const { shown, options, refusal, foreign } of kinds) {
      const answer = await call(await pathOf(), await options());
      const refused = refusal(route);
      // Each dialect has codes of its own, which its tests of errors know.
      if (refused !== null && isOurs) t.deepEqual([answer.status, codeOf(answer)], [...refused], shown);
      else if (refused !== null) t.is(answer.status, refused[0], shown);
      else if (foreign && (hasObject || withObjectElsewhere.test(nameOf(route))))
        t.is(answer.status, 404, `${shown}: what belongs to another account is 404, for admins too`);
      else t.is(answer.status, sample.status, shown);
    }
  });

  const { scope } = route;
  if (route.access !== "public")
    test.serial(`${nameOf(route)} takes a key by its scope: ${scope}`, async (t) => {
      const who = route.access === "admin" ? admin : owner;
      const others = apiKeyScopes.filter((other) => other !== scope);
      const fit = await newKey(resources, who.userId, scope === "any" ? ["speech"] : [scope]);
      t.is((await call(await pathOf(), { key: fit })).status, sample.status);
      if (scope === "any") return;
      const unfit = await newKey(resources, who.userId, others);
      const refused = await service.call(method, await pathOf(), { key: unfit });
      t.is(refused.status, 403, "before any input is looked at");
      if (isOurs) t.like(refused.json, { success: false, code: "insufficient_scope", required_scope: scope });
    });

  if (!isOurs || (route.access !== "account" && route.access !== "admin")) continue;
  test.serial(`${nameOf(route)} believes a cookie from our own pages only`, async (t) => {
    const who = route.access === "admin" ? admin : owner;
    for (const headers of [{}, { origin: "https://evil.example" }, { origin: "null" }]) {
      const { cookie } = await signedIn(resources, who.userId);
      const answer = await call(await pathOf(), { cookie, headers });
      if (method === "GET" && !("origin" in headers)) t.is(answer.status, sample.status);
      else t.deepEqual([answer.status, codeOf(answer)], [403, "origin_mismatch"]);
    }
  });

  if (!hasObject) continue;
  test.serial(
    `${nameOf(route)} answers for the object of another account as for one that does not exist`,
    async (t) => {
      const path = await pathOf();
      const unknownPath = path.replace(/[0-9a-f-]{36}/, randomUUID());
      const unknown = await call(unknownPath, { key: stranger.key });
      t.is(unknown.status, 404);
      t.deepEqual(comparable(await call(path, { key: stranger.key })), comparable(unknown));
      t.deepEqual(comparable(await call(path, await signedIn(resources, stranger.userId))), comparable(unknown));
    },
  );
}

const { paths } = openApiDocument(routes, readConfig({}));
/** Their examples name an object that only the subjects of this test have. */
const naming: Readonly<Record<string, object>> = {
  "post /v1/feedback": { request_id: subjects.heard },
  ...Object.fromEntries(
    ["/sarvam", ""].flatMap((prefix) =>
      ["", "-translate"].flatMap((kind) => {
        const path = `post ${prefix}/speech-to-text${kind}/job/v1`;
        return [
          [`${path}/upload-files`, { job_id: subjects.draft.id }],
          [`${path}/download-files`, { job_id: subjects.draft.id, files: [] }],
        ];
      }),
    ),
  ),
  "post /v1/admin/models/pulls": { folder_id: subjects.folderId },
};

for (const route of routes) {
  const name = nameOf(route);
  const sample = validCalls[name];
  const example = paths[route.path]?.[route.method]?.requestBody?.content["application/json"]?.example;
  if (sample === undefined || example === undefined || name.startsWith("post /v1/webhooks/")) continue;
  test.serial(`${name} takes its example as it is documented`, async (t) => {
    const { path } = sample;
    const { headers = {} } = sample.options?.(subjects) ?? {};
    const { key } = route.access === "admin" ? admin : owner;
    const json = { ...z.looseObject({}).parse(example), ...naming[name] };
    const at = typeof path === "string" ? path : await path(subjects);
    const answer = await service.call(route.method.toUpperCase(), at, { key, headers, json });
    t.is(answer.status, sample.status, answer.bytes.toString());
  });
}

/** All of an answer that does not change from one call to the next. */
function comparable({ status, headers, bytes }: Answer) {
  const requestId = headers.get("x-request-id") ?? "";
  const kept = [...headers].filter(([name]) => !["date", "x-request-id", "ratelimit"].includes(name));
  return { status, headers: kept, body: bytes.toString().replace(requestId, "") };
}

test("lists hold nothing of another account", async (t) => {
  const newcomer = await service.account();
  t.like((await service.call("GET", "/v1/speech/requests", { key: newcomer.key })).json, { data: { total: 0 } });
  const voices = await service.call("GET", "/v1/voices?type=custom", { key: newcomer.key });
  t.like(voices.json, { data: { total: 0, items: [] } });
  t.like((await service.call("GET", "/v1/feedback", { key: newcomer.key })).json, { data: { total: 0, items: [] } });
  t.is((await service.call("GET", "/v1/subscriptions/current", { key: newcomer.key })).status, 404);
  const keys = await service.call("GET", "/v1/api-keys", { key: newcomer.key });
  t.like(keys.json, { data: { total: 1, items: [{ name: "test" }] } });
  t.like((await service.call("GET", "/v1/usage", { key: newcomer.key })).json, { data: { total_credits_consumed: 0 } });
});
