import test from "ava";
import { looksGood } from "#test/support/appearance.ts";
import { openDashboard } from "#test/support/dashboard.ts";
import { missingSpeakerModels, speakerSettings, spokenDialogue } from "#test/support/spoken-dialogue.ts";

const dashboard = await openDashboard({ workers: ["transcription"], env: speakerSettings });
const { page, baseUrl, misdeeds } = dashboard;
const dialogue = await spokenDialogue();
test.after.always(() => dashboard.close());

test("the playground tells speakers apart, and shows and copies who says what", async (t) => {
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
  await looksGood(t, page, { shown: "a transcript with speakers", widths: [390, 1440] });
  if (process.env["SCREENSHOT"] !== undefined)
    await page.screenshot({ path: process.env["SCREENSHOT"], fullPage: true });
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});
