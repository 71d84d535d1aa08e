import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { z } from "zod";
import { wordErrors, wordsOf } from "#harness/audio/word-error-rate.ts";
import { encoded, speech } from "#harness/audio/sounds.ts";
import { setBalance } from "#harness/payments/credits.ts";
import { looksGood } from "#test/support/appearance.ts";
import { untilTrue } from "#test/support/chromium.ts";
import { openDashboard } from "#test/support/dashboard.ts";

// A recording of one's own can take the place of the text that is spoken here.
const { MICROPHONE_WAV: ownClip } = process.env;
const text = "The weather is good today, and we walk to the river. Then we come home and have some tea.";
const clips = await mkdtemp(join(tmpdir(), "speech-live-"));
const clip = join(clips, "clip.wav");
const said = ownClip === undefined ? await speech(text, "slt") : Uint8Array.from(await readFile(ownClip));
// The clip begins with silence, so that the session has begun before the speech.
await writeFile(clip, await encoded(said, "wav", ["-af", "adelay=2000,apad=pad_dur=2"]));
const dashboard = await openDashboard({
  workers: ["live", "transcription"],
  microphone: clip,
  env: { LIVE_SECRET: "a secret of a test run" },
});
const { page, baseUrl, misdeeds, resources } = dashboard;
test.after.always(async () => {
  await dashboard.close();
  await rm(clips, { recursive: true });
});

const open = () => page.goto(`${baseUrl}/account/live`);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const transcript = "document.querySelector('[role=log]')?.textContent ?? ''";
const interim = "document.querySelector('.interim')?.textContent ?? ''";

/** The transcript of the clip, sent as a file. */
async function transcriptOfFile(): Promise<string> {
  const audio = { name: "clip.wav", mimeType: "audio/wav", buffer: await readFile(clip) };
  const answer = await page.request.post(`${baseUrl}/v1/speech/transcriptions`, {
    ...{ multipart: { audio, language: "en" }, headers: { origin: baseUrl } },
  });
  return z.object({ data: z.object({ text: z.string() }) }).parse(await answer.json()).data.text;
}

test.serial("words appear while they are spoken, and the session is in the history", async (t) => {
  t.timeout(3 * 60_000);
  const ofFile = await transcriptOfFile();
  await open();
  await button("Show captions").click();
  await page.getByText("What is said appears here in large type").waitFor();
  await button("Close captions").click();
  await button("Start").click();
  await untilTrue(page, `(${interim}) !== ''`);
  t.regex((await page.getByRole("timer").textContent()) ?? "", /^\d+:\d\d, about \d+ credits?$/);
  const early: unknown = await page.evaluate(`${transcript} + ${interim}`);
  t.true(wordsOf(String(early)).length < wordsOf(ofFile).length, "the first words come before the last are said");
  await looksGood(t, page, { shown: "a live transcription" });
  await button("Show captions").click();
  await page.getByRole("dialog", { name: "Captions" }).waitFor();
  await untilTrue(page, "document.fullscreenElement !== null");
  // Chromium resizes no window that fills the screen.
  await page.evaluate("document.exitFullscreen()");
  await untilTrue(page, "document.fullscreenElement === null");
  await looksGood(t, page, { shown: "captions", widths: [1440] });
  await button("Close captions").click();
  const nearlyAll = Math.floor(0.9 * wordsOf(ofFile).length);
  await untilTrue(page, `(${transcript}).trim().split(/\\s+/).length >= ${nearlyAll} && (${interim}) === ''`);
  await button("Stop").click();
  await page.getByRole("link", { name: "Open in history" }).waitFor();
  const heard = (await page.locator(".word").allTextContents()).join(" ");
  const { words, errors } = wordErrors(ofFile, heard);
  t.log(`${errors} of ${words} words differ from those of the file: ${heard}`);
  t.true(errors <= Math.max(1, 0.02 * words));
  await page.getByText("Live sound is not kept.").waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Download as SRT" }).waitFor();
  t.true((await page.getByLabel("Microphone").locator("option").count()) > 2, "the microphones can be chosen");
  await page.getByText(/\d+ words, \d+ credits/).waitFor();
  await looksGood(t, page, { shown: "a live transcription that has ended" });
  await page.getByRole("link", { name: "Open in history" }).click();
  await page.getByText(heard.trim().split(" ").slice(0, 3).join(" ")).first().waitFor();
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

test.serial("a session that cannot begin says why: no microphone, no credits, no worker", async (t) => {
  await open();
  const missing = "() => Promise.reject(new DOMException('none', 'NotFoundError'))";
  await page.evaluate(`navigator.mediaDevices.getUserMedia = ${missing}`);
  await button("Start").click();
  await page.getByText("No microphone was found. Connect one and try again.").waitFor();
  const user = await resources.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  await setBalance(resources, { userId: user.id, pool: "asr" }, 3);
  await open();
  await button("Start").click();
  await page.getByText("Insufficient credits. This needs 15 credits; 3 remain.").waitFor();
  await button("Start").waitFor();
  await page.route("**/v1/users/me/limits", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace(/"live_languages":\[.*?\]/, '"live_languages":[]'),
    });
  });
  await open();
  await page.getByText("No worker for live transcription is running.").waitFor();
  t.pass();
});
