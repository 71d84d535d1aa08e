import test from "ava";
import type { CDPSession, Page } from "playwright-core";
import { z } from "zod";
import { fits, looksGood, wordsAreWhole } from "#test/support/appearance.ts";
import { openChromium, openPage, signUpInPage, untilTrue, watch } from "#test/support/chromium.ts";
import { sendUnprocessableNotifications } from "#test/support/unprocessable-notifications.ts";
import { startSandboxedService } from "#test/support/sandboxed-service.ts";

const service = await startSandboxedService({
  workers: ["synthesis", "transcription", "training", "billing", "maintenance"],
});
const { baseUrl } = service;
const browser = await openChromium();
const page = await browser.newPage();
test.after.always(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const joan = { name: "Joan Clarke", username: "joan", email: "joan@example.com", password: "correct horse" };
/** An address without a page gets 404, and a letter that lacks a name 422, which Chromium counts as errors of the page. */
const expected = /\/v1\/contact-submissions$|\/account\/nowhere$/;
const widths = [390, 1440];
const betweenWidths = [720, 900];
const everyWidth = [320, 390, 600, 768, 1024, 1280, 1440, 1920];
/** A name of 60 letters, at none of which it could be broken. */
const longName = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauten";

/** A script that makes something to see: each request, a voice that can be used and one that cannot, keys, feedback, a ticket. */
const made = `(async () => {
  const headers = { "Content-Type": "application/json" };
  const post = (path, body) => fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const speak = async (text) => (await post("/v1/speech/synthesize", { text })).headers.get("X-Request-Id");
  const send = async (path, spoken, fields) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("audio", await (await fetch("/v1/speech/requests/" + spoken + "/audio")).blob());
    return (await fetch(path, { method: "POST", body: form })).headers.get("X-Request-Id");
  };
  for (const name of ["laptop", "server"]) await post("/v1/api-keys", { name, description: "Of the " + name });
  await post("/v1/api-keys", { name: "${longName}", description: "${longName}".repeat(3) });
  const short = await speak("Good morning to everybody.");
  const spoken = await speak("The meeting is at nine, and the agenda is long. Please bring the numbers of last year.");
  await send("/v1/voices", short, { name: "Too short", description: "Of one sentence." });
  await send("/v1/voices", spoken, { name: "Office", description: "${longName}" });
  const heard = await send("/v1/speech/transcriptions", short, {});
  for (const id of [spoken, heard]) await post("/v1/feedback", { request_id: id, feedback_text: "It is fine." });
  const someone = { name: "Alan", email: "alan.mathison.turing@bletchley-park.example.com", company: "${longName}", how_did_you_hear: "By radio." };
  await post("/v1/contact-submissions", someone);
  const book = await post("/v1/documents", { title: "${longName}", text: "# ${longName}\\n\\nThe rain fell.\\n\\n# Two\\n\\nThe sun came out." });
  const me = await (await fetch("/v1/users/me")).json();
  const device = await (await post("/v1/device-authorizations", { client_name: "speech on laptop" })).json();
  return { spoken, heard, me: me.data.user_id, code: device.data.user_code, book: (await book.json()).data.document_id };
})()`;
const madeIds = z.object({ spoken: z.string(), heard: z.string(), me: z.string(), code: z.string(), book: z.string() });
const troubles =
  "fetch('/v1/admin/webhook-events?resolved=false').then((one) => one.json()).then((one) => one.data.total === 2)";

/** Signs up, is made an admin, and uses the account a little. @returns every page there is to see */
async function begin(): Promise<readonly string[]> {
  await page.goto(`${baseUrl}/auth/login?return_to=/account/voices`);
  await signUpInPage(page, joan, `${baseUrl}/account/voices`);
  await service.makeAdmin(joan.email);
  const { spoken, heard, me, code, book } = madeIds.parse(await page.evaluate(made));
  const { IDENTITY_WEBHOOK_SECRET: webhook_secret, PAYMENT_WEBHOOK_SECRET: payment_webhook_secret } = service.env;
  await sendUnprocessableNotifications(baseUrl, { webhook_secret, payment_webhook_secret }, "order_and_person_1");
  await untilTrue(page, troubles);
  await page.reload();
  await page.getByRole("link", { name: "My voices" }).click();
  await page.getByText("Failed").waitFor();
  await page.getByText("Ready").waitFor();
  const admin = ["statistics", "tickets", "accounts", `accounts/${me}`, "events", "queues", "models"].map(
    (name) => `admin/${name}`,
  );
  const own = [
    "studio",
    "transcribe",
    "live",
    "voices",
    "documents",
    "documents/new",
    "history",
    "keys",
    "webhooks",
    "usage",
    "billing",
    "billing?view=payments",
    "billing?view=credits",
    "billing?view=details",
    "own-words",
    "profile",
    "device",
  ];
  const requests = [
    `device?code=${code}`,
    "history?status=failed",
    "history/batches",
    `history/${spoken}`,
    `history/${heard}`,
    `documents/${book}`,
  ];
  return ["/", "/account", ...[...own, ...requests, ...admin, "nowhere"].map((name) => `/account/${name}`)];
}

let paths: readonly string[] = [];
test.before(async (t) => {
  t.timeout(2 * 60_000);
  paths = await begin();
});

/** The states of pages that an action leads to; those that take work are looked at where it is done. */
const states: readonly (readonly [shown: string, path: RegExp, reach: (on: Page) => Promise<unknown>])[] = [
  ["the other direction", /^\/$/, (on) => on.getByRole("tab", { name: "Speech to text" }).click()],
  ["a letter that lacks a name", /^\/$/, (on) => press(on, "Send", "#contact .problem")],
  ["replacing a key", /keys$/, (on) => press(on, "Replace laptop", "[role=dialog]")],
  ["revoking a key", /keys$/, (on) => press(on, "Revoke laptop", "[role=alertdialog]")],
  ["the search of the dashboard", /^\/account$/, (on) => press(on, "Search", "[role=option]")],
  ["correcting credits", /accounts\/./, (on) => press(on, "Correct credits", "[role=dialog]")],
];

async function press(on: Page, button: string, appears: string): Promise<void> {
  await on.getByRole("button", { name: button }).click();
  await on.locator(appears).first().waitFor();
}

test.serial("axe finds nothing on any page, narrow or wide, light or dark, and every page fits", async (t) => {
  t.timeout(5 * 60_000);
  const misdeeds = watch(page, baseUrl, { expected });
  for (const path of paths) {
    await openPage(page, `${baseUrl}${path}`);
    await looksGood(t, page, { shown: path, widths });
    for (const width of betweenWidths) await fits(t, page, { shown: path, width });
  }
  for (const [shown, pattern, reach] of states) {
    await openPage(page, `${baseUrl}${paths.find((path) => pattern.test(path)) ?? ""}`);
    await reach(page);
    await looksGood(t, page, { shown, widths });
  }
  for (const [said, sentence] of [
    ["failed", "The payment failed"],
    ["cancelled", "The payment was cancelled"],
  ] as const) {
    await openPage(page, `${baseUrl}/account/billing?payment=${said}`);
    await page.getByText(sentence).waitFor();
    await looksGood(t, page, { shown: sentence, widths });
  }
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

test.serial("no word of a button or a table cell is broken, and every page fits, at eight widths", async (t) => {
  t.timeout(5 * 60_000);
  for (const path of paths) {
    await openPage(page, `${baseUrl}${path}`);
    for (const width of everyWidth) {
      await wordsAreWhole(t, page, { shown: path, width });
      await fits(t, page, { shown: path, width });
    }
  }
});

test.serial("a chart shows the values of the day at the pointer, or that is chosen by the keyboard", async (t) => {
  await page.setViewportSize({ width: 1440, height: 844 });
  await openPage(page, `${baseUrl}/account/usage`);
  const chart = page.locator(".chart-space");
  const { width } = (await chart.boundingBox()) ?? { width: 0 };
  const tooltip = page.getByTestId("chart-tooltip");
  t.is(await tooltip.count(), 0);
  // The last bar is today's.
  await chart.hover({ position: { x: width - 12, y: 100 } });
  const today = new Date().toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
  await tooltip.getByText(today, { exact: true }).waitFor();
  await tooltip.getByText(/^Speech \(characters\): [1-9]/).waitFor();
  await page.mouse.move(0, 0);
  await tooltip.waitFor({ state: "detached" });
  await chart.focus();
  await tooltip.getByText(today, { exact: true }).waitFor();
  const said = () => chart.getAttribute("aria-valuetext");
  t.regex((await said()) ?? "", new RegExp(`^${today}, Speech \\(characters\\): [1-9].*, Credits: [1-9]`));
  await page.keyboard.press("ArrowLeft");
  await tooltip.getByText("Credits: 0", { exact: true }).waitFor();
  t.regex((await said()) ?? "", /, Credits: 0$/);
  t.is(await chart.getAttribute("aria-valuemax"), "29", "the chart of a new account has all days that its title names");
});

test.serial("Ctrl+K finds pages, voices, requests and the documentation, and Enter goes there", async (t) => {
  await openPage(page, `${baseUrl}/account`);
  const field = page.getByRole("combobox", { name: /^Search pages/ });
  const found = (group: string, name: RegExp) =>
    page.getByRole("group", { name: group }).getByRole("option", { name }).first().waitFor();
  await page.keyboard.press("Control+k");
  await field.fill("ill");
  await found("Pages", /^Plan and billing/);
  await field.press("Enter");
  await page.waitForURL(`${baseUrl}/account/billing`);
  t.is(await page.getByRole("dialog").count(), 0);
  await page.keyboard.press("Control+k");
  for (const word of ["receipt", "invoice", "payment", "refund"]) {
    await field.fill(word);
    await page.getByRole("option").first().getByText("Plan and billing › Payments").waitFor();
  }
  await field.fill("rate limits");
  await found("Documentation", /Limits/i);
  await field.fill("DELETE /v1/voices");
  await found("Documentation", /^Delete a voice.*DELETE \/v1\/voices\/\{voice_id\}$/);
  await field.fill("welsh");
  await found("Voices", /^Welsh/);
  await field.press("ArrowDown");
  t.is(await page.locator("[role=option][aria-selected=true]").count(), 1);
  await field.fill("no such thing anywhere");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test.serial("every page that there is a way to was looked at", async (t) => {
  await openPage(page, `${baseUrl}/account/studio`);
  const found = await page.evaluate("[...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))");
  const links = z.array(z.string()).parse(found);
  t.true(links.length > 12, links.join(" "));
  const unseen = links.filter((link) => link !== "/docs" && !paths.includes(link));
  t.deepEqual(unseen, []);
  const refused: string[] = [];
  for (const path of paths) if ((await fetch(`${baseUrl}${path}`)).status !== 200) refused.push(path);
  t.deepEqual(refused, ["/account/nowhere"], "the only one that there is not");
});

const maxInteractiveMs = 1_500;
const runs = 3;
/** So often, when none of the first was within the limit. */
const maxRuns = 20;
/** The main part of a page: a button to be pressed, and how the account stands. */
const mainParts = { "/": "#demo button[type=submit]", "/account": "[data-testid=tts-remaining]" } as const;
const metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

/** Main thread's time on a processor since the page was begun, milliseconds: other programs do not count. */
async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics: known } = metrics.parse(await session.send("Performance.getMetrics"));
  return 1_000 * (known.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
}

/** Loads a page with an empty cache, until what it is there for can be used. */
async function load(path: keyof typeof mainParts) {
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const fresh = await context.newPage();
  const session = await context.newCDPSession(fresh);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await mainThreadMs(session);
  await fresh.goto(`${baseUrl}${path}`, { waitUntil: "commit" });
  // Waits until it is there, stands still, and would get the click.
  await fresh.locator(mainParts[path]).click({ trial: true });
  const clockMs = z.number().parse(await fresh.evaluate("performance.now()"));
  const cpuMs = (await mainThreadMs(session)) - before;
  await context.close();
  return { clockMs, cpuMs };
}

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN);

test.serial("the public page and the overview can be used within a second and a half", async (t) => {
  for (const path of ["/", "/account"] as const) {
    const taken: Awaited<ReturnType<typeof load>>[] = [];
    const best = (): number => Math.round(Math.min(...taken.map(({ clockMs }) => clockMs)));
    while (taken.length < runs || (best() > maxInteractiveMs && taken.length < maxRuns)) {
      taken.push(await load(path));
    }
    const clockMs = median(taken.map((one) => one.clockMs));
    const cpuMs = median(taken.map((one) => one.cpuMs));
    t.log(`${path}: ${clockMs} ms by the clock (${best()} at best), ${cpuMs} ms of processor`);
    // A busy machine makes a page slow by the clock, though not each time; what the page itself takes it cannot change.
    t.true(cpuMs <= maxInteractiveMs, `${path}: ${cpuMs} ms of processor`);
    t.true(best() <= maxInteractiveMs, `${path}: ${best()} ms at best`);
  }
});
