import test from "ava";
import { correctCredits } from "#src/domain/credits/correct-credits.ts";
import { looksGood } from "#test/support/appearance.ts";
import { openChromium, openPage, signUpInPage, watch } from "#test/support/chromium.ts";
import { startSandboxedService } from "#test/support/sandboxed-service.ts";

const service = await startSandboxedService();
const { baseUrl } = service;
const browser = await openChromium();
test.after.always(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const grete = { name: "Grete", username: "grete", email: "grete@example.com", password: "correct horse" };

test("who signs up in the sandbox has the free credits; without them the overview says what to do", async (t) => {
  const page = await browser.newPage();
  const misdeeds = watch(page, baseUrl, {});
  await page.goto(`${baseUrl}/auth/login?return_to=/account`);
  await signUpInPage(page, grete, `${baseUrl}/account`);
  t.is(await page.getByTestId("tts-remaining").textContent(), "100,000");
  t.is(await page.getByTestId("free-credits").count(), 0);
  await page.route("**/v1/users/me", async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace('"free_credits":"granted"', '"free_credits":"verify_email"');
    await route.fulfill({ response, body: text });
  });
  await page.reload();
  const notice = page.getByTestId("free-credits");
  await notice.waitFor();
  t.regex((await notice.textContent()) ?? "", /^Verify your e-mail address with your identity provider to receive/);
  await page.goto(`${baseUrl}/account/profile`);
  await page.getByText("grete@example.com (not verified)").waitFor();
  t.deepEqual(misdeeds.errors, []);
});

test("every page shows a credit alert, with a link to more credits, until it is dismissed", async (t) => {
  const page = await browser.newPage();
  const misdeeds = watch(page, baseUrl, {});
  await page.goto(`${baseUrl}/auth/login?return_to=/account`);
  await signUpInPage(page, { ...grete, username: "lise", email: "lise@example.com" }, `${baseUrl}/account`);
  const notice = page.getByTestId("credit-alerts");
  t.is(await notice.count(), 0);
  const lise = service.resources.db.selectFrom("users").select("id").where("email", "=", "lise@example.com");
  const leave = async (remaining: number, sentence: string): Promise<void> => {
    const before = Number((await page.getByTestId("tts-remaining").textContent())?.replaceAll(",", ""));
    const { id: userId } = await lise.executeTakeFirstOrThrow();
    const correction = { userId, pool: "tts", credits: remaining - before, reason: "test" } as const;
    await correctCredits(service.resources, correction);
    await openPage(page, `${baseUrl}/account`);
    t.is(await notice.locator("li").first().textContent(), sentence);
    const level = page.locator("[data-level]", { has: page.getByTestId("tts-remaining") });
    t.is(await level.getAttribute("data-level"), remaining === 0 ? "out" : "low");
    await looksGood(t, page, { shown: sentence, widths: [390, 1440] });
  };
  await leave(20_000, "80% of your speech credits are used. 20,000 of 100,000 characters remain.");
  await notice.getByRole("button", { name: "Dismiss for this month" }).click();
  await notice.waitFor({ state: "detached" });
  await openPage(page, `${baseUrl}/account/usage`);
  t.is(await notice.count(), 0, "it stays away when the page is loaded again");
  await openPage(page, `${baseUrl}/account/profile`);
  await page.getByRole("main").getByRole("link", { name: "Plan and billing" }).click();
  const alerts = page.getByRole("region", { name: "Credit alerts" });
  t.is(await alerts.getByText("Saved.").count(), 0);
  await alerts.getByRole("combobox").selectOption("90");
  await alerts.getByRole("status").getByText("Saved.", { exact: true }).waitFor();
  await page.reload();
  await alerts.waitFor();
  t.is(await alerts.getByRole("combobox").inputValue(), "90");
  await alerts.getByRole("combobox").selectOption("80");
  await alerts.getByText("Saved.", { exact: true }).waitFor();
  await openPage(page, `${baseUrl}/account`);
  await leave(0, "Your speech credits are used up. New speech requests are refused.");
  await openPage(page, `${baseUrl}/account/voices`);
  await notice.getByRole("link", { name: "Get more credits" }).click();
  await page.getByRole("heading", { name: "Compare plans" }).waitFor();
  t.is(await notice.getByRole("link").count(), 0);
  await page.clock.setFixedTime(Date.now() + 32 * 24 * 3_600_000);
  await notice.getByRole("button", { name: "Dismiss for this month" }).click();
  await page.clock.setFixedTime(Date.now());
  await openPage(page, `${baseUrl}/account/usage`);
  await notice.waitFor();
  t.deepEqual(misdeeds.errors, []);
});
