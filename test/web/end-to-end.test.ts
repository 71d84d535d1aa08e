import { execFile } from "node:child_process";
import { promisify } from "node:util";
import test, { type ExecutionContext } from "ava";
import type { Page } from "playwright-core";
import { openAccountMenu, openChromium, signUpInPage, untilTrue, watch } from "#test/support/chromium.ts";
import { playToEnd } from "#test/support/playback.ts";
import { speech } from "#harness/audio/sounds.ts";
import { emptyInstallation } from "#test/support/empty-installation.ts";

const run = promisify(execFile);
const ada = { name: "Ada Lovelace", username: "ada", email: "ada@example.com", password: "correct horse" };
/** The calls that are refused on the way: a voice without models, a plan that was not bought yet, empty fields, and the session after it has ended. */
const expected = /\/v1\/(voices$|demo|contact-submissions|users\/me)/;
const recordingText = "The weather is good today. We walk to the river. Then we come home and have some tea.";
const keyText = "From a program.";

/** Has a text spoken with a key, by curl: no cookie, no browser. @returns the status */
async function curlStatus(baseUrl: string, key: string): Promise<number> {
  const args = ["-s", "-o", "/dev/null", "-w", "%{http_code}", "-H", `X-API-Key: ${key}`];
  const json = ["-H", "Content-Type: application/json", "-d", JSON.stringify({ text: keyText })];
  return Number((await run("curl", [...args, ...json, `${baseUrl}/v1/speech/synthesize`])).stdout);
}

const file = (sound: Uint8Array) => ({ name: "recording.wav", mimeType: "audio/wav", buffer: Buffer.from(sound) });

/** Signs up on the way to the keys, makes the first one and copies it. @returns what is in the clipboard */
async function firstKey(t: ExecutionContext, page: Page, baseUrl: string): Promise<string> {
  await page.goto(baseUrl);
  await page.getByRole("link", { name: "Sign in" }).first().click();
  await signUpInPage(page, ada, `${baseUrl}/account`);
  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByText("No API keys yet.").waitFor();
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name", { exact: false }).fill("laptop");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByTestId("secret").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("Copied", { exact: true }).waitFor();
  const key = String(await page.evaluate("navigator.clipboard.readText()"));
  t.is(await page.getByTestId("secret").textContent(), key);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return key;
}

async function speakInTheDemo(t: ExecutionContext, page: Page, baseUrl: string): Promise<void> {
  await page.goto(baseUrl);
  await page.getByLabel("Text to speak").fill("");
  await page.getByRole("button", { name: "Speak" }).click();
  await page.getByText("Required.").waitFor();
  await page.getByLabel("Text to speak").fill("Hello from a page.");
  await page.getByRole("button", { name: "Speak" }).click();
  await page.locator("#demo audio").waitFor({ state: "attached" });
  t.true((await playToEnd(page.locator("#demo"))) > 0.5);
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
  await page.getByText("Thank you, your message was received.").waitFor();
}

/** Speaks in the studio, by the usual voice. */
async function speakInTheStudio(t: ExecutionContext, page: Page): Promise<void> {
  await page.getByRole("link", { name: "Studio", exact: true }).click();
  await page.getByLabel("Text to speak").fill("This is spoken for an account.");
  await page.getByRole("button", { name: "Speak" }).click();
  await page.locator(".waveform path").first().waitFor();
  t.true((await playToEnd(page)) > 0.5);
}

async function transcribeAFile(t: ExecutionContext, page: Page, recording: Uint8Array): Promise<void> {
  await page.getByRole("link", { name: "Studio", exact: true }).click();
  await page.getByRole("link", { name: "Transcribe" }).click();
  await page.locator("input[type=file]").setInputFiles(file(recording));
  await page.getByRole("button", { name: "Transcribe" }).click();
  await page.getByRole("heading", { name: "Transcript" }).waitFor();
  const words = (await page.locator(".word").allTextContents()).join(" ");
  t.regex(words, /the weather is good today/i);
}

/** Asks for a voice of the recording. An installation without models cannot make one, and the page says what to do. */
async function askForAVoice(t: ExecutionContext, page: Page, recording: Uint8Array): Promise<void> {
  await page.getByRole("link", { name: "Voices" }).click();
  await page.getByRole("button", { name: "New voice" }).click();
  await page.getByLabel("Name").first().fill("River");
  await page.locator("input[type=file]").setInputFiles(file(recording));
  await page.getByRole("checkbox", { name: "I am the person in this recording" }).check();
  await page.getByRole("button", { name: "Create voice" }).click();
  await page.getByRole("dialog").getByText("This service cannot make custom voices.").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  t.is(await page.getByText("River").count(), 0);
}

/** The credits for speech, as the API tells them: the page shows what it knew before until it has asked again. */
const remaining = "fetch('/v1/usage').then((answer) => answer.json()).then(({ data }) => data.credits.tts_remaining)";

/** Leaves for the sandbox's page, presses a button there, and is back. */
async function payFor(page: Page, plan: string, button: string): Promise<void> {
  await page.getByRole("button", { name: `Subscribe to ${plan}` }).click();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.waitForURL(/\/account\/billing/);
}

async function subscribe(t: ExecutionContext, page: Page): Promise<void> {
  await page.getByRole("link", { name: "Plan and billing" }).click();
  const before = Number(await page.evaluate(remaining));
  await payFor(page, "Starter", "Let the payment fail");
  await page.getByText("The payment for Starter failed").waitFor();
  await payFor(page, "Starter", "Pay");
  const loads: string[] = [];
  page.on("load", () => loads.push(page.url()));
  await page.getByText("The payment was received").waitFor();
  const shown = "Number(document.querySelector('[data-testid=tts-remaining]')?.textContent.replaceAll(',', ''))";
  await untilTrue(page, `${shown} === ${before + 500_000}`);
  t.deepEqual(loads, [], "the page did not load again");
  t.is(await page.getByTestId("current-plan").textContent(), "Starter");
}

async function sayWhatWasGood(t: ExecutionContext, page: Page): Promise<void> {
  await page.getByRole("link", { name: "Usage" }).click();
  await page.getByRole("cell", { name: "laptop" }).first().waitFor();
  await page.getByRole("link", { name: "History" }).click();
  await page.getByRole("row").filter({ hasText: keyText }).waitFor();
  t.is(await page.locator("tbody tr").count(), 3, "by curl, in the studio, and a recording");
  await page.getByRole("row").filter({ hasText: keyText }).getByRole("link").click();
  await page.getByLabel("Your feedback").fill("It sounds like the river.");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("listitem").filter({ hasText: "It sounds like the river." }).waitFor();
}

async function revoke(t: ExecutionContext, page: Page, key: string): Promise<void> {
  const baseUrl = new URL(page.url()).origin;
  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("button", { name: "Revoke laptop" }).click();
  t.is(await curlStatus(baseUrl, key), 200, "it asks first");
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  t.is(await curlStatus(baseUrl, key), 401);
}

async function signOut(t: ExecutionContext, page: Page, issuer: string): Promise<void> {
  const baseUrl = new URL(page.url()).origin;
  await page.getByRole("link", { name: "Profile" }).click();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await page.waitForURL(`${baseUrl}/`);
  const status = await page.evaluate("fetch('/v1/users/me').then((answer) => answer.status)");
  t.is(status, 401, "the session is over");
  await page.getByRole("link", { name: "Sign in" }).first().click();
  await page.waitForURL(`${baseUrl}/account`);
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL(`${baseUrl}/`);
  await page.goto(`${baseUrl}/account`);
  await page.waitForURL((url) => url.href.startsWith(issuer));
}

test("from signing up to a key, speech, a transcript, a plan and a revoked key, and no page does what it may not", async (t) => {
  const { service } = await emptyInstallation(t);
  t.timeout(4 * 60_000);
  const { baseUrl } = service;
  const [issuer = "", shop = ""] = [1, 2].map((one) => `http://localhost:${Number(new URL(baseUrl).port) + one}`);
  const browser = await openChromium();
  t.teardown(() => browser.close());
  const page = await browser.newPage({ permissions: ["clipboard-read", "clipboard-write", "microphone"] });
  const misdeeds = watch(page, baseUrl, { expected, hosts: [issuer, shop] });
  const recording = await speech(recordingText);

  const key = await firstKey(t, page, baseUrl);
  t.is(await curlStatus(baseUrl, key), 200);
  await speakInTheDemo(t, page, baseUrl);
  await recordInTheDemo(t, page);
  await writeToUs(t, page);
  await page.goto(`${baseUrl}/account`);
  await speakInTheStudio(t, page);
  await transcribeAFile(t, page, recording);
  await askForAVoice(t, page, recording);
  await subscribe(t, page);
  await sayWhatWasGood(t, page);
  await revoke(t, page, key);
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
  await signOut(t, page, issuer);
});
