import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import test from "ava";
import { sweepBatches } from "#src/domain/batches/sweep-batches.ts";
import { looksGood } from "#test/support/appearance.ts";
import { untilTrue } from "#test/support/chromium.ts";
import { openDashboard } from "#test/support/dashboard.ts";
import { speech, wav } from "#harness/audio/sounds.ts";

const weather = await speech("The weather is good today.", "slt");
const river = await speech("We walk to the river.", "slt");
const dashboard = await openDashboard({ workers: ["transcription"] });
const { page, baseUrl, misdeeds, resources } = dashboard;
test.after.always(() => dashboard.close());

const widths = [390, 1440];
const file = (name: string, sound: Uint8Array) => ({ name, mimeType: "audio/wav", buffer: Buffer.from(sound) });
const pick = (...files: readonly ReturnType<typeof file>[]) =>
  page.locator("input[type=file]").setInputFiles([...files]);
const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const numbersIn = (words: string) => (words.match(/[\d,]+/g) ?? []).map((one) => Number(one.replaceAll(",", "")));
const open = () => page.goto(`${baseUrl}/account/transcribe`);

test.serial("several recordings are listed with the length and the price of each and of all", async (t) => {
  await open();
  const files = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    for (const name of ["1.amr", "2.amr"]) data.items.add(new File(["\\0sound"], name));
    return data;
  })()`);
  await page.dispatchEvent(".drop", "drop", { dataTransfer: files });
  await page.getByText("2 recordings, 0:00: 0 credits.").waitFor();
  await page.getByText("Lengths that this browser cannot read are not counted.").waitFor();
  await pick(file("long.wav", wav(3.4)), file("short.wav", wav(1)));
  await row("long.wav").getByText("0:03").waitFor();
  // Four seconds at half the price, and one that is rounded up.
  await page.getByText("4 recordings, 0:04: 3 credits. A batch costs 50 % of single recordings").waitFor();
  await looksGood(t, page, { shown: "several recordings", widths });
  await page.getByRole("button", { name: "Remove 1.amr" }).click();
  await page.getByRole("button", { name: "Remove 2.amr" }).click();
  await pick(file("long.wav", wav(3.4)), file("other.wav", wav(2)));
  await page.getByText("4 recordings, 0:09: 6 credits.").waitFor();
  t.is(await page.getByText("Lengths that this browser").count(), 0);
});

test.serial(
  "several recordings are transcribed as a batch, which a reload keeps, and downloaded as one file",
  async (t) => {
    t.timeout(3 * 60_000);
    await open();
    await pick(file("weather.wav", weather), file("river.wav", river), file("broken.wav", Buffer.from("\0broken")));
    await page.getByText("3 recordings").waitFor();
    await page.getByRole("button", { name: "Transcribe" }).click();
    await page.getByRole("heading", { name: "Batch" }).waitFor();
    await row("weather.wav").getByText("Queued").waitFor();
    await page.reload();
    await row("weather.wav").waitFor();
    await sweepBatches(resources);
    await page.getByText("2 completed, 1 failed. Charged so far:").waitFor();
    await row("broken.wav").getByText("Failed").waitFor();
    await looksGood(t, page, { shown: "a batch in the studio", widths });
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download all as TXT" }).click();
    const download = await downloading;
    t.is(download.suggestedFilename(), "transcripts.zip");
    const texts = unzipSync(await readFile(await download.path()));
    t.deepEqual(Object.keys(texts), ["weather.txt", "river.txt"]);
    t.regex(strFromU8(texts["weather.txt"] ?? new Uint8Array()), /weather/i);
    await row("weather.wav").getByRole("link").click();
    await page.getByText("weather", { exact: true }).first().waitFor();
    await open();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("heading", { name: "Batch" }).waitFor({ state: "detached" });
    t.deepEqual(misdeeds, { errors: [], foreign: [] });
  },
);

test.serial(
  "a result takes its price from the credits; a key plays and pauses, also while a text is edited, and the player stays in sight",
  async (t) => {
    await open();
    await pick(file("weather.wav", weather));
    const cost = page.getByText(/^Costs \d+ credits of [\d,]+ remaining/);
    const [credits = 0, remaining = 0] = numbersIn((await cost.textContent()) ?? "");
    await page.getByRole("button", { name: "Transcribe" }).click();
    await page.getByRole("heading", { name: "Transcript" }).waitFor();
    await page.getByText(`of ${(remaining - credits).toLocaleString("en")} remaining`).waitFor();
    const isPaused = "document.querySelector('audio').paused";
    await page.getByRole("button", { name: "Edit" }).click();
    const text = page.getByRole("textbox", { name: /^Text at/ }).first();
    const before = await text.inputValue();
    await text.focus();
    await page.keyboard.press("Alt+KeyP");
    await untilTrue(page, `!${isPaused}`);
    await page.keyboard.press("Alt+KeyP");
    await untilTrue(page, isPaused);
    t.is(await text.inputValue(), before);
    await page.setViewportSize({ width: 1280, height: 400 });
    await text.scrollIntoViewIfNeeded();
    t.true(((await page.locator(".player-bar").boundingBox())?.y ?? -1) >= 0);
  },
);
