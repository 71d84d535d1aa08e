import { readFile } from "node:fs/promises";
import test from "ava";
import type { Page } from "playwright-core";
import { correctCredits } from "#src/domain/credits/correct-credits.ts";
import { openChromium, openPage, signUpInPage, watch } from "#test/support/chromium.ts";
import { startSandboxedService } from "#test/support/sandboxed-service.ts";

const service = await startSandboxedService({ workers: ["synthesis", "billing", "maintenance"], payments: true });
const { baseUrl } = service;
const browser = await openChromium();
test.after.always(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const person = (name: string) => ({ name, username: name, email: `${name}@example.com`, password: "correct horse" });

async function openBilling(name: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${baseUrl}/auth/login?return_to=/account/billing`);
  await signUpInPage(page, person(name), `${baseUrl}/account/billing`);
  return page;
}

/** Leaves for the sandbox's page, and presses a button there. */
async function payFor(page: Page, plan: string, outcome: string): Promise<void> {
  await page.getByRole("button", { name: `Subscribe to ${plan}` }).click();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByRole("button", { name: outcome, exact: true }).click();
  await page.waitForURL(/\/account\/billing/);
}

/** Opens a view of the page by its tab. */
const openView = (page: Page, name: string): Promise<void> =>
  page.getByRole("main").getByRole("link", { name, exact: true }).click();

/** The sums of a day with one text of 20 characters. */
const spoken = { tts_count: 1, asr_count: 0, tts_characters: 20, asr_seconds: 0, credits: 20 };

const payments = (page: Page) => page.getByRole("region", { name: "Payments" });

/** The lines of the list of the view as CSV. */
async function downloadedCsv(page: Page): Promise<readonly string[]> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  return (await readFile(await (await download).path(), "utf8")).trim().split("\r\n");
}

test("a failed payment is listed with its reason, can be tried again elsewhere, and its order can be cancelled", async (t) => {
  const page = await openBilling("ada");
  const misdeeds = watch(page, baseUrl, {});
  await payFor(page, "Starter", "Let the payment fail");
  await openView(page, "Payments");
  const failed = payments(page).getByRole("row", { name: /Starter, 1 month/ });
  await failed.getByText("Payment was declined by the bank.").waitFor();
  await page.getByText("The payment provider says: Payment was declined by the bank.").waitFor();
  t.is(await page.getByText("No payments yet.").count(), 0);
  // As another tab, which does not know of the order.
  await page.evaluate("sessionStorage.clear()");
  await openPage(page, `${baseUrl}/account/billing?view=payments`);
  await page.getByRole("button", { name: "Try again: Starter, 1 month" }).click();
  await page.getByRole("link", { name: "Back without paying" }).click();
  const cancelled = "The payment for Starter, 1 month was cancelled. You were not charged for it.";
  await page.getByText(cancelled).waitFor();
  await openView(page, "Payments");
  await page.getByRole("button", { name: "Cancel the order of Starter, 1 month" }).click();
  await page.getByRole("button", { name: "Cancel the order", exact: true }).click();
  await payments(page).getByText("No payments yet.").waitFor();
  t.deepEqual(misdeeds.errors, []);
});

test("links of earlier releases and the keyboard lead to the views of the page, which the address keeps", async (t) => {
  const page = await openBilling("grace");
  await page.goto(`${baseUrl}/account/billing#alerts`);
  await page.getByRole("heading", { name: "Credit alerts" }).waitFor();
  t.is(page.url(), `${baseUrl}/account/billing?view=credits#alerts`);
  await page.getByRole("main").getByRole("link", { name: "Credits", exact: true }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByLabel("Tax number").waitFor();
  t.is(page.url(), `${baseUrl}/account/billing?view=details`);
  t.is(await page.locator("main .tabs [aria-current=page]").textContent(), "Details for receipts");
  await page.goBack();
  await page.getByRole("heading", { name: "Credit alerts" }).waitFor();
});

test("a second payment warns on every view and is listed, and every change of the credits with its balance", async (t) => {
  const page = await openBilling("mary");
  await payFor(page, "Starter", "Pay twice");
  await page.getByText("The payment was received: Starter, 1 month for ₹499.00.").waitFor();
  await page.getByText("A second payment of ₹499.00 arrived for the same order (Starter, 1 month).").waitFor();
  await openView(page, "Payments");
  await payments(page).getByText("Paid again. The operator refunds it or adds credits for it.").waitFor();
  t.is(
    await payments(page)
      .getByRole("row", { name: /Starter, 1 month/ })
      .count(),
    2,
  );
  const { id: userId } = await service.resources.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", "mary@example.com")
    .executeTakeFirstOrThrow();
  t.is(await payments(page).getByRole("link", { name: "Contact" }).getAttribute("href"), "/#contact");
  const reason = "A test of ours was charged to you.";
  await correctCredits(service.resources, { userId, pool: "tts", credits: -100_000, reason });
  await page.goto(`${baseUrl}/account/billing?view=credits`);
  const credits = page.getByRole("region", { name: "Credits", exact: true });
  const change = credits.getByRole("row", { name: /Corrected/ });
  await change.getByText(reason).waitFor();
  await change.getByText("-100,000").waitFor();
  await change.getByText("500,000", { exact: true }).waitFor();
  await credits.getByRole("row", { name: /Bought.*Starter, 1 month.*\+500,000/ }).waitFor();
  await service.resources.db
    .insertInto("usage_totals")
    .values({ user_id: userId, day: "2026-01-15", source: "web", ...spoken })
    .execute();
  await page.reload();
  await credits.getByRole("row", { name: /Used/ }).getByRole("link", { name: "Usage" }).click();
  await page.waitForURL(`${baseUrl}/account/usage?from=2026-01-15&to=2026-01-15`);
  await page.goBack();
  await credits.getByRole("row", { name: /Granted.*Free plan.*\+100,000/ }).waitFor();
  const ledger = await downloadedCsv(page);
  t.is(ledger[0], "date,kind,credits,balance,description,payments_order_id,reason");
  t.true(
    ledger.some((line) => line.endsWith(`,correction,-100000,499980,,,${reason}`)),
    ledger.join("\n"),
  );
  await credits
    .getByRole("row", { name: /Bought/ })
    .getByRole("link", { name: "Payments" })
    .click();
  await payments(page).waitFor();
  const paid = await downloadedCsv(page);
  t.is(paid.filter((line) => line.includes('"Starter, 1 month",49900,0,INR,')).length, 2);
});

test("the overview says the state of the plan, how many orders are unpaid, and warns of a second payment", async (t) => {
  const page = await openBilling("joan");
  const plan = page.getByRole("main").getByRole("region", { name: "Your plan" });
  await payFor(page, "Starter", "Let the payment fail");
  await openPage(page, `${baseUrl}/account`);
  await plan.getByText("Free", { exact: true }).waitFor();
  await plan.getByRole("link", { name: "1 unpaid order" }).click();
  await payments(page)
    .getByRole("row", { name: /Starter, 1 month/ })
    .waitFor();
  await openView(page, "Plan");
  await payFor(page, "Starter", "Pay twice");
  await page.getByText("The payment was received: Starter, 1 month for ₹499.00.").waitFor();
  await openPage(page, `${baseUrl}/account`);
  await plan.getByText(/^Starter, until /).waitFor();
  await page.getByText("A second payment of ₹499.00 arrived for the same order (Starter, 1 month).").waitFor();
  await plan.getByRole("link", { name: "Plan and billing" }).click();
  await page.getByRole("button", { name: "Cancel the plan" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel the plan" }).click();
  await page.getByText(/^Cancelled: it ends on /).waitFor();
  await openPage(page, `${baseUrl}/account`);
  await plan.getByText(/^Starter, cancelled, until /).waitFor();
  t.is(await plan.getByRole("link").count(), 1);
});

test("a top-up says what it brings and whose receipt it is before it is paid, and the provider's page what it is", async (t) => {
  const page = await openBilling("edith");
  await page
    .getByRole("button", { name: /^Buy the top-up for/ })
    .first()
    .click();
  const dialog = page.getByRole("alertdialog", { name: "Buy the top-up?" });
  await dialog.getByText("Receipt to: edith.").waitFor();
  await dialog.getByText(/^Buying for a company\? .*, so that the receipt names it\.$/).waitFor();
  await dialog.getByText(/^It brings 100,000 characters and .* of recordings\./).waitFor();
  await dialog.getByRole("link", { name: "Add its name and tax number" }).click();
  await page.getByLabel("Company").fill("Example Ltd");
  await page.getByRole("button", { name: "Save details" }).click();
  await page.getByText("Saved. Receipts that are issued from now on").waitFor();
  await openView(page, "Plan");
  await page.getByRole("button", { name: "Subscribe to Starter" }).click();
  await page.getByText("Receipt to: Example Ltd. Change").waitFor();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page
    .getByRole("button", { name: /^Buy the top-up for/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByText(/Top-up: 100,000 characters and/).waitFor();
  t.false(page.url().startsWith(baseUrl));
});

test("a dialog says upgrade or switch where the account has a plan, and a cancelled plan proposes to pay on for it", async (t) => {
  const page = await openBilling("sophie");
  await payFor(page, "Pro", "Pay");
  await page.getByText("The payment was received: Pro, 1 month").waitFor();
  for (const purchase of ["Switch to Starter", "Upgrade to Business"]) {
    await page.getByRole("button", { name: purchase, exact: true }).click();
    const dialog = page.getByRole("alertdialog", { name: `${purchase}?` });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
  }
  const filled = page.locator("main button.button:not(.quiet)");
  t.deepEqual(await filled.allTextContents(), ["Upgrade"]);
  await page.getByRole("button", { name: "Cancel the plan" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel the plan" }).click();
  await page.getByText(/^Pay for the next month: the plan goes on after .*\.$/).waitFor();
  t.deepEqual(await filled.allTextContents(), ["Pay for the next month"]);
});
