import test from "ava";
import { looksGood } from "#test/support/appearance.ts";
import { openDashboard } from "#test/support/dashboard.ts";
import { speech, wav } from "#harness/audio/sounds.ts";
import { inChannels } from "#test/support/channel-recording.ts";
import { missingSpeakerModels, speakerSettings, spokenDialogue } from "#test/support/spoken-dialogue.ts";

const dashboard = await openDashboard({ workers: ["transcription"], env: speakerSettings });
const { page, baseUrl, misdeeds } = dashboard;
const dialogue = await spokenDialogue();
test.after.always(() => dashboard.close());

test.serial("the studio tells speakers apart, and shows and copies who says what", async (t) => {
  if (missingSpeakerModels.length > 0) {
    t.log(`Not run: MODELS_DIR has no ${missingSpeakerModels.join(", ")}.`);
    t.pass();
    return;
  }
  await page.goto(`${baseUrl}/account/transcribe`);
  await page.locator("input[type=file]").setInputFiles({ name: "two.wav", mimeType: "audio/wav", buffer: dialogue });
  await page.getByLabel("Speakers").selectOption("Told apart");
  await page.getByRole("button", { name: "Transcribe" }).click();
  await page.getByRole("heading", { name: "Transcript" }).waitFor();
  const segments = await page.locator(".segment").all();
  const shown = await Promise.all(segments.map((one) => one.getAttribute("data-speaker")));
  t.deepEqual(
    shown.filter((speaker, at) => speaker !== shown[at - 1]),
    ["A", "B", "A", "B"],
  );
  t.is(await page.getByText("Speaker B:").first().textContent(), "Speaker B: ");
  await page.getByText("2 speakers, told apart by the sound of their voices.").waitFor();
  const address = await page.getByRole("link", { name: "Download as TXT" }).getAttribute("href");
  const text = await (await page.request.get(`${baseUrl}${address}`)).text();
  t.regex(text, /^A: .*\nB: .*\nA: .*\nB: .*\n$/);
  await page.getByRole("button", { name: "Rename Speaker B" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Bo");
  await page.getByRole("button", { name: "Save" }).click();
  t.is(await page.getByText("Bo:").first().textContent(), "Bo: ");
  t.regex(await (await page.request.get(`${baseUrl}${address}`)).text(), /^A: .*\nBo: .*\nA: .*\nBo: .*\n$/);
  const names = await page.locator(".speaker").allTextContents();
  t.deepEqual(names, ["Speaker A: ", "Bo: ", "Speaker A: ", "Bo: "], "each turn has the name once");
  await looksGood(t, page, { shown: "a transcript with speakers", widths: [390, 1440] });
  await page.getByRole("button", { name: "Edit" }).click();
  const choices = await page.locator(".segment-speaker").allTextContents();
  t.deepEqual(choices, Array(segments.length).fill("Speaker ABoSpeaker C"), "each segment has the choice");
  await looksGood(t, page, { shown: "a transcript with speakers that is edited", widths: [390, 1440] });
  await page.getByRole("button", { name: "Done" }).click();
  if (process.env["SCREENSHOT"] !== undefined)
    await page.screenshot({ path: process.env["SCREENSHOT"], fullPage: true });
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

test.serial("the studio transcribes each channel, says what it costs, and the history shows its turns", async (t) => {
  const call = inChannels(
    await speech("Good morning. How can I help you?", "slt"),
    wav(0.1),
    await speech("I would like to open the window.", "rms"),
  );
  await page.goto(`${baseUrl}/account/transcribe`);
  const file = { name: "call.wav", mimeType: "audio/wav", buffer: Buffer.from(call) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("More options").click();
  await page.getByLabel("Channels").selectOption("Each by itself");
  const costs = page.getByText(/Costs \d+ credits of/);
  await costs.waitFor();
  const price = /Costs (\d+) credits/.exec((await costs.textContent()) ?? "")?.[1];
  await page.getByRole("button", { name: "Transcribe" }).click();
  await page.getByText("3 channels, each transcribed and charged by itself; no speech in channel 2.").waitFor();
  await page.getByText(new RegExp(`words, ${price} credits`)).waitFor();
  t.is(await page.getByText("Channel 3:").first().textContent(), "Channel 3: ");
  await page.getByRole("button", { name: "Rename Channel 3" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Customer");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Customer:").first().waitFor();
  await page.goto(`${baseUrl}/account/history`);
  await page.getByText("call.wav").first().click();
  await page.getByText("Customer:").first().waitFor();
  t.true((await page.locator(".segment").count()) >= 2);
  await looksGood(t, page, { shown: "a transcript with channels in the history", widths: [390, 1440] });
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});
