import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { looksGood } from "#test/support/appearance.ts";
import { openPage } from "#test/support/chromium.ts";
import { openDashboard } from "#test/support/dashboard.ts";

// No worker runs here: a take waits until it is stopped.
const dashboard = await openDashboard();
const { page, baseUrl, resources } = dashboard;
test.after.always(() => dashboard.close());

const button = (name: string) => page.getByRole("button", { name, exact: true });
const takes = page.getByRole("article");

/** The end of the sentence with the price, which says what remains. */
async function shownRemaining(): Promise<string> {
  await openPage(page, `${baseUrl}/account/studio`);
  await page.getByLabel("Text to speak").fill("Hello");
  const words = await page.getByText(/credits of .* remaining/).textContent();
  return words?.slice(words.indexOf("credits of ")) ?? "";
}

/** Speaks a text, which the service has taken then. */
async function speak(text: string): Promise<void> {
  await openPage(page, `${baseUrl}/account/studio`);
  await page.getByLabel("Text to speak").fill(text);
  await button("Speak").click();
  await page.getByText(`Speaking ${text.length} characters…`).waitFor();
  const found = resources.db.selectFrom("speech_requests").select("id").where("input_text", "=", text);
  while ((await found.executeTakeFirst()) === undefined) await sleep(50);
}

test.serial("a take that is stopped before its first sound is one row, cancelled for nothing", async (t) => {
  const remaining = await shownRemaining();
  await speak("This is stopped before it is heard.");
  await button("Stop").click();
  await takes.locator(".badge", { hasText: "cancelled" }).waitFor();
  t.is(await takes.count(), 1);
  t.regex((await takes.locator(".request-details").textContent()) ?? "", / · 0 credits · /);
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  t.true(await button("Speak").isEnabled());
  await page.getByText(remaining).waitFor();
  await button("View code").click();
  await page.getByLabel("Request with curl").getByText('"voice_id":"').waitFor();
});

test.serial("a take that is spoken is stopped while it is closed", async (t) => {
  const text = "This is closed while it waits.";
  await speak(text);
  await button(`Close ${text}`).click();
  await takes.first().getByRole("progressbar").waitFor();
  await looksGood(t, page, { shown: "a closed take that is spoken", widths: [390, 1440] });
  await button("Stop").click();
  await takes.first().locator(".badge", { hasText: "cancelled" }).waitFor();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  await button(`Close ${text}`).click();
  await button(`Open ${text}`).waitFor();
  t.is(await takes.getByRole("button", { name: /^Play/ }).count(), 0, "there is nothing to hear");
});

test.serial("a text that was cancelled is used again from the history", async (t) => {
  const text = "This is used again.";
  await speak(text);
  await button("Stop").click();
  await takes.first().locator(".badge", { hasText: "cancelled" }).waitFor();
  await page.getByLabel("Text to speak").fill("Another text.");
  await page.getByRole("link", { name: "History" }).click();
  await page.getByRole("link", { name: `Use ${text} again` }).waitFor();
  t.is(await page.getByRole("columnheader", { name: "API key" }).count(), 0, "none was called by a key");
  await looksGood(t, page, { shown: "the history with cancelled texts", widths: [390, 1440] });
  await page.getByRole("link", { name: `Use ${text} again` }).click();
  await page.getByRole("textbox", { name: "Text to speak" }).filter({ hasText: text }).waitFor();
  t.is(page.url(), `${baseUrl}/account/studio`);
});

/** Whether the browser would ask before it closes the tab. */
const asksFirst = () => page.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))");

test.serial("closing the tab asks first while a take is spoken, also on another page", async (t) => {
  await speak("This is not lost by accident.");
  await page.getByText("You can leave this page; closing the tab stops it.").waitFor();
  await page.getByRole("link", { name: "History" }).click();
  await page.getByRole("heading", { name: "History" }).waitFor();
  t.is(await asksFirst(), true);
  await page.goBack();
  await button("Stop").click();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  t.is(await asksFirst(), false);
});
