import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import type { Page } from "playwright-core";
import { z } from "zod";
import { looksGood } from "#test/support/appearance.ts";
import { openAccountMenu, openPage, signUpInPage, untilTrue } from "#test/support/chromium.ts";
import { openDashboard } from "#test/support/dashboard.ts";

const dashboard = await openDashboard({
  workers: ["synthesis"],
  expected: /\/v1\/(voices\/|speech)/,
});
const { page, baseUrl, misdeeds } = dashboard;
test.after.always(() => dashboard.close());

const widths = [390, 1440];
const text = () => page.getByLabel("Text to speak");
const open = () => openPage(page, `${baseUrl}/account/studio`);
const speak = () => page.getByRole("button", { name: "Speak", exact: true }).click();
const voicePage = z.object({
  data: z.object({ items: z.array(z.object({ voice_id: z.string(), name: z.string() })) }),
});
const usage = z.object({ data: z.object({ credits: z.object({ tts_remaining: z.number() }) }) });

/** Signs up, and opens the studio. */
async function signIn(visitorPage: Page, name: string): Promise<void> {
  const address = `${baseUrl}/account/studio`;
  await visitorPage.goto(`${baseUrl}/auth/login?return_to=/account/studio`);
  await signUpInPage(
    visitorPage,
    { name, username: name, email: `${name}@example.com`, password: "correct horse" },
    address,
  );
}

test.serial("a first visit has a text to speak, and it can be heard before all of it has been spoken", async (t) => {
  await open();
  t.regex(await text().inputValue(), /^Welcome!/);
  const streamed = page.waitForResponse((answer) => answer.url().endsWith("/v1/speech/synthesize?stream=true"));
  await text().fill("The first sentence is heard at once. ".repeat(60));
  await speak();
  await untilTrue(page, "document.querySelector('audio')?.currentTime > 0");
  const requestId = (await streamed).headers()["x-request-id"] ?? "";
  const answer: unknown = await (await page.request.get(`${baseUrl}/v1/speech/requests/${requestId}`)).json();
  const { data } = z.object({ data: z.object({ status: z.string() }) }).parse(answer);
  t.is(data.status, "processing", "the work is not done while it is heard");
  await page.getByText(/2,220 characters, .* by /).waitFor({ timeout: 120_000 });
});

test.serial(
  "a text that is too long cannot be spoken and says by how much; the keys speak one that fits",
  async (t) => {
    await open();
    await text().fill("a".repeat(8_400));
    await page.getByText("3,400 characters too many.").waitFor();
    await page.getByText("8,400 of 5,000 characters.", { exact: true }).waitFor();
    t.true(await page.getByRole("button", { name: "Speak", exact: true }).isDisabled());
    const documents = page.locator(".problem").getByRole("link", { name: "Documents" });
    t.is(await documents.getAttribute("href"), "/account/documents");
    await looksGood(t, page, { shown: "a text that is too long", widths });
    let asked = 0;
    page.on("request", (request) => (asked += Number(request.url().includes("/v1/speech/synthesize"))));
    await text().press("Control+Enter");
    await text().fill("Spoken by two keys.");
    await text().press("Control+Enter");
    await page.getByText(/19 characters, .* by /).waitFor();
    t.is(asked, 1, "the longer one was not sent");
  },
);

test.serial("all places of a word are replaced by the keyboard alone, and come back", async (t) => {
  await open();
  await text().fill("One $ and one $. ONE.");
  await page.getByText("Find and replace").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("$");
  await page.getByText("2 matches", { exact: true }).waitFor();
  await looksGood(t, page, { shown: "find and replace", widths });
  await page.keyboard.press("Tab");
  await page.keyboard.type("$&");
  await page.keyboard.press("Enter");
  await page.getByText("2 places were replaced.").waitFor();
  t.is(await text().inputValue(), "One $& and one $&. ONE.");
  t.is(await page.getByRole("article", { name: /^One/ }).count(), 0, "nothing is spoken");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  t.is(await text().inputValue(), "One $ and one $. ONE.");
  await page.getByLabel("Find", { exact: true }).fill("two");
  await page.getByText("No match", { exact: true }).waitFor();
  t.true(await page.getByRole("button", { name: "Replace all" }).isDisabled());
});

test.serial("places are replaced one by one, and capitals count only where that is chosen", async (t) => {
  await open();
  await text().fill("One cat, a Cat.");
  await page.getByText("Find and replace").click();
  await page.getByLabel("Find", { exact: true }).fill("cat");
  await page.getByText("2 matches", { exact: true }).waitFor();
  await page.getByLabel("Match case").check();
  await page.getByText("1 match", { exact: true }).waitFor();
  await page.getByLabel("Match case").uncheck();
  await page.getByLabel("Replace with").fill("dog");
  for (const number of [1, 2]) {
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.getByText(`Match ${number} of 2`, { exact: true }).waitFor();
  }
  await page.getByRole("button", { name: "Replace", exact: true }).click();
  t.is(await text().inputValue(), "One cat, a dog.");
  await page.getByRole("button", { name: "Replace all" }).click();
  t.is(await text().inputValue(), "One dog, a dog.");
  t.is(await page.getByText("No match", { exact: true }).count(), 0, "what was replaced is no contradiction");
  await text().press("Control+z");
  t.is(await text().inputValue(), "One cat, a dog.", "the keys undo the replacement");
  t.is(await page.getByLabel("Replace with").inputValue(), "dog");
});

test.serial(
  "the price counts numbers as they are spoken, and another language than the chosen one is noticed",
  async (t) => {
    await open();
    await page.getByLabel("Language", { exact: true }).selectOption("en");
    await text().fill("Dr. Nguyen paid $1,250.75 at 6:45 p.m. on 12 March 1987.");
    await page.getByText(/Costs 151 credits/).waitFor();
    await text().fill("Bonjour à tous, je suis très heureux de vous rencontrer ce matin dans notre nouvelle maison.");
    await page.getByText("This looks like French.").waitFor();
    await page.getByRole("button", { name: "Switch to French" }).click();
    await page.getByText("This looks like French.").waitFor({ state: "detached" });
    await page.getByLabel("Language", { exact: true }).selectOption({ label: "Detect automatically" });
    await page.getByText("Spoken in French").waitFor();
    await page.getByLabel("Language", { exact: true }).selectOption("en");
    t.is(await page.getByText("Spoken in French").count(), 0);
  },
);

test.serial("a text of the history is used again with its voice", async (t) => {
  await open();
  await page.getByLabel("Language", { exact: true }).selectOption("fr");
  await text().fill("Encore une fois.");
  await speak();
  await page.getByText(/16 characters, .* by /).waitFor();
  const voice = await page.locator(".voice-picker").textContent();
  await page.getByLabel("Language", { exact: true }).selectOption("en");
  await text().fill("Another text.");
  await page.goto(`${baseUrl}/account/history`);
  await page.getByRole("link", { name: "Encore une fois." }).click();
  await page.locator(".waveform path").first().waitFor();
  await page.getByRole("link", { name: "Use again" }).click();
  await untilTrue(page, "document.querySelector('textarea')?.value === 'Encore une fois.'");
  t.is(await page.getByLabel("Language", { exact: true }).inputValue(), "fr");
  // The voices of the language come a moment after it.
  await page.locator(".voice-picker", { hasText: voice ?? "?" }).waitFor();
  t.is(page.url(), `${baseUrl}/account/studio`);
  const languages = await page.getByLabel("Language", { exact: true }).locator("option").allTextContents();
  t.is(languages.shift(), "Detect automatically");
  t.deepEqual(
    languages,
    languages.toSorted((one, other) => one.localeCompare(other, "en")),
  );
  await page.getByLabel("Language", { exact: true }).selectOption("en");
});

test.serial("text, choices and results survive leaving the page and reloading it", async (t) => {
  await open();
  await text().fill("This stays here.");
  await page.getByLabel("Format").selectOption("wav");
  await speak();
  await page.getByText(/16 characters, .* by /).waitFor();
  await page.getByRole("link", { name: "History" }).click();
  await page.getByRole("link", { name: "Studio" }).click();
  await page.getByText(/16 characters, .* by /).waitFor();
  await page.reload();
  await page.getByText(/16 characters, .* by /).waitFor();
  t.is(await text().inputValue(), "This stays here.");
  t.is(await page.getByLabel("Format").inputValue(), "wav");
  t.is(await page.locator("audio").count(), 1);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  t.regex((await downloading).suggestedFilename(), /^this-stays-here-.+\.wav$/);
});

test.serial(
  "a take is opened, played from a word, searched and used again, and stays when another is made",
  async (t) => {
    await open();
    await page.getByLabel("Format").selectOption("mp3");
    for (const one of ["The first take stays. It has two sentences.", "The second take comes above it."]) {
      await text().fill(one);
      await speak();
      await page.getByText(new RegExp(`${one.length} characters, .* by `)).waitFor();
    }
    await page.getByRole("button", { name: "Play The first take stays. It has two sentences.", exact: true }).click();
    const take = page.getByRole("article", { name: "The first take stays. It has two sentences.", exact: true });
    await take.getByText(/43 characters, .* by /).waitFor();
    t.is(await page.locator("audio").count(), 2, "the newest one is open, too");
    await take.getByLabel("Search in the text").fill("take");
    await take.getByText("1 of 1", { exact: true }).waitFor();
    await take.locator(".word").nth(3).click();
    t.true(await take.locator("audio").evaluate((audio: { readonly currentTime: number }) => audio.currentTime > 0));
    await take.getByRole("button", { name: "Use again" }).click();
    await untilTrue(
      page,
      "document.querySelector('textarea')?.value === 'The first take stays. It has two sentences.'",
    );
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await untilTrue(page, "document.querySelector('textarea')?.value === 'The second take comes above it.'");
    t.is(await page.getByRole("button", { name: "Undo", exact: true }).count(), 0);
  },
);

test.serial("a new take comes into view and leaves the focus where it is", async (t) => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open();
    await text().fill(`Seen at ${width} pixels.`);
    await page.evaluate("scrollTo(0, 0)");
    await text().press("Control+Enter");
    const take = page.getByRole("article", { name: `Seen at ${width} pixels.`, exact: true });
    await take.getByText(/characters, .* by /).waitFor();
    const bar = take.locator(".player-bar");
    await untilTrue(
      page,
      `(() => {
      const { top, bottom } = document.querySelector(".take-card .player-bar").getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    })()`,
    );
    t.true(await bar.isVisible());
    t.is(await page.evaluate("document.activeElement?.tagName"), "TEXTAREA");
    t.is(await page.locator(".keys").isVisible(), width > 700, "keys are named where there are some");
  }
  await page.setViewportSize({ width: 1280, height: 720 });
});

test.serial("speech that is stopped keeps what was spoken, and costs that alone", async (t) => {
  await open();
  const sentence = "This is one of very many sentences. ";
  const characters = 130 * sentence.length;
  await text().fill(sentence.repeat(130));
  await speak();
  await untilTrue(page, "document.querySelector('audio')?.currentTime > 0");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.locator(".badge", { hasText: "stopped" }).waitFor();
  t.is(await page.getByRole("alert").count(), 0, "who stops it needs no error");
  await page.locator("audio").waitFor({ state: "attached" });
  t.true(await page.locator("audio").evaluate((audio: { readonly paused: boolean }) => audio.paused), "it is silent");
  const said = (await page.getByText(/characters, .* by .* credits/).textContent()) ?? "";
  const credits = Number(/([\d,]+) credits/.exec(said)?.[1]?.replaceAll(",", ""));
  t.true(credits > 0 && credits < characters, said);
  t.true(said.startsWith(`${credits.toLocaleString("en")} characters, `), said);
  const unspoken = await page.locator(".unspoken").textContent();
  t.is(unspoken?.length, characters - credits);
  t.true(unspoken?.trimStart().startsWith("This is one"), "it begins with a sentence");
  const left: unknown = await (await page.request.get(`${baseUrl}/v1/usage`)).json();
  const remaining = usage.parse(left).data.credits.tts_remaining.toLocaleString("en");
  await page.getByText(`of ${remaining} remaining.`).waitFor();
  await looksGood(t, page, { shown: "a stopped take", widths });
  await page.reload();
  await page.locator(".waveform path").first().waitFor();
  await page.locator(".badge", { hasText: "stopped" }).waitFor();
  const rest = page.waitForRequest((request) => request.url().includes("/v1/speech/synthesize"));
  const cost = new RegExp(`^Continue · ${(characters - credits - 1).toLocaleString("en")} credits$`);
  await page.getByRole("button", { name: cost }).click();
  t.is(z.object({ text: z.string() }).parse((await rest).postDataJSON()).text, unspoken?.trim() ?? "");
  await untilTrue(page, "document.querySelector('audio')?.currentTime > 0");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.locator(".badge", { hasText: "stopped" }).nth(1).waitFor();
  await page.getByText(/^Stopped after “….*\.”\.$/).waitFor();
  const place = await page.getByRole("link", { name: /^Continued from “This is one/ }).getAttribute("href");
  const first = page.locator(String(place)).filter({ hasNotText: "Continue ·" });
  await first.getByRole("button", { name: /^Play/ }).waitFor();
  await first.locator("a.request-title").click();
  await page.getByRole("button", { name: cost }).click();
  await page.waitForURL(`${baseUrl}/account/studio`);
  await untilTrue(page, "document.querySelector('audio')?.currentTime > 0");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.locator(".badge", { hasText: "stopped" }).nth(2).waitFor();
});

/** How many recordings the browser keeps, of any account. */
const countOfRecordings = `(async () => {
  const existing = await indexedDB.databases();
  if (!existing.some(({ name }) => name === "recordings")) return 0;
  return new Promise((done) => {
    const opening = indexedDB.open("recordings");
    opening.onsuccess = () => {
      const counting = opening.result.transaction("recordings").objectStore("recordings").count();
      counting.onsuccess = () => (opening.result.close(), done(counting.result));
    };
  });
})()`;

test.serial(
  "a draft and a recording belong to one account, and are gone from the browser after its sign-out",
  async (t) => {
    const shared = await page.context().browser()?.newContext();
    if (shared === undefined) return t.fail();
    t.teardown(() => shared.close());
    const [first, second] = [await shared.newPage(), await shared.newPage()];
    await signIn(first, "joan");
    const stored = async () => String(await second.evaluate("JSON.stringify(localStorage)"));
    const recordings = async () => Number(await second.evaluate(countOfRecordings));
    await second.goto(baseUrl);
    await first.getByLabel("Text to speak").fill("Nobody else may read this.");
    t.regex(await stored(), /Nobody else may read this/);
    await first.goto(`${baseUrl}/account/transcribe`);
    const buffer = Buffer.from("\0It is not played here.");
    await first.locator("input[type=file]").setInputFiles({ name: "mine.wav", mimeType: "audio/wav", buffer });
    while ((await recordings()) === 0) await sleep(50);
    await openAccountMenu(first);
    await first.getByRole("button", { name: "Sign out" }).click();
    await first.waitForURL(`${baseUrl}/`);
    t.is(await stored(), "{}");
    t.is(await recordings(), 0);
    await signIn(first, "mary");
    t.regex(await first.getByLabel("Text to speak").inputValue(), /^Welcome!/);
  },
);

test.serial("a voice is found by its name, and one of the address is chosen", async (t) => {
  await open();
  await page.getByRole("button", { name: /^Voice/ }).click();
  const rows = page.locator(".voice-row");
  await rows.nth(1).waitFor();
  t.deepEqual(await page.locator(".voice-list h3").allTextContents(), ["English"]);
  await looksGood(t, page, { shown: "the voice picker", widths });
  const answer: unknown = await (
    await page.request.get(`${baseUrl}/v1/voices?type=builtin&language=en&available=true`)
  ).json();
  const last = voicePage.parse(answer).data.items.at(-1);
  await page
    .getByRole("dialog")
    .getByLabel("Search")
    .fill(last?.name ?? "?");
  await page.getByRole("button", { name: `Play ${last?.name}`, exact: true }).waitFor();
  await page
    .locator(".voice-choice")
    .filter({ hasText: last?.name ?? "?" })
    .first()
    .click();
  await page.getByRole("button", { name: new RegExp(`^Voice ${last?.name}`) }).waitFor();
  const french: unknown = await (
    await page.request.get(`${baseUrl}/v1/voices?type=builtin&language=fr&available=true`)
  ).json();
  const [voice] = voicePage.parse(french).data.items;
  // Links of earlier releases lead there, too.
  await page.goto(`${baseUrl}/account/playground?voice=${voice?.voice_id}`);
  await page.getByRole("button", { name: new RegExp(`^Voice ${voice?.name}`) }).waitFor();
  t.is(await page.getByLabel("Language", { exact: true }).inputValue(), "fr");
  t.is(page.url(), `${baseUrl}/account/studio`);
  await page.getByRole("button", { name: "View code" }).click();
  await looksGood(t, page, { shown: "the drawer with the code", widths });
  await page.getByLabel("Request with curl").getByText(`"voice_id":"${voice?.voice_id}"`).waitFor();
  await page.getByRole("tab", { name: "OpenAI SDK" }).click();
  await page.getByLabel("Request with OpenAI SDK").getByText(`base_url="${baseUrl}/openai/v1"`).waitFor();
});

test.serial("two voices speak the same text side by side", async (t) => {
  await open();
  await page.getByLabel("Language", { exact: true }).selectOption("en");
  await text().fill("Which of us is better?");
  await page.getByLabel("Compare two voices").check();
  await page.getByText("Costs 44 credits").waitFor();
  const names = await page.locator(".voice-picker").allTextContents();
  t.is(new Set(names).size, 2, "another voice is chosen for the second one");
  await speak();
  for (const letter of ["A", "B"])
    await page
      .getByRole("region", { name: `Voice ${letter}` })
      .getByText(/22 characters, .* by /)
      .waitFor();
  const titles = await page.locator(".compared h3").allTextContents();
  for (const [index, letter] of ["A", "B"].entries()) {
    const [title, name] = titles[index]?.split(": ") ?? [];
    t.is(title, `Voice ${letter}`);
    t.true(name !== undefined && names[index]?.startsWith(name), "its name stands beside its letter");
  }
  t.is(await page.locator("audio").count(), 2);
  await page.locator(".waveform path").nth(3).waitFor();
  await looksGood(t, page, { shown: "a comparison", widths });
  const compared = page.getByRole("region", { name: "Voice B" });
  const second = (await compared.getByRole("heading").textContent())?.split(": ").at(-1) ?? "?";
  await compared.getByRole("button", { name: "Use again" }).click();
  await page.getByRole("button", { name: new RegExp(`^Voice ${second}`) }).waitFor();
  await compared.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("button", { name: "Delete request" }).click();
  await untilTrue(page, "document.querySelectorAll('.compared').length === 1");
  await page.getByRole("article", { name: "Which of us is better?", exact: true }).waitFor();
  await page.getByLabel("Compare two voices").check();
  // The voices of the other language are others, of which two are compared again.
  await page.getByLabel("Language", { exact: true }).selectOption("fr");
  await untilTrue(
    page,
    "new Set([...document.querySelectorAll('.voice-picker')].map((one) => one.textContent)).size === 2",
  );
  await page.getByLabel("Compare two voices").uncheck();
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});
