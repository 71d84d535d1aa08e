import test from "ava";
import type { Route } from "playwright-core";
import { openDashboard } from "#test/support/dashboard.ts";
import { looksGood } from "#test/support/appearance.ts";
import { sessionCookie } from "#src/api/http/cookies.ts";
import { openPage } from "#test/support/chromium.ts";

const refused = /\/v1\/|\/healthz/;
const dashboard = await openDashboard({ workers: ["synthesis"], expected: refused });
const { page, baseUrl, misdeeds } = dashboard;
test.after.always(() => dashboard.close());

const expiredDialog = () => page.getByRole("dialog", { name: "Your session has expired" });
const text = () => page.getByLabel("Text to speak");
const speak = () => page.getByRole("button", { name: "Speak", exact: true }).click();

/** Ends the session as its expiry does: the browser has no cookie of ours any more. */
async function expireSession(): Promise<void> {
  await page.context().clearCookies({ name: sessionCookie });
}

const answer =
  (status: number, body: object, headers: Readonly<Record<string, string>> = {}) =>
  (route: Route) =>
    route.fulfill({ status, headers, json: { success: false, request_id: "none", ...body } });

test.serial("an untouched page whose session expires leads to sign-in and back to itself", async (t) => {
  await openPage(page, `${baseUrl}/account/usage`);
  await expireSession();
  await page.getByRole("link", { name: "History" }).click();
  await expiredDialog().waitFor();
  await looksGood(t, page, { shown: "the expired session" });
  await expiredDialog().getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL(`${baseUrl}/account/history`);
  await page.getByText("No requests yet").waitFor();
});

test.serial("what is typed in a dialog stays there while the person signs in in another tab", async (t) => {
  await openPage(page, `${baseUrl}/account/keys`);
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name", { exact: false }).fill("laptop");
  await expireSession();
  await page.getByRole("button", { name: "Create key" }).click();
  await expiredDialog().waitFor();
  await page.keyboard.press("Escape");
  t.true(await expiredDialog().isVisible());
  const opening = page.context().waitForEvent("page");
  await expiredDialog().getByRole("link", { name: "Sign in in a new tab" }).click();
  const other = await opening;
  await other.waitForURL(`${baseUrl}/account`);
  await other.close();
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await expiredDialog().waitFor({ state: "detached" });
  t.is(await page.getByLabel("Name", { exact: false }).inputValue(), "laptop");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByTestId("secret").waitFor();
});

test.serial("a page that is offline says so, and goes on when the connection is back", async (t) => {
  await openPage(page, `${baseUrl}/account/studio`);
  await text().fill("This waits for the connection.");
  await page.context().setOffline(true);
  await page.getByText("You are offline.").waitFor();
  await speak();
  await looksGood(t, page, { shown: "being offline" });
  t.is(await page.locator("audio").count(), 0);
  await page.context().setOffline(false);
  await page.getByText("You are offline.").waitFor({ state: "detached" });
  await page.locator("audio").waitFor({ state: "attached" });
});

test.serial(
  "a service that cannot be reached is asked until it answers, and what failed is loaded again",
  async (t) => {
    await openPage(page, `${baseUrl}/account/studio`);
    const refuse = (route: Route) => route.abort("connectionrefused");
    await page.route(/\/(v1|healthz)/, refuse);
    await page.getByRole("button", { name: /^Menu/ }).click();
    await page.getByRole("link", { name: "API keys" }).click();
    await page.getByText("The service cannot be reached. What you typed is kept.").waitFor();
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await page.unroute(/\/(v1|healthz)/, refuse);
    await page.getByRole("cell", { name: "laptop" }).first().waitFor();
    await page.getByText("The service cannot be reached.").first().waitFor({ state: "detached" });
    t.pass();
  },
);

test.serial("missing credits lead to the plans, and the text is still there on return", async (t) => {
  await openPage(page, `${baseUrl}/account/studio`);
  await text().fill("This is too expensive.");
  const detail = { detail: "Insufficient credits.", code: "insufficient_credits", required: 22, remaining: 3 };
  await page.route("**/v1/speech/synthesize*", answer(402, detail));
  await speak();
  await page.getByText("Insufficient credits. This needs 22 credits; 3 remain.").waitFor();
  await looksGood(t, page, { shown: "missing credits" });
  await page.getByRole("link", { name: "See plans" }).click();
  await page.waitForURL(`${baseUrl}/account/billing`);
  await page.unrouteAll();
});

test.serial("a rate limit counts down, then offers another try", async (t) => {
  await openPage(page, `${baseUrl}/account/keys`);
  const detail = { detail: "Rate limit exceeded. Retry later.", code: "rate_limited" };
  await page.route("**/v1/api-keys*", answer(429, detail, { "retry-after": "3" }));
  await page.reload();
  await page.getByText("Rate limit exceeded.").waitFor();
  await page.getByText(/Retry in [123] seconds?\./).waitFor();
  t.is(await page.getByRole("button", { name: "Try again" }).count(), 0);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("cell", { name: "laptop" }).first().waitFor();
  t.deepEqual(misdeeds.errors, []);
});
