import type { Page } from "playwright-core";
import { speech, tone } from "#harness/audio/sounds.ts";

type Take = (name: string, fullPage?: boolean) => Promise<unknown>;

const sentence =
  "The meeting is at nine. Please bring the numbers of the last quarter, and a little patience, since the agenda is long.";

const file = (name: string, sound: Uint8Array) => ({ name, mimeType: "audio/wav", buffer: Buffer.from(sound) });

/** Makes voices, one of which fails, and waits until they have ended. */
export async function makeVoices(page: Page, baseUrl: string): Promise<void> {
  const samples = [
    { name: "Ada", description: "Read in the office, with the windows closed.", sound: await speech(sentence, "slt") },
    { name: "A voice whose name is quite a bit longer than most", description: "", sound: await speech(sentence) },
    { name: "Whistling", description: "To see what happens.", sound: tone(8) },
  ];
  for (const { name, description, sound } of samples) {
    const multipart = { name, description, audio: file("sample.wav", sound) };
    await page.request.post(`${baseUrl}/v1/voices`, { multipart, headers: { origin: baseUrl } });
  }
  await page.goto(`${baseUrl}/account/voices?view=mine`);
  await page.getByText("Failed").waitFor();
  await page.getByText("Ready").nth(1).waitFor();
}

/** Pictures of the voices with their dialogs, and of a recording on its way to a transcript. */
export async function takeSpeechPictures(page: Page, baseUrl: string, take: Take): Promise<void> {
  await page.goto(`${baseUrl}/account/voices?view=mine`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "New voice" }).click();
  await page.getByRole("dialog").waitFor();
  await take("new-voice", false);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Try Ada" }).click();
  await page.getByRole("button", { name: "Speak" }).click();
  await page.getByRole("button", { name: "Switch to the" }).waitFor();
  await take("try-voice", false);
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
