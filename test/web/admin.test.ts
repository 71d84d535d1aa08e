import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import type { Page } from "playwright-core";
import { openPostgres } from "#src/platform/postgres/postgres.ts";
import { readRunState } from "#src/standalone/run-state.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { openChromium, signUpInPage, untilTrue, watch } from "#test/support/chromium.ts";
import { sendUnprocessableNotifications } from "#test/support/unprocessable-notifications.ts";
import { emptyInstallation } from "#test/support/empty-installation.ts";

const payloads = [
  "<script>globalThis.pwned=1</script>",
  '"><img src=x onerror="globalThis.pwned=1">',
  "<svg/onload=globalThis.pwned=1>",
  "{{constructor.constructor('globalThis.pwned=1')()}}",
  "javascript:globalThis.pwned=1",
] as const;
const password = "correct horse";
const grace = { name: "Grace Hopper", username: "grace", email: "grace@example.com", password };
const bob = { name: payloads[1], username: "bob", email: "bob@example.com", password };
const lists = ["statistics", "tickets", "accounts", "events", "queues", "models"].map(
  (name) => `/account/admin/${name}`,
);
const links = ["Statistics", "Tickets", "Accounts", "Provider events", "Queues", "Models"];
const asked = ["statistics", "accounts", "webhook-events", "queues", "live", "models"].map(
  (name) => `/v1/admin/${name}`,
);

/** A folder of models with the one that finds speech alone, whatever else this machine has. */
async function fewModels(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "speech-models-"));
  t.teardown(() => rm(folder, { recursive: true }));
  await cp(join(modelsDirectory, "silero-vad"), join(folder, "silero-vad"), { recursive: true });
  return folder;
}

const linksOf = async (page: Page): Promise<readonly string[]> => {
  const shown = await page.getByRole("navigation", { name: "Account" }).getByRole("link").allTextContents();
  return links.filter((link) => shown.some((text) => text.startsWith(link)));
};

const statusesOf = (page: Page): Promise<readonly number[]> =>
  page.evaluate(
    (paths) => Promise.all(paths.map((path) => fetch(path).then((answer) => answer.status))),
    [...asked, "/v1/contact-submissions"],
  );

/** Writes in the contact form, as any visitor could, with markup in every field. */
async function writeTickets(page: Page): Promise<void> {
  await page.evaluate(async (names) => {
    for (const name of names) {
      const ticket = {
        name,
        email: "eve@example.com",
        company: name,
        interested_products: [name],
        how_did_you_hear: name,
        message: name,
      };
      const headers = { "Content-Type": "application/json" };
      await fetch("/v1/contact-submissions", { method: "POST", headers, body: JSON.stringify(ticket) });
    }
  }, payloads);
}

/** A user finds no way in, and none that is typed by hand. */
async function seesNothing(t: ExecutionContext, page: Page, baseUrl: string): Promise<void> {
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  t.deepEqual(await linksOf(page), []);
  for (const path of [...lists, `${lists[2]}/7`]) {
    await page.goto(`${baseUrl}${path}`);
    await page.getByRole("heading", { name: "You do not have access to this page" }).waitFor();
  }
  t.deepEqual(await statusesOf(page), [403, 403, 403, 403, 403, 403, 403]);
}

async function handleTicket(t: ExecutionContext, page: Page): Promise<void> {
  await page.getByRole("link", { name: /^Tickets/ }).click();
  const [name] = payloads;
  const row = page.getByRole("row").filter({ hasText: name });
  await row.waitFor();
  t.is(await page.getByRole("row").count(), payloads.length + 1);
  await row.getByRole("button", { name: "Mark as reviewed" }).press("Enter");
  await page.getByText(`The ticket of ${name} is now reviewed.`).waitFor();
  t.is(await page.evaluate("document.activeElement.getAttribute('role')"), "status", "the focus is not lost");
  await row.waitFor({ state: "detached" });
  await page.getByLabel("Show").selectOption("Reviewed");
  await row.getByRole("button", { name: "Close" }).click();
  await page.getByText("No tickets match these filters.").waitFor();
  await page.getByLabel("Show").selectOption("All");
  await row.waitFor();
  await page.getByLabel("Search").fill("CONSTRUCTOR");
  await row.waitFor({ state: "detached" });
  t.is(await page.getByRole("row").count(), 2);
  await page.getByLabel("Search").fill("");
  await page.getByLabel("Show").selectOption("Closed");
  await row.getByRole("button", { name: "Reopen" }).waitFor();
}

async function makeAdmin(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Accounts" }).click();
  await page.getByRole("link", { name: grace.name }).waitFor();
  await page.getByLabel("Name or e-mail").fill("BOB@");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: grace.name }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: bob.name }).click();
  await page.getByRole("heading", { name: bob.name }).waitFor();
  await page.getByRole("button", { name: "Make an admin" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await page.locator(".badge", { hasText: "user" }).waitFor();
  await page.getByRole("button", { name: "Make an admin" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make an admin" }).click();
  await page.locator(".badge", { hasText: "admin" }).waitFor();
}

/** The search of an admin leads to accounts, too. */
async function findAccount(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Search pages/ }).fill("bob@");
  await page.getByRole("group", { name: "Accounts" }).getByRole("option").click();
  await page.getByRole("heading", { name: bob.name }).waitFor();
}

async function correctCredits(t: ExecutionContext, page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Correct credits" }).click();
  await dialog.getByRole("button", { name: "Add characters" }).click();
  await dialog.getByText("Enter a whole number.").waitFor();
  await dialog.getByText("Required.").waitFor();
  await dialog.getByLabel("Amount").fill("999999999");
  await dialog.getByLabel("Reason").fill(payloads[2]);
  await dialog.getByLabel("Action").selectOption("Remove");
  await dialog.getByRole("button", { name: "Remove 999,999,999 characters" }).click();
  await dialog.getByText("Insufficient credits.").waitFor();
  await dialog.getByLabel("Action").selectOption("Add");
  await dialog.getByLabel("Amount").fill("500");
  await dialog.getByRole("button", { name: "Add 500 characters" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("100,500").waitFor();
  t.is(await page.getByTestId("tts-remaining").textContent(), "100,500");
}

/** Writes a note about the account that is open, blocks it, and lets it act again. */
async function superviseAccount(t: ExecutionContext, page: Page, theirs: Page): Promise<void> {
  await page.getByLabel("New note").fill(payloads[0]);
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByRole("listitem").filter({ hasText: payloads[0] }).waitFor();
  await page.getByRole("button", { name: "Block", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Block account" }).click();
  await page.getByRole("dialog").getByText("Required.").waitFor();
  await page.getByRole("dialog").getByLabel("Reason").fill(payloads[1]);
  await page.getByRole("dialog").getByRole("button", { name: "Block account" }).click();
  await page.locator(".badge", { hasText: "blocked" }).waitFor();
  await page
    .getByRole("listitem")
    .filter({ hasText: `Blocked. ${payloads[1]}` })
    .waitFor();
  const ledger = page.getByRole("region", { name: "Credit ledger" });
  await ledger.getByRole("row").filter({ hasText: payloads[2] }).waitFor();
  await theirs.reload();
  await theirs.getByText("This account is blocked. Contact the operator of this service.").waitFor();
  await page.getByRole("button", { name: "Unblock" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Unblock" }).click();
  await page.getByRole("button", { name: "Block", exact: true }).waitFor();
  await page.getByRole("button", { name: "Close account" }).click();
  const close = page.getByRole("alertdialog").getByRole("button", { name: "Close account and erase data" });
  t.true(await close.isDisabled());
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
}

/** The corrections in the ledger of an installation. */
async function correctionsIn(folder: string) {
  const url = (await readRunState(join(folder, "data")))?.database_url ?? "";
  const db = openPostgres({ url, poolSize: 1, name: "test" });
  try {
    const entries = db.selectFrom("credit_ledger").select(["pool", "credits", "reason"]);
    return await entries.where("kind", "=", "correction").execute();
  } finally {
    await db.destroy();
  }
}

async function resolveEvents(t: ExecutionContext, page: Page): Promise<void> {
  await page.getByRole("link", { name: /^Provider events/ }).click();
  const failed = page.getByRole("row").filter({ hasText: "user.updated" });
  await failed.getByText("email_addresses: ").waitFor();
  await page.getByText("The event does not name a payment of an order.").waitFor();
  await page.getByLabel("From").selectOption("Identity provider");
  await page.getByText("payment.captured").waitFor({ state: "detached" });
  await failed.getByRole("button", { name: "Mark as resolved: user.updated" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Mark as resolved" }).click();
  await page.getByText("user.updated is marked as resolved.").waitFor();
  await page.getByText("Nothing needs attention.").waitFor();
  t.is(await page.evaluate("document.activeElement.getAttribute('role')"), "status", "the focus is not lost");
  await page.getByLabel("Show").selectOption("Resolved");
  await failed.getByRole("link", { name: grace.name }).waitFor();
  await page.getByLabel("Show").selectOption("Needs attention");
  await page.getByLabel("From").selectOption("All");
  await page.getByText("payment.captured").waitFor();
}

async function seeModels(t: ExecutionContext, page: Page): Promise<void> {
  await page.getByRole("link", { name: "Models" }).click();
  const engines = page.locator("section.card").filter({ has: page.getByRole("heading", { name: "Engines" }) });
  await engines.getByRole("row").filter({ hasText: "espeak-ng" }).getByText("ready").waitFor();
  await page.getByRole("row").filter({ hasText: "silero-vad" }).getByText("installed").waitFor();
  await page.getByLabel("Language", { exact: true }).selectOption("German");
  const transcription = page.getByRole("region", { name: "Transcription" });
  await transcription.getByText(/^Recommended: whisper-base, tested by this project, a download of \d+ MiB$/).waitFor();
  await transcription.getByRole("button", { name: "Install whisper-base" }).waitFor();
  await page.getByRole("region", { name: "Speech", exact: true }).getByText("German now: espeak-ng.").waitFor();
  const install = page.getByRole("button", { name: "Install whisper-large-v3" });
  t.false(await install.isVisible(), "what is not installed is closed until it is looked for");
  await page.getByText(/^Transcription: \d+ models$/).click();
  await install.click();
  await page.getByRole("alertdialog").getByText("This model is untested").waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  t.is(await page.getByRole("heading", { name: "Installations" }).count(), 0);
}

async function seeStatistics(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Statistics" }).click();
  await page.getByText("No payments in the last 12 months.").waitFor();
  await page.getByText(/^Counted /).waitFor();
  for (const label of ["Usage", "Requests", "Accounts"]) {
    const section = page
      .locator("section.card")
      .filter({ has: page.getByRole("heading", { name: label, exact: true }) });
    await section.getByText("Show as table").first().click();
    await section.getByRole("region").first().getByRole("row").nth(30).waitFor();
  }
  await page.getByLabel("Period").selectOption("Last 7 days");
  await page.getByRole("row").nth(24).waitFor({ state: "detached" });
}

async function seeQueues(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Queues" }).click();
  for (const queue of ["synthesis", "transcription", "training"]) await page.getByTestId(`queue-${queue}`).waitFor();
  await page.getByTestId("queue-billing").getByRole("cell").last().filter({ hasText: "1" }).waitFor();
  await page.getByText("No failed requests.").waitFor();
  await page.getByRole("heading", { name: "Trends" }).waitFor();
  const live = page.getByRole("region", { name: "Live transcription" });
  await live.getByText("No open sessions.").waitFor();
  await live.getByTestId("live-worker").or(live.getByText("No process transcribes live.")).first().waitFor();
  const again = page.waitForResponse((response) => response.url().endsWith("/v1/admin/queues"));
  await again;
}

test.serial("an admin handles tickets, accounts, notifications and queues; a user sees nothing of it", async (t) => {
  const { service, folder } = await emptyInstallation(t, { MODELS_DIR: await fewModels(t) });
  const { baseUrl } = service;
  const browser = await openChromium();
  t.teardown(() => browser.close());
  const hosts = [1, 2].map((distance) => `http://localhost:${Number(new URL(baseUrl).port) + distance}`);
  const signIn = async (visitor: typeof grace) => {
    const page = await (await browser.newContext()).newPage();
    // Who is no admin is refused on purpose, and so is the credit that is not there.
    const misdeeds = watch(page, baseUrl, { expected: /\/v1\/(admin|users\/me|contact-submissions)/, hosts });
    await page.goto(`${baseUrl}/auth/login?return_to=/account`);
    await signUpInPage(page, visitor, `${baseUrl}/account`);
    return { page, misdeeds };
  };
  const admin = await signIn(grace);
  await service.operate("set-role", "--email", grace.email, "--role", "admin");
  await admin.page.reload();
  const user = await signIn(bob);
  await writeTickets(user.page);
  await seesNothing(t, user.page, baseUrl);

  await admin.page.getByRole("link", { name: "Queues" }).waitFor();
  t.deepEqual(await linksOf(admin.page), links);
  const tickets = admin.page.getByRole("link", { name: `Tickets ${payloads.length} need attention` });
  await tickets.waitFor();
  await admin.page
    .getByRole("region", { name: "Needs attention" })
    .getByRole("link", { name: "5 new tickets" })
    .waitFor();
  await handleTicket(t, admin.page);
  await tickets.waitFor({ state: "detached" });
  await makeAdmin(admin.page);
  await findAccount(admin.page);
  await correctCredits(t, admin.page);
  t.deepEqual(await correctionsIn(folder), [{ pool: "tts", credits: 500, reason: payloads[2] }]);
  await superviseAccount(t, admin.page, user.page);
  await sendUnprocessableNotifications(baseUrl, await service.secrets(), payloads[3]);
  await untilTrue(
    admin.page,
    "fetch('/v1/admin/webhook-events?resolved=false').then((one) => one.json()).then((one) => one.data.total === 2)",
  );
  await resolveEvents(t, admin.page);
  await seeQueues(admin.page);
  await seeStatistics(admin.page);
  await seeModels(t, admin.page);

  await user.page.reload();
  await user.page.getByRole("link", { name: "Queues" }).waitFor();
  t.deepEqual(await linksOf(user.page), links, "whom an admin has made one");
  t.deepEqual(await statusesOf(user.page), [200, 200, 200, 200, 200, 200, 200]);
  for (const { page, misdeeds } of [admin, user]) {
    t.deepEqual(misdeeds, { errors: [], foreign: [] });
    t.is(await page.evaluate("globalThis.pwned"), undefined);
  }
});
