import { execFile } from "node:child_process";
import { promisify } from "node:util";
import test, { type ExecutionContext } from "ava";
import type { Browser, Page } from "playwright-core";
import { z } from "zod";
import { accessibilityProblems, openChromium, signUpInPage, watch } from "#test/support/chromium.ts";
import { emptyInstallation } from "#test/support/story.ts";

const run = promisify(execFile);
const ada = { name: "Ada Lovelace", username: "ada", email: "ada@example.com", password: "correct horse" };
/** Whoever has bought nothing is told so with 404, which Chromium counts as an error of the page. */
const expected = /\/v1\/subscriptions\/current$/;
const narrow = { width: 390, height: 844 } as const;
const pages = ["/", "/account", "/account/playground", "/account/keys", "/account/usage", "/account/billing"];
const payloads = [
  "<script>globalThis.pwned=1</script>",
  '"><img src=x onerror="globalThis.pwned=1">',
  "<svg/onload=globalThis.pwned=1>",
  "{{constructor.constructor('globalThis.pwned=1')()}}",
  "javascript:globalThis.pwned=1",
];

/** The status of a call with a key, by curl: no cookie, no browser. */
async function keyStatus(baseUrl: string, key: string): Promise<number> {
  const args = ["-s", "-o", "/dev/null", "-w", "%{http_code}", "-H", `X-API-Key: ${key}`];
  return Number((await run("curl", [...args, `${baseUrl}/v1/users/me`])).stdout);
}

/** Waits until the audio of the page has been played to its end. @returns its length in seconds */
const playedToItsEnd = (page: Page): Promise<number> =>
  page
    .locator("audio")
    .evaluate(
      (audio: {
        ended: boolean;
        duration: number;
        playbackRate: number;
        addEventListener: EventTarget["addEventListener"];
      }) => {
        audio.playbackRate = 4;
        return new Promise<number>((done) => {
          if (audio.ended) done(audio.duration);
          audio.addEventListener("ended", () => done(audio.duration));
        });
      },
    );

async function speakInTheDemo(t: ExecutionContext, page: Page, baseUrl: string): Promise<void> {
  await page.goto(baseUrl);
  await page.getByLabel("Text to speak").fill("");
  await page.getByRole("button", { name: "Speak" }).click();
  await page.getByText("String should have at least 1 character").waitFor();
  await page.getByLabel("Text to speak").fill("Hello from a page.");
  await page.getByRole("button", { name: "Speak" }).click();
  await page.locator("audio").waitFor();
  t.true((await playedToItsEnd(page)) > 0.5);
}

async function recordInTheDemo(t: ExecutionContext, page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Speech to text" }).click();
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await page.getByRole("button", { name: "Stop (1 s)" }).click();
  await page.locator(".notice.good").waitFor();
  t.pass("what the microphone heard was transcribed");
}

async function writeToUs(t: ExecutionContext, page: Page): Promise<void> {
  await page.getByLabel("Name", { exact: false }).fill("Ada");
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator("#contact .problem").waitFor();
  t.is(await page.getByLabel("E-mail").getAttribute("aria-invalid"), "true");
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Thank you, it has arrived.").waitFor();
}

async function makeKey(page: Page, name: string, description: string): Promise<string> {
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name", { exact: false }).fill(name);
  await page.getByLabel("Description").fill(description);
  await page.getByRole("button", { name: "Make the key" }).click();
  await page.getByTestId("secret").waitFor();
  await page.keyboard.press("Escape");
  const key = await page.getByTestId("secret").textContent();
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return key ?? "";
}

const creditsShown = async (page: Page): Promise<number> =>
  Number((await page.getByTestId("tts-remaining").textContent())?.replaceAll(",", ""));

/** Leaves for the sandbox's page, presses a button there, and is back. */
async function payFor(page: Page, plan: string, button: string): Promise<void> {
  await page.getByRole("button", { name: `Subscribe to ${plan}` }).click();
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.waitForURL(/\/account\/billing/);
}

async function subscribe(t: ExecutionContext, page: Page): Promise<void> {
  await page.getByRole("link", { name: "Plan and billing" }).click();
  const before = await creditsShown(page);
  await payFor(page, "Starter", "Let the payment fail");
  await page.getByText("The payment has failed").waitFor();
  await payFor(page, "Starter", "Pay");
  const loads: string[] = [];
  page.on("load", () => loads.push(page.url()));
  await page.getByText("The payment has arrived").waitFor();
  const shown = "Number(document.querySelector('[data-testid=tts-remaining]').textContent.replaceAll(',', ''))";
  await page.waitForFunction(`${shown} > ${before}`);
  t.deepEqual(loads, [], "the page did not load again");
  t.is(await page.getByTestId("current-plan").textContent(), "Starter");
}

/** In light and dark: what axe has to say of what is shown now, and whether it fits the window. */
async function looksGood(t: ExecutionContext, page: Page, shown: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    t.deepEqual(await accessibilityProblems(page), [], `${shown}, ${colorScheme}`);
  }
  t.is(await page.evaluate("document.documentElement.scrollWidth"), narrow.width, `${shown} fits`);
}

/** Every page on a telephone, as whoever is signed in there sees it. */
async function lookAtAll(t: ExecutionContext, browser: Browser, signedIn: Page): Promise<void> {
  const baseUrl = new URL(signedIn.url()).origin;
  const storageState = await signedIn.context().storageState();
  const page = await browser.newPage({ storageState, viewport: narrow });
  const misdeeds = watch(page, baseUrl, { expected });
  for (const path of pages) {
    await page.goto(`${baseUrl}${path}`, { waitUntil: "networkidle" });
    await looksGood(t, page, path);
  }
  await page.getByRole("button", { name: "Cancel the plan" }).click();
  await page.getByRole("alertdialog").waitFor();
  await looksGood(t, page, "asking once");
  await page.goto(baseUrl);
  await page.getByRole("tab", { name: "Speech to text" }).click();
  await looksGood(t, page, "listening");
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
  await page.close();
}

test.serial("from the public page to a key, a plan and a revoked key, and no page does what it may not", async (t) => {
  const { service } = await emptyInstallation(t);
  const { baseUrl } = service;
  const browser = await openChromium();
  t.teardown(() => browser.close());
  const secrets = z.object({ payment_key_id: z.string() });
  t.truthy(secrets.parse(await service.secrets()).payment_key_id);
  const port = Number(new URL(baseUrl).port);
  const hosts = [port + 1, port + 2].map((one) => `http://localhost:${one}`);
  const page = await browser.newPage();
  const misdeeds = watch(page, baseUrl, {
    expected: /\/v1\/(subscriptions\/current|demo|contact-submissions|users\/me)/,
    hosts,
  });

  await speakInTheDemo(t, page, baseUrl);
  await recordInTheDemo(t, page);
  await writeToUs(t, page);

  await page.goto(`${baseUrl}/account/keys`);
  await page.waitForURL(/localhost:\d+\/(?!account)/);
  await signUpInPage(page, ada, `${baseUrl}/account/keys`);
  await page.getByText("There is no key yet.").waitFor();
  const key = await makeKey(page, "laptop", "my first");
  t.is(await keyStatus(baseUrl, key), 200);
  for (const payload of payloads) await makeKey(page, payload, payload);
  await page
    .getByText(payloads[0] ?? "", { exact: true })
    .first()
    .waitFor();
  t.is(await page.evaluate("globalThis.pwned"), undefined);
  t.false(await page.getByText("There is no key yet.").isVisible());

  await subscribe(t, page);

  await page.getByRole("link", { name: "Playground" }).click();
  await page.getByLabel("Text to speak").fill("This is spoken for an account.");
  await page.getByRole("button", { name: "Speak" }).click();
  await page.locator("audio").waitFor();
  t.true((await playedToItsEnd(page)) > 0.5);
  await page.getByRole("link", { name: "Usage" }).click();
  await page.getByText("30 characters").waitFor();
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("cell", { name: "completed" }).waitFor();

  await lookAtAll(t, browser, page);

  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("button", { name: "Revoke laptop" }).click();
  t.is(await keyStatus(baseUrl, key), 200, "it asks first");
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  t.is(await keyStatus(baseUrl, key), 401);
  t.deepEqual(misdeeds, { errors: [], foreign: [] });

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await page.waitForURL(`${baseUrl}/`);
  const status = await page.evaluate("fetch('/v1/users/me').then((answer) => answer.status)");
  t.is(status, 401, "the session is over");

  await page.getByRole("link", { name: "Sign in" }).first().click();
  await page.waitForURL(`${baseUrl}/account`);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL((url) => hosts.some((host) => url.href.startsWith(host)));
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${baseUrl}/`);
  await page.goto(`${baseUrl}/account`);
  await page.waitForURL((url) => hosts.some((host) => url.href.startsWith(host)));
});
