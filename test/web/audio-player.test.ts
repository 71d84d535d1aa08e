import test from "ava";
import { openChromium, openPage, untilTrue, watch } from "#test/support/chromium.ts";
import { looksGood } from "#test/support/appearance.ts";
import { startSandboxedService } from "#test/support/sandboxed-service.ts";

const service = await startSandboxedService({ workers: ["synthesis"] });
const { baseUrl } = service;
const browser = await openChromium();
const page = await browser.newPage();
test.after.always(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const player = page.getByRole("group", { name: "Synthesized speech" });
const position = player.getByRole("slider", { name: "Position" });
const at = async (): Promise<number> =>
  Number(await page.evaluate("document.querySelector('#demo audio').currentTime"));

/** Speaks a sentence in the demo, and stops its sound. */
async function speak(): Promise<void> {
  await openPage(page, baseUrl);
  await page.getByRole("button", { name: "Speak" }).click();
  await player.getByRole("button", { name: "Pause" }).click();
}

test.before(async (t) => {
  t.timeout(60_000);
  await speak();
});

test.serial("the player plays, pauses, and says where it is", async (t) => {
  const misdeeds = watch(page, baseUrl, {});
  await player.getByRole("button", { name: "Play" }).click();
  await player.getByRole("button", { name: "Pause" }).waitFor();
  await untilTrue(page, "document.querySelector('#demo audio').ended");
  await player.getByRole("button", { name: "Play" }).waitFor();
  t.regex((await position.getAttribute("aria-valuetext")) ?? "", /^0:0\d of 0:0\d$/);
  await looksGood(t, page, { shown: "the player", widths: [390, 1440] });
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

test.serial("the keyboard moves the position by steps and to both ends, and a pointer to any second", async (t) => {
  await position.press("Home");
  t.is(await at(), 0);
  await position.press("ArrowRight");
  const step = await at();
  t.true(step > 0.1 && step <= 5, String(step));
  await position.press("ArrowRight");
  await position.press("ArrowLeft");
  t.true(Math.abs((await at()) - step) < 0.06);
  await position.press("End");
  const total = await at();
  t.true(total > step);
  const box = await position.boundingBox();
  await position.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 } });
  t.true(Math.abs((await at()) - total / 2) < total / 10);
});

test.serial("the speed is the one that was chosen", async (t) => {
  await player.getByRole("combobox", { name: "Playback speed" }).selectOption("1.5");
  t.is(await page.evaluate("document.querySelector('#demo audio').playbackRate"), 1.5);
});

test.serial("a sound is downloaded under its name", async (t) => {
  const download = page.waitForEvent("download");
  await player.getByRole("link", { name: "Download" }).click();
  t.is((await download).suggestedFilename(), "speech.wav");
});

test.serial("a sound that cannot be played says so, and its button tries again", async (t) => {
  const audio = "document.querySelector('#demo audio')";
  // A sound that began by itself as soon as it loads would be paused by the button, not played.
  await page.evaluate(
    `${audio}.autoplay = false; ${audio}.dataset.good = ${audio}.src; ${audio}.src = "/nowhere.wav"; undefined`,
  );
  await player.getByRole("alert").waitFor();
  await page.evaluate(`${audio}.src = ${audio}.dataset.good; ${audio}.dispatchEvent(new Event("error")); undefined`);
  await player.getByRole("button", { name: "Play" }).click();
  await player.getByRole("button", { name: "Pause" }).waitFor();
  await player.getByRole("alert").waitFor({ state: "detached" });
  t.is(await page.getByRole("alert").count(), 0);
});
