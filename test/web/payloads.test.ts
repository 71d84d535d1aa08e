import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import type { BrowserContext, Page } from "playwright-core";
import { sql } from "kysely";
import { z } from "zod";
import { insertMatchingFolder } from "#harness/service/matching-folder.ts";
import { cookieOf, openChromium, openPage, signUpInPage, untilTrue, watch } from "#test/support/chromium.ts";
import { type Answer, audioForm, type CallOptions } from "#harness/clients/client.ts";
import { payloads } from "#test/support/payloads.ts";
import { insertHeard, makeAdmin } from "#test/support/rows.ts";
import { startSandboxedService } from "#test/support/sandboxed-service.ts";
import { displayName } from "#src/domain/api-keys/display-name.ts";
import { startDeviceAuthorization } from "#src/domain/device-authorizations/start-device-authorization.ts";
import { signedIn } from "#harness/clients/session.ts";
import { signedWebhook } from "#harness/identity/signed-webhook.ts";
import { tone } from "#harness/audio/sounds.ts";
import { sumUsage } from "#harness/service/usage-sums.ts";

const service = await startSandboxedService({ workers: ["billing", "synthesis"], env: { API_KEYS_MAX: "100" } });
const { baseUrl: publicUrl, issuer } = service;
const { db } = service.resources;
await insertMatchingFolder(service.resources);
test.after.always(() => service[Symbol.asyncDispose]());

const mallory = { name: "Mallory", username: "mallory", email: "mallory@example.com", password: "correct horse" };

/** The account that is signed in, as a program. */
interface Account {
  readonly userId: string;
  /** Calls the API. @throws Error when it refuses */
  readonly post: (path: string, options: CallOptions) => Promise<Answer>;
}

const sample = tone(1);
const speaker = { engine: "flite", engine_voice: "rms" } as const;

/** Each puts a payload into free texts, by the API where it takes no work. */
const fills: readonly ((account: Account, payload: string, requestId: string) => Promise<unknown>)[] = [
  async ({ userId, post }, payload, requestId) => {
    const answer = await post("/v1/api-keys", { json: { name: displayName(payload), description: payload } });
    const { api_key_id } = answer.data(z.object({ api_key_id: z.string() }));
    const day = { user_id: userId, day: sql<string>`current_date`, api_key_id, request_type: "tts" } as const;
    await db
      .insertInto("usage_keys")
      .values({ ...day, requests: 1, credits: 1, latencies: [1] })
      .execute();
    await db.updateTable("speech_requests").set({ api_key_id }).where("id", "=", requestId).execute();
  },
  ({ post }, payload, requestId) => post("/v1/feedback", { json: { request_id: requestId, feedback_text: payload } }),
  ({ post }, payload) =>
    post("/v1/contact-submissions", {
      json: {
        name: payload,
        email: "'{{globalThis.pwned=1}}`'@example.com",
        company: payload,
        how_did_you_hear: payload,
        interested_products: [payload],
        message: payload,
      },
    }),
  // As if it were trained: it can be chosen, and has spoken.
  async ({ userId, post }, payload, requestId) => {
    const said = { consent: payload, consent_given_by: payload, sample_text: payload };
    const form = audioForm(sample, { name: payload, description: payload, ...said });
    const { voice_id: id } = (await post("/v1/voices", { form })).data(z.object({ voice_id: z.string() }));
    await db.deleteFrom("jobs").where("subject_id", "=", id).execute();
    await db
      .updateTable("voices")
      .set({ status: "ready", ...speaker })
      .where("id", "=", id)
      .execute();
    await db.updateTable("speech_requests").set({ voice_id: id }).where("id", "=", requestId).execute();
    const day = { user_id: userId, day: sql<string>`current_date`, source: "web", voice_id: id } as const;
    const used = { tts_count: 1, asr_count: 0, tts_characters: 1, asr_seconds: 0, credits: 1 } as const;
    const row = { ...day, ...used, voice_label: payload };
    await db.insertInto("usage_days").values(row).execute();
    await sumUsage(db, userId);
  },
  ({ post }, payload) => post("/v1/documents", { json: { title: displayName(payload), text: payload } }),
  (account, payload) => signedIn(service.resources, account.userId, payload),
  // A second account has a name that no provider would allow.
  (_account, payload) => {
    const person = { name: `Dr ${payload}`, username: `dr ${payload}`, email: `dr${payload}@example.com` };
    return db
      .insertInto("users")
      .values({ id: randomUUID(), ...person })
      .execute();
  },
  // The event cannot be applied, so an admin has to look at it.
  (_account, payload) => {
    const event = JSON.stringify({ type: "user.updated", data: { id: payload, email_addresses: payload } });
    return service.call(
      "POST",
      "/v1/webhooks/identity",
      signedWebhook(service.env["IDENTITY_WEBHOOK_SECRET"] ?? "", event),
    );
  },
];

/** Each page that shows what was filled in, and how many of the payloads it shows at least, on all that a button leads on to. */
const pages: readonly (readonly [path: string, shown: number])[] = [
  ["/", 0],
  ["/account", 0],
  ["/account/studio", 0],
  ["/account/transcribe", 0],
  ["/account/voices?view=mine", 40],
  ["/account/history", 40],
  // Two are not taken for titles as they are.
  ["/account/documents", 38],
  ["/account/documents/new", 0],
  ["/account/keys", 40],
  // Two are not taken for names of keys as they are.
  ["/account/usage", 38],
  ["/account/billing", 0],
  ["/account/own-words", 0],
  ["/account/profile", 39],
  ["/account/admin/tickets", 40],
  ["/account/admin/accounts", 40],
  ["/account/admin/events", 40],
  ["/account/admin/queues", 0],
];
const markup =
  "main :is(script, img:not([src^='/assets/']), iframe, object, embed, base, meta, style, math, [onerror], [onload], [onfocus], [srcdoc]), " +
  "[href^='javascript:' i], [onmouseover], [ontoggle], [onbegin]";

const state = z.object({ pwned: z.boolean(), made: z.number(), text: z.string() });
const readState = `({
  pwned: globalThis.pwned !== undefined,
  made: document.querySelectorAll(${JSON.stringify(markup)}).length,
  text: document.body.textContent,
})`;

/** @returns the text of the page */
async function harmless(t: ExecutionContext, page: Page, path: string): Promise<string> {
  const { pwned, made, text } = state.parse(await page.evaluate(readState));
  t.false(pwned, path);
  t.is(made, 0, `${path} has no element that a payload made`);
  return text;
}

/** @returns how many payloads a list shows as the texts that they are, on its first page and on all further ones */
async function shownBy(t: ExecutionContext, page: Page, path: string): Promise<number> {
  await openPage(page, `${publicUrl}${path}`);
  let text = await harmless(t, page, path);
  const next = page.getByRole("button", { name: "Next" });
  for (let number = 2; (await next.count()) > 0 && (await next.isEnabled()); number += 1) {
    await next.click();
    await page.getByText(`Page ${number} of`).waitFor();
    await page.locator("body:not(:has(.waiting, [aria-busy=true]))").waitFor();
    text += await harmless(t, page, `${path}, page ${number}`);
  }
  return payloads.filter((payload) => text.includes(payload)).length;
}

/** Shows a page as a link leads there, without reloading. */
const goTo = (page: Page, path: string): Promise<unknown> => page.evaluate(`history.pushState(null, "", "${path}")`);

/** Waits until the page shows a text. */
const shows = (page: Page, text: string): Promise<void> =>
  untilTrue(page, `document.body.textContent.includes(${JSON.stringify(text)})`);

/** Those of the others, as an admin sees them. */
async function everyAccount(t: ExecutionContext, page: Page): Promise<void> {
  const others = await db.selectFrom("users").select(["id", "name"]).where("name", "like", "Dr %").execute();
  t.is(others.length, payloads.length);
  for (const { id, name } of others) {
    await goTo(page, `/account/admin/accounts/${id}`);
    await page.getByText(id, { exact: true }).waitFor();
    t.true((await harmless(t, page, name)).split(name.slice(3)).length > 3, "name, username and e-mail");
  }
}

/** The overview names the key of the latest call. */
async function checklist(t: ExecutionContext, page: Page): Promise<void> {
  for (const payload of payloads) {
    await db
      .updateTable("api_keys")
      .set({ last_used_at: sql<Date>`clock_timestamp()` })
      .where("name", "=", displayName(payload))
      .execute();
    await goTo(page, "/account/device");
    await goTo(page, "/account");
    await shows(page, displayName(payload));
    await harmless(t, page, "the checklist");
  }
}

/** The history says what was searched for. */
async function searches(t: ExecutionContext, page: Page): Promise<void> {
  await openPage(page, `${publicUrl}/account/history`);
  const field = page.getByRole("searchbox");
  for (const payload of payloads) {
    await goTo(page, `/account/history?${new URLSearchParams({ search: payload }).toString()}`);
    await untilTrue(page, `document.querySelector("input[type=search]")?.value === ${JSON.stringify(payload)}`);
    t.is(await field.inputValue(), payload);
    await harmless(t, page, "the search");
  }
}

/** Transcripts are what a person said, and files have names. */
async function transcripts(t: ExecutionContext, page: Page, userId: string): Promise<void> {
  for (const payload of payloads) {
    const id = await insertHeard(service.resources, userId);
    const word = { word: payload, start: 0, end: 1, confidence: 1 };
    const segment = { id: 0, start: 0, end: 1, text: payload, confidence: 1 };
    const transcript = JSON.stringify({ text: payload, segments: [segment], words: [word] });
    await db
      .updateTable("speech_requests")
      .set({ file_name: payload, transcript, source: "web" })
      .where("id", "=", id)
      .execute();
    await goTo(page, `/account/history/${id}`);
    await page.getByText(id, { exact: true }).waitFor();
    t.true((await harmless(t, page, "a transcript")).includes(payload), payload);
  }
  t.is(await shownBy(t, page, "/account/history?type=asr"), payloads.length, "names of files");
}

/** Chapters and paragraphs of a document are what a person wrote. */
async function document(t: ExecutionContext, page: Page, post: Account["post"]): Promise<void> {
  const paragraphs = payloads.map((text) => ({ text }));
  const json = { title: "All", chapters: payloads.map((one) => ({ title: displayName(one), paragraphs })) };
  await goTo(page, `/account/documents/${(await post("/v1/documents", { json })).headers.get("x-request-id")}`);
  await page.locator(".paragraph").nth(39).waitFor();
  const shown = await harmless(t, page, "a document");
  for (const payload of payloads) t.true(shown.includes(payload) && shown.includes(displayName(payload)), payload);
}

/** Programs that ask for a key, under such names. */
async function programs(t: ExecutionContext, page: Page): Promise<void> {
  for (const clientName of payloads) {
    const { userCode } = await startDeviceAuthorization(service.resources, { clientName, scopes: ["speech"] });
    await goTo(page, `/account/device?code=${userCode}`);
    await page.getByText(userCode, { exact: true }).waitFor();
    t.true((await harmless(t, page, "a program")).includes(displayName(clientName)), clientName);
  }
}

async function voicePicker(t: ExecutionContext, page: Page): Promise<void> {
  await openPage(page, `${publicUrl}/account/studio`);
  await page.getByRole("button", { name: /^Voice/ }).click();
  await page.locator(".voice-row").nth(payloads.length).waitFor();
  const shown = await harmless(t, page, "the voice picker");
  for (const payload of payloads) t.true(shown.includes(payload), payload);
}

async function dialogsOfAVoice(t: ExecutionContext, page: Page): Promise<void> {
  await openPage(page, `${publicUrl}/account/voices?view=mine`);
  for (const [button, role] of [
    ["Try", "dialog"],
    ["Details", "dialog"],
    ["Delete", "alertdialog"],
  ] as const) {
    await page.getByText(button, { exact: true }).first().click();
    const title = (await page.getByRole(role).textContent()) ?? "";
    t.true(payloads.some((payload) => title.includes(payload)));
    await harmless(t, page, button);
    await page.keyboard.press("Escape");
    await page.getByRole(role).waitFor({ state: "detached" });
  }
}

/** As if each payload were spoken: all have the sound of one. @returns the request ids */
async function speakAll(post: Account["post"]): Promise<readonly string[]> {
  const speak = async (text: string, headers = {}): Promise<string> =>
    (await post("/v1/speech/synthesize", { json: { text }, headers: { origin: publicUrl, ...headers } })).headers.get(
      "x-request-id",
    ) ?? "";
  const spoken = await speak("Hello.");
  const results = ["status", "progress", "result_key", "content_type", "sample_rate", "duration_seconds"] as const;
  const finished = db.selectFrom("speech_requests").select([...results, "finished_at"]);
  const result = await finished.where("id", "=", spoken).executeTakeFirstOrThrow();
  const requests: string[] = [];
  for (const text of payloads) {
    const id = await speak(text, { prefer: "respond-async" });
    await db.deleteFrom("jobs").where("subject_id", "=", id).execute();
    await db.updateTable("speech_requests").set(result).where("id", "=", id).execute();
    requests.push(id);
  }
  await db.deleteFrom("speech_requests").where("id", "=", spoken).execute();
  return requests;
}

/** Makes everything that can hold a payload. @returns the account, and the requests whose texts they are */
async function fill(page: Page) {
  const cookie = await cookieOf(page);
  const post: Account["post"] = async (path, options) => {
    const answer = await service.call("POST", path, { cookie, headers: { origin: publicUrl }, ...options });
    if (answer.status > 202) throw new Error(`${path} was answered ${answer.status}: ${answer.bytes.toString()}`);
    return answer;
  };
  const profile = await service.call("GET", "/v1/users/me", { cookie });
  const { user_id: userId } = profile.data(z.object({ user_id: z.string() }));
  await makeAdmin(service.resources, userId);
  const requests = await speakAll(post);
  for (const [index, payload] of payloads.entries()) {
    for (const one of fills) await one({ userId, post }, payload, requests[index] ?? "");
  }
  const failed = db.selectFrom("webhook_events").select("event_id").where("status", "=", "failed");
  while ((await failed.execute()).length < payloads.length) await new Promise((done) => setTimeout(done, 20));
  return { userId, post, requests };
}

/** A new page, and what it did that no page of ours may do. */
async function openWatched(context: BrowserContext) {
  const page = await context.newPage();
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.addInitScript("addEventListener('securitypolicyviolation', (event) => console.error(event.blockedURI))");
  const misdeeds = watch(page, publicUrl, { hosts: [issuer] });
  return { page, dialogs, misdeeds };
}

test("40 attempts in every free text are shown as what was written, and none of them is run", async (t) => {
  t.timeout(5 * 60_000);
  t.is(new Set(payloads).size, 40);
  const browser = await openChromium();
  t.teardown(() => browser.close());
  const context = await browser.newContext();
  const { page, dialogs, misdeeds } = await openWatched(context);
  await page.goto(`${publicUrl}/auth/login?return_to=/account`);
  await signUpInPage(page, mallory, `${publicUrl}/account`);
  const { userId, post, requests } = await fill(page);

  for (const [path, shown] of pages) {
    const count = await shownBy(t, page, path);
    t.true(count >= shown, `${path} shows ${count} of them`);
  }
  await everyAccount(t, page);
  await dialogsOfAVoice(t, page);
  await checklist(t, page);
  await searches(t, page);
  await transcripts(t, page, userId);
  await programs(t, page);
  await document(t, page, post);
  await voicePicker(t, page);
  for (const [index, id] of requests.entries()) {
    const payload = payloads[index] ?? "?";
    await goTo(page, `/account/history/${id}`);
    await page.getByText(id, { exact: true }).waitFor();
    const said = page.getByRole("list", { name: "Previous feedback" });
    await said.waitFor();
    await harmless(t, page, id);
    const parts = [
      said.locator(".written"),
      page.locator("p.written").first(),
      fact(page, "Voice"),
      fact(page, "API key"),
    ];
    for (const part of parts) t.true(displayName((await part.textContent()) ?? "").includes(displayName(payload)), id);
  }
  const other = await openWatched(context);
  await other.page.goto(`${issuer}/account`);
  for (const payload of payloads) await bePerson(t, { page, atSandbox: other.page }, payload);
  t.deepEqual([...dialogs, ...other.dialogs], []);
  for (const found of [misdeeds, other.misdeeds]) t.deepEqual(found, { errors: [], foreign: [] });
});

/** The fact that the page of a request shows under a name. */
const fact = (page: Page, name: string) =>
  page.locator(".facts > div").filter({ has: page.getByText(name, { exact: true }) });

interface Pages {
  readonly page: Page;
  /** Shows the account at the sandbox. */
  readonly atSandbox: Page;
}

/** Takes the payload for a name at the sandbox, which tells the service; its e-mail is what no sandbox would take. */
async function bePerson(t: ExecutionContext, { page, atSandbox }: Pages, payload: string): Promise<void> {
  await atSandbox.getByLabel("Name", { exact: true }).fill(payload);
  const saved = atSandbox.waitForEvent("load");
  await atSandbox.getByRole("button", { name: "Save" }).click();
  await saved;
  t.is(await atSandbox.getByLabel("Name", { exact: true }).inputValue(), payload);
  t.is(await atSandbox.evaluate("globalThis.pwned"), undefined);
  const named = db.selectFrom("users").select("id").where("name", "=", payload);
  while ((await named.executeTakeFirst()) === undefined) await new Promise((done) => setTimeout(done, 20));
  await db.updateTable("users").set({ email: payload, username: payload }).where("name", "=", payload).execute();
  await showNewProfile(page);
  await page.locator(".who").filter({ hasText: payload }).waitFor();
  await harmless(t, page, payload);
  const facts = (await page.locator(".facts").textContent()) ?? "";
  t.is(facts.split(payload).length - 1, 3, "name, username and e-mail");
}

/** So much later a page asks again for what it knows. */
const staleMs = 60_000;

/** Leads to the profile at a time when what the page knows is out of date. */
async function showNewProfile(page: Page): Promise<void> {
  await goTo(page, "/account/device");
  await page.clock.setFixedTime(Number(await page.evaluate("Date.now()")) + staleMs);
  await goTo(page, "/account/profile");
  await page.locator("tbody tr").first().waitFor();
}
