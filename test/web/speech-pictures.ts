import type { Page } from "playwright-core";
import { speech, tone } from "#harness/audio/sounds.ts";

type Take = (name: string, fullPage?: boolean) => Promise<unknown>;

const sentence =
  "The meeting is at nine. Please bring the numbers of the last quarter, and a little patience, since the agenda is long.";

const file = (name: string, sound: Uint8Array) => ({ name, mimeType: "audio/wav", buffer: Buffer.from(sound) });

/** The first training of an installation prepares voice matching, which takes minutes on a busy machine. */
const trainingMs = 15 * 60_000;

/**
 * Makes voices, one of which fails, and waits until they have ended.
 * @returns false where the models of voice matching are not installed, so that there is no voice
 */
export async function makeVoices(page: Page, baseUrl: string): Promise<boolean> {
  const samples = [
    { name: "Ada", description: "Read in the office, with the windows closed.", sound: await speech(sentence, "slt") },
    { name: "A voice whose name is quite a bit longer than most", description: "", sound: await speech(sentence) },
    { name: "Whistling", description: "To see what happens.", sound: tone(8) },
  ];
  for (const { name, description, sound } of samples) {
    const multipart = { name, description, audio: file("sample.wav", sound) };
    const answer = await page.request.post(`${baseUrl}/v1/voices`, { multipart, headers: { origin: baseUrl } });
    if (answer.status() === 503) return false;
    if (!answer.ok()) throw new Error(`A voice was not made: ${await answer.text()}`);
  }
  await page.goto(`${baseUrl}/account/voices?view=mine`);
  await page.getByText("Failed", { exact: true }).waitFor({ timeout: trainingMs });
  await page.getByText("Ready", { exact: true }).nth(1).waitFor({ timeout: trainingMs });
  return true;
}

/** A picture of the dialog of a finished voice, with its sample where the sample was understood. */
async function takeVoice(page: Page, take: Take): Promise<void> {
  const compare = page.getByRole("button", { name: "Compare Ada" });
  if ((await compare.count()) > 0) {
    await compare.click();
  } else {
    await page.getByRole("button", { name: "Try Ada" }).click();
    await page.getByRole("button", { name: "Speak" }).click();
  }
  await page.getByRole("button", { name: "Switch to the" }).waitFor();
  await take("compared-voice", false);
  await page.keyboard.press("Escape");
}

/** Pictures of the voices with their dialogs, and of a recording on its way to a transcript. */
export async function takeSpeechPictures(
  page: Page,
  { baseUrl, hasVoices }: { readonly baseUrl: string; readonly hasVoices: boolean },
  take: Take,
): Promise<void> {
  await page.goto(`${baseUrl}/account/voices?view=mine`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "New voice" }).click();
  await page.getByRole("dialog").waitFor();
  await take("new-voice", false);
  await page.keyboard.press("Escape");
  if (hasVoices) await takeVoice(page, take);
  await page.goto(`${baseUrl}/account/transcribe`, { waitUntil: "networkidle" });
  await page.locator("input[type=file]").setInputFiles(file("meeting.wav", await speech(sentence)));
  await page.locator(".waveform path").first().waitFor();
  await page.getByRole("button", { name: "Transcribe" }).click();
  await page.getByRole("heading", { name: "Transcript" }).waitFor();
  await page.locator(".word").nth(4).click();
  await take("transcript");
  await page.goto(`${baseUrl}/account/studio`, { waitUntil: "networkidle" });
  await page.getByLabel("Text to speak").fill(sentence);
  await page.getByRole("button", { name: "Speak" }).click();
  await page.locator(".waveform path").first().waitFor();
  await take("spoken");
}
