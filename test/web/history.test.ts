import test, { type ExecutionContext } from "ava";
import type { Page } from "playwright-core";
import { z } from "zod";
import { openBrowser } from "#test/support/browser.ts";
import { cookieOf, openAccountMenu, openChromium, signUpInPage, watch } from "#test/support/chromium.ts";
import { openClient } from "#harness/clients/client.ts";
import { playToEnd } from "#test/support/playback.ts";
import { signIn } from "#test/support/sandbox.ts";
import { startSandboxedService } from "#test/support/sandboxed-service.ts";

const service = await startSandboxedService({
  workers: ["synthesis", "transcription", "billing", "maintenance"],
  payments: true,
});
const { baseUrl } = service;
const browser = await openChromium();
test.after.always(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

/** One of these for each test. */
const person = (name: string) => ({ name, username: name, email: `${name}@example.com`, password: "correct horse" });
/** The calls of the page that may be refused: those of a session that has ended, and for what was deleted. */
const expected = /\/v1\/(users\/me|speech\/requests\/)/;

/** Has a text synthesized for the account that is signed in there. @returns the request id */
const speak = (page: Page, body: object, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
  page.evaluate(
    async (sent) => {
      const json = { "Content-Type": "application/json", ...sent.headers };
      const init = { method: "POST", headers: json, body: JSON.stringify(sent.body) };
      const answer = await fetch("/v1/speech/synthesize", init);
      if (!answer.ok) throw new Error(`It was answered ${answer.status}.`);
      return answer.headers.get("X-Request-Id") ?? "";
    },
    { body, headers },
  );

/** Has what was spoken transcribed, and the recording kept. @returns the request id */
const transcribe = (page: Page, spokenId: string): Promise<string> =>
  page.evaluate(async (id) => {
    const json = { "Content-Type": "application/json" };
    await fetch("/v1/users/me", { method: "PATCH", headers: json, body: JSON.stringify({ keep_recordings: true }) });
    const form = new FormData();
    form.set("audio", await (await fetch(`/v1/speech/requests/${id}/audio`)).blob(), "morning.mp3");
    const answer = await fetch("/v1/speech/transcriptions", { method: "POST", body: form });
    return answer.headers.get("X-Request-Id") ?? "";
  }, spokenId);

const rows = (page: Page): Promise<number> => page.locator("tbody tr").count();

/** The clipboard's text after a button was pressed that fills it. */
async function copied(page: Page, button: string): Promise<unknown> {
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.getByText("Copied").first().waitFor();
  return page.evaluate("navigator.clipboard.readText()");
}

async function listAndFilter(t: ExecutionContext, page: Page): Promise<void> {
  await page.goto(`${baseUrl}/account/history`);
  await page.getByText("No requests yet").waitFor();
  const spoken = await speak(page, { text: "Good morning. How are you?", format: "mp3" });
  await transcribe(page, spoken);
  await page.reload();
  await page.getByText("2 requests").waitFor();
  t.is(await rows(page), 2);
  t.regex(
    (await page.locator("tbody tr").nth(1).textContent()) ?? "",
    /Good morning.*Speech · 26 characters.*26completed/,
  );
  await page.getByLabel("Type").selectOption("asr");
  await page.waitForURL(`${baseUrl}/account/history?type=asr`);
  await page.getByText("1 request", { exact: true }).waitFor();
  await page.getByLabel("Status").selectOption("failed");
  await page.getByText("No requests match.").waitFor();
  await page.goBack();
  await page.getByText("1 request", { exact: true }).waitFor();
  await page.reload();
  await page.getByText("1 request", { exact: true }).waitFor();
  t.is(await page.getByLabel("Type").inputValue(), "asr", "what is shown is kept in the address");
}

async function hearAgain(t: ExecutionContext, page: Page): Promise<void> {
  await page.goto(`${baseUrl}/account/history?type=tts`);
  await page.locator("tbody").getByRole("link").click();
  await page.getByRole("heading", { name: "Good morning. How are you?" }).waitFor();
  await page.locator("audio").evaluate((audio: { play(): Promise<void> }) => audio.play());
  t.true((await playToEnd(page)) > 0.5);
  t.is(await copied(page, "Copy text"), "Good morning. How are you?");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  t.regex((await download).suggestedFilename(), /^good-morning-how-are-you-.+\.mp3$/);
}

async function sayTwice(t: ExecutionContext, page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Required.").waitFor();
  for (const text of ["The first word is unclear.", "It is fine,\nafter all."]) {
    await page.getByLabel("Your feedback").fill(text);
    await page.getByRole("button", { name: "Send" }).click();
    await page
      .getByRole("listitem")
      .filter({ hasText: text.split("\n")[0] ?? "" })
      .waitFor();
  }
  await page.getByText("Thank you, your feedback was received.").waitFor();
  t.is(await page.getByLabel("Your feedback").inputValue(), "");
  t.is(await page.getByRole("listitem").count(), 2);
}

/** The transcript is the one of the page that made it: it is searched, played from a word, and edited. */
async function readWords(t: ExecutionContext, page: Page): Promise<void> {
  await page.locator(".waveform path.unheard").waitFor();
  await page.getByLabel("Search in the transcript").fill("morning");
  await page.getByText("1 of 1", { exact: true }).waitFor();
  await page.locator(".word").nth(2).click();
  t.true(Number(await page.evaluate("document.querySelector('audio').currentTime")) > 0);
  await page.getByRole("button", { name: "Edit" }).click();
  await page
    .getByRole("textbox", { name: /^Text at/ })
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Done" }).click();
}

async function readAgain(t: ExecutionContext, page: Page): Promise<void> {
  await page.goto(`${baseUrl}/account`);
  await page.getByRole("row").filter({ hasText: "Transcription" }).getByRole("link").click();
  await page.getByRole("heading", { name: "Transcript" }).waitFor();
  t.regex(String(await copied(page, "Copy text")), /good morning/i);
  await page.getByText("Processing time", { exact: true }).waitFor();
  await page.getByText("Length", { exact: true }).waitFor();
  await readWords(t, page);
  t.is(await page.getByRole("listitem").count(), 0, "what was said about another request is not shown");
  for (const [name, file] of [
    ["TXT", "morning.txt"],
    ["SRT", "morning.srt"],
    ["VTT", "morning.vtt"],
    ["JSON", "morning.json"],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: `Download as ${name}` }).click();
    t.is((await download).suggestedFilename(), file);
  }
}

/** Long texts are shown as under way, and then as done, by the page that was loaded once. */
async function watchProgress(t: ExecutionContext, page: Page): Promise<void> {
  const text = "This is one of many sentences. ".repeat(25);
  for (let count = 0; count < 3; count += 1) {
    await speak(page, { text }, { Prefer: "respond-async" });
  }
  await page.goto(`${baseUrl}/account/history`);
  await page.locator(".badge[data-state=queued], .badge[data-state=processing]").first().waitFor();
  const loads: string[] = [];
  page.on("load", () => loads.push(page.url()));
  await page.locator(".badge[data-state=completed]").nth(4).waitFor();
  t.deepEqual(loads, []);
}

test.serial("requests are listed, filtered, followed, replayed, read and rated", async (t) => {
  const page = await browser.newPage({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${baseUrl}/auth/login?return_to=/account`);
  await signUpInPage(page, person("hedy"), `${baseUrl}/account`);
  const misdeeds = watch(page, baseUrl, { expected: /\/v1\/feedback/ });
  await listAndFilter(t, page);
  await hearAgain(t, page);
  await sayTwice(t, page);
  await readAgain(t, page);
  await watchProgress(t, page);
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
  await page.goto(`${baseUrl}/account/history/${crypto.randomUUID()}`);
  await page.getByRole("alert").getByText("request").waitFor();
});

/** Presses the button of a key, chooses how long the old one works, and replaces it. @returns the new key */
async function replace(page: Page, name: string, grace: string): Promise<string> {
  await page.getByRole("button", { name: `Replace ${name}` }).click();
  await page.getByLabel("Grace period of the old key").selectOption(grace);
  await page.getByRole("button", { name: "Replace it" }).click();
  await page.getByTestId("secret").waitFor();
  await page.keyboard.press("Escape");
  const shown = await copied(page, "Copy");
  if (shown !== (await page.getByTestId("secret").textContent())) throw new Error("The copy is not what is shown.");
  return String(shown);
}

test.serial("a key is replaced by one that is shown once, at once or with days of grace", async (t) => {
  const client = openClient(baseUrl);
  const statusOf = async (key: string) => (await client.call("GET", "/v1/users/me", { key })).status;
  const page = await browser.newPage({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${baseUrl}/auth/login?return_to=/account/keys`);
  await signUpInPage(page, person("grace"), `${baseUrl}/account/keys`);
  const misdeeds = watch(page, baseUrl, {});
  const cookie = await cookieOf(page);
  const made = await client.call("POST", "/v1/api-keys", {
    cookie,
    headers: { origin: baseUrl },
    json: { name: "laptop" },
  });
  const first = made.data(z.object({ key: z.string() })).key;
  await page.reload();
  const second = await replace(page, "laptop", "0");
  await page.getByText("no longer works").waitFor();
  t.deepEqual([await statusOf(first), await statusOf(second)], [401, 200]);
  // The list was asked again while the secret is shown, and the row of the old key is gone from it.
  await page.getByRole("cell", { name: `…${first.slice(-4)}` }).waitFor({ state: "detached" });
  t.true(await page.getByTestId("secret").isVisible());
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });

  const third = await replace(page, "laptop", "7");
  await page.getByText(`The key that ends in ${second.slice(-4)} works until`).waitFor();
  await page.getByRole("button", { name: "I have copied it" }).click();
  t.deepEqual([await statusOf(second), await statusOf(third)], [200, 200]);
  await page.getByText("Replaced, active until").waitFor();
  t.is(await page.getByRole("button", { name: "Replace laptop" }).count(), 1, "one on its way out is not replaced");
  t.false((await page.content()).includes(third), "it is shown once");
  await page.getByLabel("Show").selectOption("revoked");
  await page.locator("tbody").getByText("Revoked").first().waitFor();
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

const me = z.object({ status: z.int() });

test.serial("the profile shows who and where one is signed in, and signs out one browser or all", async (t) => {
  const page = await browser.newPage();
  await page.goto(`${baseUrl}/auth/login?return_to=/account/profile`);
  await signUpInPage(page, person("ada"), `${baseUrl}/account/profile`);
  const misdeeds = watch(page, baseUrl, { expected });
  const elsewhere = async () => {
    const other = openBrowser();
    await other.visit(await signIn(`${baseUrl}/auth/login`, person("ada"), other));
    return async () => {
      const { status } = await fetch(`${baseUrl}/v1/users/me`, { headers: { cookie: other.cookies(baseUrl) } });
      return me.parse({ status }).status;
    };
  };
  const [second, third] = [await elsewhere(), await elsewhere()];
  await page.reload();
  await page.getByText("This browser").waitFor();
  const others = page.locator("tbody tr").filter({ hasNot: page.getByText("This browser") });
  t.deepEqual([await rows(page), await others.count()], [3, 2]);
  t.is(await page.getByText("This browser").count(), 1);
  t.is(await page.locator("tbody").getByRole("button").count(), 2, "the own one is not signed out from the list");

  await others.first().getByRole("button").click();
  t.deepEqual([await second(), await third()], [200, 200], "it asks first");
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  t.deepEqual([await second(), await third()], [200, 401], "the newer one was signed out");
  t.is(await rows(page), 2);

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await page.waitForURL(`${baseUrl}/`);
  t.is(await second(), 401);
  t.is(await page.evaluate("fetch('/v1/users/me').then((answer) => answer.status)"), 401);
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

test.serial(
  "the profile hands out the account's data, and closes the account once its address was typed",
  async (t) => {
    const page = await browser.newPage();
    await page.goto(`${baseUrl}/auth/login?return_to=/account/profile`);
    await signUpInPage(page, person("eve"), `${baseUrl}/account/profile`);
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download your data" }).click();
    t.is((await download).suggestedFilename(), "account.json");
    await page.getByRole("button", { name: "Close account" }).click();
    const dialog = page.getByRole("alertdialog");
    const action = dialog.getByRole("button", { name: "Close account and erase data" });
    t.true(await action.isDisabled());
    const label = await dialog.locator("label").textContent();
    await dialog.getByRole("textbox").fill(/Type (\S+) to confirm/.exec(label ?? "")?.[1] ?? "");
    await action.click();
    await page.waitForURL(`${baseUrl}/`);
    t.is(await page.evaluate("fetch('/v1/users/me').then((answer) => answer.status)"), 401);
  },
);

test.serial("a refusal during sign-out does not start a new sign-in", async (t) => {
  const page = await browser.newPage();
  await page.goto(`${baseUrl}/auth/login?return_to=/account/profile`);
  await signUpInPage(page, person("joan"), `${baseUrl}/account/profile`);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.route("**/auth/logout", async (route) => {
    const response = await route.fetch();
    const refused = page.waitForResponse((answer) => answer.status() === 401);
    await page.getByRole("link", { name: "Voices" }).click();
    await refused;
    await route.fulfill({ response });
  });
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL((url) => !url.href.startsWith(`${baseUrl}/account`));
  t.false(asked.includes("/auth/login"));
});

/** Comes back from the payment provider as from Razorpay: by a form that says that the payment has failed. */
const comeBackByForm = (page: Page): Promise<void> =>
  page.evaluate(`
    const form = Object.assign(document.createElement("form"), { method: "post", action: "/account/billing" });
    for (const [name, value] of [["error[code]", "BAD_REQUEST_ERROR"], ["error[description]", "It failed."]]) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    document.body.append(form);
    form.submit();
  `);

test.serial("a return without payment, or after a failure, is shown and can be retried", async (t) => {
  const page = await browser.newPage();
  await page.goto(`${baseUrl}/auth/login?return_to=/account/billing`);
  const misdeeds = watch(page, baseUrl, {});
  await signUpInPage(page, person("mary"), `${baseUrl}/account/billing`);
  await page.getByText("You are on the free plan. You have received its credits.").waitFor();
  t.deepEqual(misdeeds.errors, [], "a plan that was not bought is not asked for");
  await page.getByRole("button", { name: "Subscribe to Pro" }).click();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByRole("link", { name: "Back without paying" }).click();
  await page.getByText("The payment for Pro was cancelled. You were not charged for it.").waitFor();
  t.is(page.url(), `${baseUrl}/account/billing`, "and it is said once");
  await page.getByRole("button", { name: "Try again", exact: true }).click();
  await page.getByRole("link", { name: "Back without paying" }).waitFor();
  await page.goto(`${baseUrl}/account/billing`);
  await page.getByText("Waiting for your payment").waitFor();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByRole("link", { name: "Back without paying" }).waitFor();
  await page.goto(`${baseUrl}/account/billing`);
  await page.getByText("Waiting for your payment").waitFor();
  await comeBackByForm(page);
  await page.getByText("The payment for Pro failed. You were not charged for it.").waitFor();
  t.false(await page.getByText("Waiting for your payment").isVisible());
  t.is(page.url(), `${baseUrl}/account/billing`, "and it is said once");
  await page.getByRole("button", { name: "Try again", exact: true }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByText("The payment was received").waitFor();
  const receipt = await page.getByRole("link", { name: "See the receipt" }).getAttribute("href");
  const pdf = await page.request.get(`${baseUrl}${receipt}`);
  t.deepEqual([pdf.status(), pdf.headers()["content-type"]], [200, "application/pdf"]);
  t.regex(pdf.headers()["content-disposition"] ?? "", /^inline; /);
  t.is(await page.getByTestId("current-plan").textContent(), "Pro");
  await page.getByText("2,500,000 of 2,500,000 (100%) remaining in this cycle, until").waitFor();
  await page.getByText("100,000 permanent credits, used after those of the cycle").waitFor();
  await page.getByText(/^Paid until .* It does not renew by itself\.$/).waitFor();
  await page.getByRole("button", { name: "Switch to Starter" }).click();
  await page
    .getByText(/^Your present credits expire on .*\. Now 2,500,000 characters and .* of recordings remain\.$/)
    .waitFor();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Cancel the plan" }).click();
  await page.getByText(/Then its remaining credits expire\. Now these are 2,500,000 characters and/).waitFor();
  await page.getByText(/^Nothing more is charged, whether you cancel or not/).waitFor();
  await page.goto(`${baseUrl}/account/billing?view=payments&from=2020-01-01&to=2020-01-02&plan=pro`);
  await page.getByText("No payments in this period.").waitFor();
  t.is(
    page.url(),
    `${baseUrl}/account/billing?view=payments&from=2020-01-01&to=2020-01-02`,
    "the period stays, and the plan goes",
  );
  await page.getByLabel("Period").selectOption({ label: "Last 30 days" });
  await page.getByRole("cell", { name: "Pro, 1 month", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("cell", { name: "Pro, 1 month", exact: true }).waitFor();
  t.is(await page.getByLabel("Period").inputValue(), "month");
});
