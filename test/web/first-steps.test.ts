import test from "ava";
import type { Browser, Page } from "playwright-core";
import { looksGood } from "#test/support/appearance.ts";
import { openChromium, openPage, signUpInPage, watch } from "#test/support/chromium.ts";
import { playToEnd } from "#test/support/playback.ts";
import { sharedInstallation } from "#test/support/shared-installation.ts";

const installation = await sharedInstallation();
const { baseUrl } = installation;
const port = Number(new URL(baseUrl).port);
const [issuer, shop] = [`http://localhost:${port + 1}`, `http://localhost:${port + 2}`];
const browser: Browser = await openChromium();
test.after.always(async () => {
  await browser.close();
  await installation[Symbol.asyncDispose]();
});

const widths = [390, 1440];
const expected = /\/v1\/subscriptions\/current$/;
const visitor = (username: string) => ({
  ...{ name: "Ada Lovelace", username, email: `${username}@example.com`, password: "correct horse" },
});

/** The paths that a page asks for from now on. */
function pathsOf(page: Page): readonly string[] {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

test("a visitor hears voices and reads a transcript without an account, and nothing is made before that", async (t) => {
  t.timeout(2 * 60_000);
  const page = await browser.newPage();
  const misdeeds = watch(page, baseUrl, {});
  const paths = pathsOf(page);
  await openPage(page, `${baseUrl}/`);
  t.false(
    paths.some((path) => /^\/v1\/.*(preview|audio|transcript|demo)/.test(path)),
    paths.join(" "),
  );
  t.is(await page.locator(".example-voice").count(), 3);
  await looksGood(t, page, { shown: "the public page", widths });

  const voice = page.locator(".example-voice").first();
  await voice.getByRole("button", { name: /^Play / }).click();
  await voice.locator('[data-state="playing"]').waitFor();

  const example = page.getByRole("region", { name: "Voicemail" });
  await example.getByRole("button", { name: "Play" }).click();
  await page.getByTestId("example-transcript").waitFor();
  await example.locator('[data-heard="true"]').first().waitFor();
  t.true((await playToEnd(example)) > 3);
  t.regex((await page.getByTestId("example-transcript").textContent()) ?? "", /appointment/i);
  await looksGood(t, page, { shown: "a transcript on the public page", widths });
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

test("the price list leads to the plan that was chosen, by way of the sign-in", async (t) => {
  t.timeout(2 * 60_000);
  const page = await browser.newPage();
  const misdeeds = watch(page, baseUrl, { expected, hosts: [issuer, shop] });
  await openPage(page, `${baseUrl}/`);
  await page.getByRole("link", { name: "Choose Starter" }).click();
  await signUpInPage(page, visitor("chooser"), `${baseUrl}/account/billing?plan=starter`);
  await page.getByRole("alertdialog", { name: "Subscribe to Starter?" }).waitFor();
  await looksGood(t, page, { shown: "the plan that was chosen", widths });
  await page.getByRole("button", { name: "Compare plans" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  t.is(new URL(page.url()).search, "");
  await page.goto(`${baseUrl}/account/billing?plan=starter`);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.waitForURL((url) => url.href.startsWith(shop));
  await page.goto(`${baseUrl}/`);
  t.is(
    await page.getByRole("link", { name: "Choose Starter" }).getAttribute("href"),
    "/account/billing?plan=starter",
    "who is signed in needs no sign-in",
  );
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});
