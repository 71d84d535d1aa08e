import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { looksGood } from "#test/support/appearance.ts";
import { findVoice } from "#src/domain/voices/queries.ts";
import { insertOutdatedVoice } from "#test/support/outdated-voice.ts";
import { openDashboard } from "#test/support/dashboard.ts";
import { untilTrue } from "#test/support/chromium.ts";
import { playToEnd } from "#test/support/playback.ts";
import { speech, tone } from "#harness/audio/sounds.ts";

const widths = [390, 1440];
const clips = await mkdtemp(join(tmpdir(), "speech-voices-"));
const sample = await speech(
  "On a clear morning the market opens early. Bread, apples and yellow flowers stand in long rows, and somebody " +
    "always asks what time it is. I like to walk there slowly, and listen to the voices around me.",
);
await writeFile(join(clips, "microphone.wav"), sample);
const dashboard = await openDashboard({
  workers: ["synthesis", "training"],
  microphone: join(clips, "microphone.wav"),
  env: { VOICE_SAMPLE_MAX_BYTES: String(2 * 1024 * 1024) },
  expected: /\/v1\/(voices(\/[\da-f-]+)?|speech\/synthesize)$/,
});
const { page, baseUrl, misdeeds, resources } = dashboard;
test.after.always(async () => {
  await dashboard.close();
  await rm(clips, { recursive: true });
});

const file = (name: string, sound: Uint8Array) => ({ name, mimeType: "audio/wav", buffer: Buffer.from(sound) });
const open = () => page.goto(`${baseUrl}/account/voices?view=mine`);
const card = (name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
const stateOf = (name: string, state: string) => card(name).getByRole("status").filter({ hasText: state }).waitFor();
const dialogGone = () => page.getByRole("dialog").waitFor({ state: "detached" });
const make = () => page.getByRole("button", { name: "Create voice" }).click();

const agree = () => page.getByRole("checkbox", { name: "I am the person in this recording" }).check();

/** The button of a player that plays. */
const pauseOf = (player: string) =>
  page.getByRole("group", { name: player, exact: true }).getByRole("button", { name: "Pause" });

/** Opens the dialog of a new voice and fills in all but the sample. */
async function begin(name: string, description: string): Promise<void> {
  await page.getByRole("button", { name: "New voice" }).click();
  await page.getByLabel("Name (required)").fill(name);
  await page.getByLabel("Description").fill(description);
}

async function upload(name: string, description: string, sound: Uint8Array): Promise<void> {
  await begin(name, description);
  await page.locator("input[type=file]").setInputFiles(file("sample.wav", sound));
  await agree();
  await make();
  await dialogGone();
}

test.serial(
  "a voice is made from a file, watched until it is ready, tried and deleted, without loading again",
  async (t) => {
    await open();
    await page.getByText("You have no voices yet.").waitFor();
    const loads: string[] = [];
    page.on("load", () => loads.push(page.url()));
    await upload("Market", "Read in the morning.", sample);
    await stateOf("Market", "Ready");
    t.regex((await card("Market").textContent()) ?? "", /Read in the morning\..*timbre/);

    await page.getByRole("button", { name: "Try Market" }).click();
    await page.getByLabel("Sentence").fill("");
    await page.getByRole("button", { name: "Speak" }).click();
    await page.getByText("Required.").waitFor();
    await page.getByLabel("Sentence").fill("This is my own voice.");
    await page.getByRole("button", { name: "Speak" }).click();
    await pauseOf("Speech by Market").waitFor();
    await page.getByRole("button", { name: "Switch to the sample" }).click();
    await pauseOf("Sample of Market").waitFor();
    t.is(await pauseOf("Speech by Market").count(), 0, "one of them plays");
    await page.getByRole("button", { name: "Switch to the voice" }).click();
    await pauseOf("Speech by Market").waitFor();
    await pauseOf("Speech by Market").click();
    await page.getByRole("button", { name: "Switch to the" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Close" }).click();

    await page.getByRole("button", { name: "Details of Market" }).click();
    const details = page.getByRole("dialog");
    await details.getByText("I am the person in this recording").waitFor();
    await details.getByRole("group", { name: "Sample of Market" }).waitFor();
    await details.getByLabel("Name (required)").fill("");
    await details.getByRole("button", { name: "Save" }).click();
    await details.getByText("Required.").waitFor();
    await details.getByLabel("Name (required)").fill("Bazaar");
    await details.getByRole("button", { name: "Save" }).click();
    await dialogGone();
    await card("Bazaar").waitFor();

    await page.getByRole("link", { name: "Studio", exact: true }).click();
    await page.getByRole("button", { name: /^Voice/ }).click();
    await page.locator(".voice-choice").filter({ hasText: "Bazaar" }).click();
    await page.getByLabel("Text to speak").fill("In the studio, too.");
    await page.getByRole("button", { name: "Speak" }).click();
    await page.getByText("by Bazaar").waitFor();
    t.true((await playToEnd(page)) > 0.5);

    await page.getByRole("link", { name: "Voices", exact: true }).click();
    await page.getByRole("link", { name: "My voices" }).click();
    await page.getByRole("button", { name: "Delete Bazaar" }).click();
    await page.getByRole("button", { name: "Keep it" }).click();
    await card("Bazaar").waitFor();
    await page.getByRole("button", { name: "Delete Bazaar" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("You have no voices yet.").waitFor();
    t.deepEqual(loads, []);
    t.deepEqual(misdeeds, { errors: [], foreign: [] });
  },
);

test.serial("a voice is made from what the microphone hears", async (t) => {
  await open();
  await begin("By microphone", "");
  await agree();
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await page.getByRole("button", { name: "Stop (10 s)" }).click();
  await page.locator(".waveform path.unheard").waitFor();
  await make();
  await dialogGone();
  await stateOf("By microphone", "Ready");
  await card("By microphone").getByRole("button", { name: "Play By microphone" }).waitFor();
  t.regex((await card("By microphone").textContent()) ?? "", /timbre/);
});

/** Keeps the streams that the page gets of the microphone. */
const keepStreams = `{
  const devices = navigator.mediaDevices;
  const ask = devices.getUserMedia.bind(devices);
  globalThis.streams = [];
  devices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted);
    streams.push(stream);
    return stream;
  };
}`;

test.serial("closing the dialog lets go of the microphone, and nothing is sent", async (t) => {
  await open();
  await page.evaluate(keepStreams);
  await begin("Never made", "");
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await page.getByRole("button", { name: "Stop (1 s)" }).waitFor();
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await page.keyboard.press("Escape");
  await dialogGone();
  await page.getByRole("button", { name: "New voice" }).click();
  await page.getByRole("button", { name: "Record", exact: true }).waitFor();
  t.is(await page.locator(".waveform").count(), 0);
  const tracks = "streams.flatMap((stream) => stream.getTracks()).map(({ readyState }) => readyState)";
  t.deepEqual(await page.evaluate(tracks), ["ended"]);
  t.deepEqual(sent, []);
});

test.serial("what a sample lacks is said: at its fields, and when the training finds out", async (t) => {
  await open();
  await page.getByRole("button", { name: "New voice" }).click();
  await make();
  await page.locator(".problem").nth(2).waitFor();
  const problems = ["Required.", "Required.", "Confirm this to create the voice."];
  t.deepEqual(await page.locator(".problem").allTextContents(), problems);
  await page.getByLabel("Name (required)").and(page.locator(":focus")).waitFor();
  const button = await page.getByRole("button", { name: "Create voice" }).boundingBox();
  t.true((button?.y ?? Infinity) + (button?.height ?? 0) <= (page.viewportSize()?.height ?? 0), "it is in sight");
  await agree();
  await page.getByLabel("Name (required)").fill("Nothing");
  t.deepEqual(await page.locator(".problem").allTextContents(), ["Required."], "the sample is still missing");
  await page.locator("input[type=file]").setInputFiles(file("short.wav", tone(0.5)));
  await make();
  await page.getByText("The audio is too short").waitFor();
  await page.locator("input[type=file]").setInputFiles(file("large.wav", tone(90)));
  await make();
  await page.getByText("The sample is larger than 2 MiB.").waitFor();
  await page.locator("input[type=file]").setInputFiles(file("tone.wav", tone(8)));
  await make();
  await dialogGone();
  await stateOf("Nothing", "Failed");
  await card("Nothing").getByText("of speech; at least 5 are required").waitFor();
  t.is(await page.getByRole("button", { name: "Try Nothing" }).count(), 0);
  await page.getByRole("button", { name: "Replace the sample of Nothing" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("I am the person in this recording").waitFor();
  await dialog.getByRole("button", { name: "Replace and train" }).click();
  await dialog.getByText("Required.").waitFor();
  await dialog.locator("input[type=file]").setInputFiles(file("sample.wav", sample));
  await dialog.getByText("Required.").waitFor({ state: "detached" });
  await looksGood(t, page, { shown: "replacing a sample", widths });
  await dialog.getByRole("button", { name: "Replace and train" }).click();
  await dialogGone();
  await stateOf("Nothing", "Ready");
  t.is(await page.getByRole("button", { name: "Replace the sample of Nothing" }).count(), 0);
});

test.serial("a voice of the formant synthesiser is shown as outdated, and one click trains it again", async (t) => {
  const [account] = await resources.db.selectFrom("users").select("id").where("email", "like", "ada@%").execute();
  const userId = account?.id ?? "";
  await insertOutdatedVoice(resources, { userId, name: "Bare", sample: null });
  const id = await insertOutdatedVoice(resources, { userId, name: "Old", sample });
  await open();
  await stateOf("Bare", "Outdated");
  await card("Bare").getByText("Replace the sample. The voice keeps its name").waitFor();
  t.is(await page.getByRole("button", { name: "Train Bare again" }).count(), 0);
  await stateOf("Old", "Outdated");
  await card("Old").getByText("made by a formant synthesiser, which was removed").waitFor();
  t.is(await page.getByRole("button", { name: "Try Old" }).count(), 0);
  await page.getByRole("button", { name: "Train Old again" }).click();
  await stateOf("Old", "Ready");
  await page.getByRole("button", { name: "Try Old" }).waitFor();
  await resources.db.deleteFrom("voices").where("name", "=", "Bare").execute();
  t.is((await findVoice(resources.db, id))?.engine, "kokoro");
});

test.serial("a training shows its steps and a time left that never grows", async (t) => {
  const [account] = await resources.db.selectFrom("users").select("id").where("email", "like", "ada@%").execute();
  const id = await insertOutdatedVoice(resources, { userId: account?.id ?? "", name: "Slow", sample: null });
  const set = (progress: number, elapsedMs: number) => {
    const training_started_at = new Date(Date.now() - elapsedMs);
    const training = { status: "training", progress, training_started_at, engine: null, engine_voice: null } as const;
    return resources.db.updateTable("voices").set(training).where("id", "=", id).execute();
  };
  // Without earlier trainings the estimate is the rest by the pace of this one: 100 s.
  await resources.db.updateTable("voices").set({ training_seconds: null }).execute();
  await set(50, 100_000);
  await page.clock.install();
  await open();
  const slow = card("Slow");
  await slow.getByText("Matching the voice, 50%").waitFor();
  t.is(
    await slow
      .getByRole("listitem")
      .filter({ has: page.getByLabel("Done") })
      .textContent(),
    "Check sample",
  );
  t.is(await slow.locator("[aria-current=step]").textContent(), "Match voice");
  await slow.getByText(/^1:\d\d so far\. About 2 minutes left\./).waitFor();
  await looksGood(t, page, { shown: "a training", widths });
  await set(51, 600_000);
  await slow.getByText(/^10:\d\d so far\. About [12] minutes? left\./).waitFor();
  await page.clock.fastForward(120_000);
  await slow.getByText("This takes longer than usual: the service is busy.").waitFor();
  await resources.db.deleteFrom("voices").where("id", "=", id).execute();
});

test.serial("the consent to a voice is in sight without scrolling", async (t) => {
  await open();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "New voice" }).click();
  const consent = await page.locator(".consent").boundingBox();
  const button = await page.getByRole("button", { name: "Create voice" }).boundingBox();
  t.true((consent?.y ?? Infinity) + (consent?.height ?? 0) < (button?.y ?? 0));
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.locator("input[type=file]").setInputFiles(file(`${width}.wav`, sample));
    await page.getByText(`${width}.wav`).waitFor();
    await page.locator(".sample-check ul").waitFor();
    const { y = Infinity, height: tall = 0 } = (await page.locator(".consent").boundingBox()) ?? {};
    const check = await page.locator(".sample-check").boundingBox();
    const below = (await page.getByRole("button", { name: "Create voice" }).boundingBox())?.y ?? 0;
    t.true((check?.y ?? 0) > 0 && y + tall < below, `with a file, ${width} wide: ${y + tall} of ${below}`);
  }
  await page.keyboard.press("Escape");
  await dialogGone();
});

test.serial("the dialogs of voices are accessible and fit", async (t) => {
  await open();
  await card("By microphone").waitFor();
  await page.getByRole("button", { name: "New voice" }).click();
  await page.locator("input[type=file]").setInputFiles(file("loud.wav", tone(2)));
  await page.getByText("too short").waitFor();
  await looksGood(t, page, { shown: "a new voice", widths });
  await page.setViewportSize({ width: 390, height: 700 });
  const title = page.getByRole("dialog").getByRole("heading", { name: "Create voice" });
  await title.click({ trial: true });
  await page.keyboard.press("Escape");
  await dialogGone();
  await page.getByRole("button", { name: "Compare By microphone" }).click();
  const compared = page.getByRole("dialog");
  await compared.getByText("On a clear morning").waitFor();
  await page.setViewportSize({ width: 1440, height: 700 });
  for (const name of ["Close", "Speak"]) {
    const { y = Infinity, height = 0 } = (await compared.getByRole("button", { name }).boundingBox()) ?? {};
    t.true(y + height <= 700, `${name} is in sight: ${y}`);
  }
  await compared.getByText(/^Both say these words\..*Pace: .*(?:pace|than the sample)\./).waitFor();
  t.is(await compared.getByRole("button", { name: "Switch to the voice" }).count(), 0, "while nothing plays");
  await compared.getByRole("group", { name: "Speech by By microphone" }).getByRole("button", { name: "Play" }).click();
  await compared.getByRole("button", { name: "Switch to the sample" }).click();
  await compared.getByRole("button", { name: "Switch to the voice" }).click();
  await untilTrue(page, "document.querySelector('.compare audio').ended");
  await compared.getByLabel("Sentence").fill("My own words.");
  await compared.getByText("Costs 13 credits").waitFor();
  await looksGood(t, page, { shown: "comparing", widths });
  await page.keyboard.press("Escape");
  await dialogGone();
  await page.getByRole("button", { name: "Details of By microphone" }).click();
  t.regex((await page.getByRole("region", { name: "Result of the training" }).textContent()) ?? "", /Pitch.*\d+ Hz/);
  await page.getByText("On a clear morning").waitFor();
  await looksGood(t, page, { shown: "details", widths });
  await page.keyboard.press("Escape");
  await dialogGone();
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

test.serial("another voice is made from a new sample, with the fields of the one before filled in", async (t) => {
  await open();
  await page.getByRole("button", { name: "Details of By microphone" }).click();
  await page.getByText("“By microphone” stays until you delete it.").waitFor();
  await page.getByRole("button", { name: "Make another voice from a new sample" }).click();
  const dialog = page.getByRole("dialog", { name: "Create voice" });
  t.is(await dialog.getByLabel("Name (required)").inputValue(), "By microphone");
  await looksGood(t, page, { shown: "another voice", widths });
  await dialog.getByLabel("Name (required)").fill("Another");
  await page.locator("input[type=file]").setInputFiles(file("sample.wav", sample));
  await agree();
  await make();
  await dialog.waitFor({ state: "detached" });
  await dialogGone();
  await stateOf("Another", "Ready");
  await stateOf("By microphone", "Ready");
  await page.getByRole("button", { name: "Delete Another" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await card("Another").waitFor({ state: "detached" });
});

test.serial("the voices that are counted as stored change at once with a new voice and a deleted one", async (t) => {
  const link = (name: string) => page.getByRole("link", { name, exact: true }).click();
  const counted = page.getByTestId("own-voices");
  await page.goto(`${baseUrl}/account/usage`);
  const before = Number(await counted.textContent());
  await link("Voices");
  await upload("Counted", "", sample);
  await link("Usage");
  await counted.filter({ hasText: new RegExp(`^${before + 1}$`) }).waitFor();
  await link("Voices");
  await link("My voices");
  await page.getByRole("button", { name: "Delete Counted" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await card("Counted").waitFor({ state: "detached" });
  await link("Usage");
  await counted.filter({ hasText: new RegExp(`^${before}$`) }).waitFor();
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});
