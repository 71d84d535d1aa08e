import test from "ava";
import { answering, localReceivers, startCallbackReceiver } from "#harness/callback-receiver.ts";
import { until } from "#harness/until.ts";
import { looksGood } from "#test/support/appearance.ts";
import { openDashboard } from "#test/support/dashboard.ts";
import { Webhook } from "standardwebhooks";

// An address that is not allowed is refused, which Chromium counts as an error of the page.
const dashboard = await openDashboard({ env: localReceivers, expected: /\/v1\/webhook-endpoints$/ });
const { baseUrl, page } = dashboard;
const receiver = await startCallbackReceiver();
test.after.always(async () => {
  await dashboard.close();
  await receiver[Symbol.asyncDispose]();
});

const widths = [390, 1440];
page.setDefaultTimeout(20_000);
const within = { withinMs: 30_000, signal: new AbortController().signal };
let secret = "";

test.serial("an endpoint is added by a form that says what is wrong, and its secret is shown once", async (t) => {
  await page.goto(`${baseUrl}/account/webhooks`);
  await page.getByText("No endpoints yet.").waitFor();
  await page.getByRole("button", { name: "New endpoint" }).click();
  await page.getByRole("textbox", { name: "Address" }).fill("https://169.254.169.254/latest");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await page.getByText("network that is not allowed").waitFor();
  await page.getByRole("checkbox", { name: "20%, 5% or none of the credits are left credits.low" }).waitFor();
  await looksGood(t, page, { shown: "the form of an endpoint", widths });
  await page.getByRole("textbox", { name: "Address" }).fill(receiver.url);
  await page.getByLabel("Description").fill("Staging");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  secret = (await page.getByTestId("secret").textContent()) ?? "";
  t.regex(secret, /^whsec_/);
  await looksGood(t, page, { shown: "the secret of an endpoint", widths });
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("row").filter({ hasText: "Staging" }).waitFor();
  t.false((await page.content()).includes(secret));
});

test.serial(
  "a test event is sent, and the log shows its body, its failure and what came of sending it again",
  async (t) => {
    receiver.answer(answering(500));
    await page.getByRole("button", { name: `Test ${receiver.url}` }).click();
    t.true(await until(async () => receiver.calls.length === 1, within));
    t.notThrows(() => new Webhook(secret).verify(receiver.calls[0]?.body ?? "", { ...receiver.calls[0]?.headers }));
    await page.getByText(/^Failed: The receiver answered 500\. It took \d+ ms\.$/).waitFor();
    t.is(
      await page.locator(".badge", { hasText: "Enabled" }).count(),
      1,
      "a test that fails is no failure of the endpoint",
    );
    const endpoints = dashboard.resources.db.updateTable("webhook_endpoints").where("url", "=", receiver.url);
    await endpoints.set({ failing_since: new Date() }).execute();
    await page.reload();
    await page.locator(".badge[data-state=failed]", { hasText: "Failing" }).waitFor();
    await page.getByRole("link", { name: `Calls of ${receiver.url}` }).click();
    await page.getByRole("heading", { name: `Calls of ${receiver.url}`, level: 1 }).waitFor();
    await page.getByText("The receiver answered 500.").waitFor();
    await page.getByRole("cell", { name: /^Failed The receiver answered 500\. It took / }).waitFor();
    await page.getByText("Body").click();
    await page.getByText('"type": "webhook.test"').waitFor();
    await looksGood(t, page, { shown: "the calls of an endpoint", widths });
    receiver.answer(answering(204));
    await page.getByRole("button", { name: "Send again: webhook.test" }).click();
    await page.getByRole("cell", { name: "Delivered" }).waitFor();
    t.is(receiver.calls.length, 2);
  },
);

test.serial("the secret of single requests is hidden until it is asked for, and can be replaced", async (t) => {
  await page.getByRole("link", { name: "All endpoints" }).click();
  const shown = page.locator(".secret code");
  await page.getByText("whsec_•").waitFor();
  const read = async () => (await shown.textContent()) ?? "";
  await page.getByRole("button", { name: "Show the secret" }).click();
  const before = await read();
  t.regex(before, /^whsec_[A-Za-z0-9+/=]+$/);
  await page.getByRole("button", { name: "Replace secret of single requests" }).click();
  await page.getByText("Calls of single requests are signed with a new secret from now on.").waitFor();
  await page.getByRole("button", { name: "Replace it" }).click();
  t.true(await until(async () => (await read()) !== before, within));
  t.regex(await read(), /^whsec_[A-Za-z0-9+/=]+$/);
  await looksGood(t, page, { shown: "the secret of single requests", widths });
});

test.serial("an endpoint is changed, disabled, enabled and deleted, and its secret is replaced", async (t) => {
  await page.getByRole("button", { name: `Test ${receiver.url}` }).click();
  await page.getByText(/^Answered 204\. It took \d+ ms\.$/).waitFor();
  await page.getByRole("button", { name: `Edit ${receiver.url}` }).click();
  await page.getByLabel("Description").fill("Production");
  await page.getByRole("button", { name: "Save" }).click();
  const row = page.getByRole("row").filter({ hasText: "Production" });
  await row.waitFor();
  await page.getByRole("button", { name: `Replace secret of ${receiver.url}` }).click();
  await page.getByRole("button", { name: "Replace it" }).click();
  const newer = (await page.getByTestId("secret").textContent()) ?? "";
  t.regex(newer, /^whsec_/);
  t.not(newer, secret);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("button", { name: `Disable ${receiver.url}` }).click();
  await row.getByText("Disabled").waitFor();
  await looksGood(t, page, { shown: "a disabled endpoint", widths });
  await page.getByRole("button", { name: `Enable ${receiver.url}` }).click();
  await row.getByText("Enabled").waitFor();
  await page.getByRole("button", { name: `Delete ${receiver.url}` }).click();
  await page.getByRole("button", { name: "Delete endpoint" }).click();
  await page.getByText("No endpoints yet.").waitFor();
  t.deepEqual(dashboard.misdeeds, { errors: [], foreign: [] });
});
