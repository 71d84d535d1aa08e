import { execFile } from "node:child_process";
import { promisify } from "node:util";
import test from "ava";
import type { Browser, Page } from "playwright-core";
import { looksGood } from "#test/support/appearance.ts";
import {
  accessibilityProblems,
  openAccountMenu,
  openChromium,
  openPage,
  signUpInPage,
  untilTrue,
  watch,
} from "#test/support/chromium.ts";
import { playToEnd } from "#test/support/playback.ts";
import { startSandboxedService } from "#test/support/sandboxed-service.ts";

const service = await startSandboxedService({ workers: ["synthesis", "transcription"], payments: true });
const { baseUrl } = service;
const port = Number(new URL(baseUrl).port);
const [issuer, shop] = [`http://localhost:${port + 1}`, `http://localhost:${port + 2}`];
const browser: Browser = await openChromium();
test.after.always(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const run = promisify(execFile);
const widths = [390, 1440];
const visitor = (username: string) => ({
  ...{ name: "Ada Lovelace", username, email: `${username}@example.com`, password: "correct horse" },
});

/** The paths that a page asks for from now on. */
function pathsOf(page: Page): readonly string[] {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

async function signUp(page: Page, username: string): Promise<void> {
  await page.goto(`${baseUrl}/auth/login?return_to=/account`);
  await signUpInPage(page, visitor(username), `${baseUrl}/account`);
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
  t.is(await page.locator(".example-voice").count(), 6);
  await looksGood(t, page, { shown: "the public page", widths });

  const voice = page.locator(".example-voice").first();
  await voice.getByRole("button", { name: /^Play / }).click();
  await voice.locator('[data-state="playing"]').waitFor();

  await page.getByRole("tab", { name: "Speech to text" }).click();
  await voice.getByRole("link", { name: /^Use this voice: / }).click();
  const chosen = page.locator("#demo").getByLabel("Voice", { exact: true });
  t.true((await chosen.inputValue()).length > 0);
  t.is(
    await voice.getByRole("heading").textContent(),
    (await chosen.locator(":checked").textContent())?.split(",")[0] ?? null,
  );
  await page.locator("#demo").getByLabel("Language").selectOption("de");
  await page.locator("#demo textarea").filter({ hasText: "Guten Morgen." }).waitFor();

  const example = page.getByRole("region", { name: "Voicemail" });
  await example.getByRole("button", { name: "Play" }).click();
  await page.getByTestId("example-transcript").waitFor();
  await example.locator('[data-heard="true"]').first().waitFor();
  t.true((await playToEnd(example)) > 3);
  t.regex((await page.getByTestId("example-transcript").textContent()) ?? "", /appointment/i);
  await looksGood(t, page, { shown: "a transcript on the public page", widths });
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

test("the public page shows the studio in the theme of the page, and compares the plans when asked", async (t) => {
  const page = await browser.newPage({ colorScheme: "dark" });
  const misdeeds = watch(page, baseUrl, {});
  await openPage(page, `${baseUrl}/`);
  const shownIn = async (theme: string): Promise<void> => {
    const picture = page.getByRole("img", { name: /^A spoken text in the studio/ });
    await picture.scrollIntoViewIfNeeded();
    await untilTrue(page, `document.querySelector('[data-picture="${theme}"]').naturalWidth > 0`);
    t.is(await picture.getAttribute("data-picture"), theme);
  };
  await shownIn("dark");
  await page.getByRole("button", { name: "Light theme" }).click();
  await shownIn("light");
  await looksGood(t, page, { shown: "the picture of the studio", widths });
  const comparison = page.getByRole("region", { name: "Comparison of the plans" });
  t.is(await comparison.count(), 0);
  await page.getByRole("heading", { name: "Compare plans" }).click();
  await comparison.waitFor();
  await looksGood(t, page, { shown: "the comparison of the plans", widths });
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

test("who signs up is shown the form for a new account first, and comes to the overview", async (t) => {
  const page = await browser.newPage();
  await openPage(page, `${baseUrl}/`);
  await page.getByRole("link", { name: "Sign up free" }).click();
  await page.getByRole("heading", { name: "Create account", level: 1 }).waitFor();
  t.deepEqual(await accessibilityProblems(page), []);
  await page.getByRole("link", { name: "I have an account" }).click();
  await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
  await page.goBack();
  await signUpInPage(page, visitor("signing"), `${baseUrl}/account`);
  // The button signs out at once, here and at the provider.
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${baseUrl}/`);
  await page.goto(`${baseUrl}/account`);
  await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
});

test("the price list leads to the plan that was chosen, by way of a new account", async (t) => {
  t.timeout(2 * 60_000);
  const page = await browser.newPage();
  const misdeeds = watch(page, baseUrl, { hosts: [issuer, shop] });
  await openPage(page, `${baseUrl}/`);
  await page.getByRole("link", { name: "Choose Starter" }).click();
  await signUpInPage(page, visitor("chooser"), `${baseUrl}/account/billing?plan=starter`);
  await page.getByRole("alertdialog", { name: "Subscribe to Starter?" }).waitFor();
  await looksGood(t, page, { shown: "the plan that was chosen", widths });
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
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

test("the checklist sees the first API call by itself, and stays hidden once it is hidden", async (t) => {
  t.timeout(2 * 60_000);
  const page = await browser.newPage();
  await signUp(page, "newcomer");
  const misdeeds = watch(page, baseUrl, {});
  await page.getByText("0 of 4 done").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const widthsOf = "[...document.querySelectorAll('.quick-actions .button')].map((one) => one.clientWidth)";
  t.is(await page.evaluate(`new Set(${widthsOf}).size`), 1, "the buttons have one width");
  await looksGood(t, page, { shown: "the checklist", widths });
  await page.getByRole("button", { name: "Create an API key" }).click();
  const command = page.getByTestId("first-call").filter({ hasNotText: "YOUR_API_KEY" });
  await command.waitFor();
  await page.getByText("1 of 4 done").waitFor();
  await run("bash", ["-c", ((await command.textContent()) ?? "").replace("hello.mp3", "/dev/null")]);
  await page.getByText("Received with the key “First steps”").waitFor();
  await looksGood(t, page, { shown: "the checklist after a call", widths });

  await page.reload();
  await page.getByText("3 of 4 done").waitFor();
  t.is(await page.locator('.step[data-done="true"] h3').count(), 3);
  const others = page.locator('.step[data-done="true"] .step-body > :not(h3, [role="status"])');
  t.is(await others.count(), 0, "what is done is its title, and the key of the call");
  await page.getByRole("button", { name: "Hide for good" }).click();
  await page.locator(".checklist").waitFor({ state: "detached" });
  await openPage(page, `${baseUrl}/account`);
  await page.getByTestId("tts-remaining").waitFor();
  t.is(await page.locator(".checklist").count(), 0);
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

test("a newcomer finds a text in the language that is chosen, until one is typed", async (t) => {
  t.timeout(2 * 60_000);
  const page = await browser.newPage();
  await signUp(page, "speaker");
  await openPage(page, `${baseUrl}/account/studio`);
  const text = page.getByLabel("Text to speak");
  t.regex(await text.inputValue(), /^Welcome!/);
  await page.getByLabel("Language", { exact: true }).selectOption("de");
  await page.locator("textarea").filter({ hasText: "Guten Morgen." }).waitFor();
  await page.getByLabel("Language", { exact: true }).selectOption("en");
  await page.locator("textarea").filter({ hasText: "Welcome!" }).waitFor();
  await text.fill("My own words.");
  await page.getByLabel("Language", { exact: true }).selectOption("hi");
  await page.getByRole("button", { name: /^Voice .*Hindi/ }).waitFor();
  t.is(await text.inputValue(), "My own words.");
});

test("an example recording is transcribed for what any recording costs", async (t) => {
  t.timeout(2 * 60_000);
  const page = await browser.newPage();
  await signUp(page, "listener");
  const misdeeds = watch(page, baseUrl, {});
  await openPage(page, `${baseUrl}/account/transcribe`);
  await page.getByText("costs as much as any other recording").waitFor();
  await looksGood(t, page, { shown: "example recordings", widths });
  const meeting = page.getByRole("button", { name: "Team meeting" });
  // It is not answered while it is being spoken.
  await page.route("**/v1/examples/*/audio", () => undefined);
  await meeting.click();
  await page.getByText("Speaking the example “Team meeting”…").waitFor();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByText("Speaking the example").waitFor({ state: "detached" });
  t.is(await page.getByRole("alert").count(), 0);
  await page.unroute("**/v1/examples/*/audio");
  await meeting.click();
  await page.getByText("meeting.mp3").waitFor();
  await page.getByRole("button", { name: "Transcribe" }).click();
  await page.getByRole("heading", { name: "Transcript" }).waitFor();
  t.regex((await page.locator(".word").allTextContents()).join(" "), /release/i);
  await page.goto(`${baseUrl}/account`);
  await page.getByText("1 of 4 done").waitFor();
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

test("a narrow window names the page that is shown, and leads to all others", async (t) => {
  t.timeout(2 * 60_000);
  const page = await browser.newPage();
  await signUp(page, "walker");
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, `${baseUrl}/account/transcribe`);
  const menu = page.getByRole("button", { name: /^Menu, current page/ });
  t.regex((await menu.textContent()) ?? "", /Studio$/);
  const links = page.getByRole("navigation", { name: "Account" }).getByRole("link");
  t.is(await links.count(), 0);
  await menu.click();
  t.true((await links.count()) > 8);
  t.is(await page.locator('nav [aria-current="page"]').first().textContent(), "Studio");
  await looksGood(t, page, { shown: "the open menu" });
  await page.keyboard.press("Escape");
  t.is(await menu.getAttribute("aria-expanded"), "false");
  await menu.click();
  await page.getByRole("link", { name: "Voices", exact: true }).click();
  await page.getByRole("heading", { name: "Voices", level: 1 }).waitFor();
  t.is(await menu.getAttribute("aria-expanded"), "false");
  t.regex((await menu.textContent()) ?? "", /Voices$/);
});
