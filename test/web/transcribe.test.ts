import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { z } from "zod";
import { looksGood } from "#test/support/appearance.ts";
import { untilTrue } from "#test/support/chromium.ts";
import { openDashboard } from "#test/support/dashboard.ts";
import { encoded, probe, speech, tone } from "#harness/audio/sounds.ts";

const run = promisify(execFile);
const spokenWords = ["the", "weather", "is", "good"];
// A clip of one's own and its words can take the place of the text that is spoken here.
const { MICROPHONE_WAV: ownClip, MICROPHONE_WORDS: ownWords } = process.env;
const expectedWords = ownClip === undefined ? spokenWords : (ownWords ?? "").split(" ");
const maxSeconds = 30;
const widths = [390, 1440];

const clips = await mkdtemp(join(tmpdir(), "speech-clips-"));
const clip = join(clips, "clip.wav");
const story = await speech("The weather is good today. We walk to the river. Then we come home and have some tea.");
await writeFile(join(clips, "recording.wav"), story);
const said =
  ownClip === undefined ? await speech("The weather is good today.", "slt") : Uint8Array.from(await readFile(ownClip));
// Nobody speaks before the recording has begun.
await writeFile(clip, await encoded(said, "wav", ["-af", "adelay=1500"]));
const { durationSeconds } = await probe(await readFile(clip));
const dashboard = await openDashboard({
  workers: ["synthesis", "transcription"],
  microphone: clip,
  env: { AUDIO_MAX_SECONDS: String(maxSeconds), AUDIO_MAX_BYTES: String(4 * 1024 * 1024) },
  expected: /\/v1\/speech\/transcriptions$/,
});
const { page, baseUrl, misdeeds } = dashboard;
test.after.always(async () => {
  await dashboard.close();
  await rm(clips, { recursive: true });
});

const file = (name: string, sound: Uint8Array) => ({ name, mimeType: "audio/wav", buffer: Buffer.from(sound) });
const open = () => page.goto(`${baseUrl}/account/transcribe`);
/** Picks a file, and waits until it is taken or refused. */
async function pick(name: string, sound: Uint8Array): Promise<void> {
  await page.locator("input[type=file]").setInputFiles(file(name, sound));
  await page.getByText(name).first().waitFor();
}
const transcribe = () => page.getByRole("button", { name: "Transcribe" }).click();
const waveform = () => page.locator(".waveform path.unheard").waitFor();
const heard = z.object({
  data: z.object({ words: z.array(z.object({ written: z.string(), start: z.number(), end: z.number() })) }),
});

/** Transcribes the story and waits for the words. @returns them as the API has them, and where they can be asked for */
async function transcribeStory() {
  await open();
  await pick("recording.wav", story);
  await waveform();
  await transcribe();
  await page.getByRole("heading", { name: "Transcript" }).waitFor();
  const address = await page.getByRole("link", { name: "Download as TXT" }).getAttribute("href");
  const transcript = `${baseUrl}${address?.replace(/\?.*/, "")}`;
  const answer: unknown = await (await page.request.get(`${transcript}?format=json`)).json();
  return { words: heard.parse(answer).data.words, transcript };
}

const audioAt = async (): Promise<number> => Number(await page.evaluate("document.querySelector('audio').currentTime"));
const countOfRequests = async (): Promise<number> => {
  const answer: unknown = await (await page.request.get(`${baseUrl}/v1/speech/requests`)).json();
  return z.object({ data: z.object({ total: z.number() }) }).parse(answer).data.total;
};

test.serial("what the microphone hears becomes text", async (t) => {
  await open();
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await untilTrue(page, "Number(document.querySelector('[role=meter]')?.getAttribute('aria-valuenow')) > 40");
  await looksGood(t, page, { shown: "a recording that goes on", widths });
  const recorded = "Number(/\\d+/.exec(document.querySelector('.record').textContent))";
  await untilTrue(page, `${recorded} >= ${Math.ceil(durationSeconds)}`);
  await page.getByRole("button", { name: /^Stop/ }).click();
  await waveform();
  await transcribe();
  await page.getByRole("heading", { name: "Transcript" }).waitFor();
  // The page scrolls to it: it stands below the fold.
  await untilTrue(page, "document.querySelector('.word').getBoundingClientRect().bottom < innerHeight");
  const words = await page.locator(".word").allTextContents();
  t.log(words.join(" "));
  const spelled = words.map((word) => word.toLowerCase().replaceAll(/[.,?!]/g, ""));
  for (const word of expectedWords) t.true(spelled.includes(word), word);
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

test.serial(
  "a recording and its transcript survive leaving the page and reloading it, until they are removed",
  async (t) => {
    await transcribeStory();
    const isThere = async () => {
      await page.locator(".word").first().waitFor();
      await waveform();
      await page.getByText("recording.wav", { exact: true }).waitFor();
    };
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("link", { name: "Studio" }).click();
    await page.getByRole("link", { name: "Transcribe" }).click();
    await isThere();
    await page.reload();
    await isThere();
    await page.locator(".word").nth(6).click();
    t.true((await audioAt()) > 0, "a word plays from the recording that is kept");
    await page.getByRole("button", { name: "Remove recording.wav" }).click();
    await page.locator("audio").waitFor({ state: "detached" });
    t.is(await page.locator(".word").count(), 0);
    await page.reload();
    await page.getByRole("button", { name: "Transcribe" }).waitFor();
    t.is(await page.locator("audio").count(), 0);
  },
);

test.serial("the price of a recording is said before it is sent, for each channel that is transcribed", async (t) => {
  await open();
  const costs = (credits: string) => page.getByText(new RegExp(`Costs ${credits} of [\\d,]+ remaining\\.`)).waitFor();
  await page.getByText("A minute costs 60 credits.").waitFor();
  await page.getByText("More options").click();
  await page.getByLabel("Channels").selectOption("separate");
  await page.getByText("A minute of each channel costs 60 credits.").waitFor();
  await pick("stereo.wav", await encoded(tone(3.4), "wav", ["-ac", "2"]));
  await costs("8 credits");
  await page.getByLabel("Channels").selectOption("together");
  await costs("4 credits");
  await page.getByRole("button", { name: "Remove stereo.wav" }).click();
  await page.getByText("A minute costs 60 credits.").waitFor();
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});

test.serial("each word is marked while it is played", async (t) => {
  const { words } = await transcribeStory();
  t.deepEqual(
    await page.locator(".word").allTextContents(),
    words.map(({ written }) => written),
  );
  const marked = z.array(z.object({ index: z.number(), second: z.number() })).parse(
    await page.evaluate(`new Promise((done) => {
      const audio = document.querySelector("audio");
      const marked = [];
      const look = () => {
        const index = Number(document.querySelector(".word[aria-current]")?.dataset.index ?? -1);
        if (index >= 0 && index !== marked.at(-1)?.index) marked.push({ index, second: audio.currentTime });
      };
      new MutationObserver(look).observe(document.querySelector(".words"), { subtree: true, attributes: true });
      audio.addEventListener("ended", () => done(marked));
      void audio.play();
    })`),
  );
  const order = marked.map(({ index }) => index);
  t.deepEqual(
    order,
    order.toSorted((one, other) => one - other),
  );
  t.true(order.length > 0.8 * words.length, `${order.length} of ${words.length}`);
  const late = marked.map(({ index, second }) => second - (words[index]?.start ?? 0));
  t.true(Math.min(...late) > -0.1);
  const usual = late.toSorted((one, other) => one - other)[late.length >> 1] ?? 1;
  t.log(`${Math.round(usual * 1_000)} ms after it begins`);
  t.true(usual < 0.2, `${usual}`);
});

test.serial(
  "a word that is pressed is gone to, by the pointer and by the keyboard, for which all are one stop",
  async (t) => {
    const { words } = await transcribeStory();
    await page.locator(".word").nth(6).click();
    t.true(Math.abs((await audioAt()) - (words[6]?.start ?? 0)) < 0.05);
    t.is(await page.locator(".word[aria-current]").textContent(), words[6]?.written ?? "");
    t.is(await page.locator('.word[tabindex="0"]').count(), 1);
    await page.locator('.word[tabindex="0"]').focus();
    for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "Enter"])
      await page.keyboard.press(key);
    t.true(Math.abs((await audioAt()) - (words[2]?.start ?? 0)) < 0.05);
    await page.keyboard.press("End");
    await page.keyboard.press(" ");
    t.true(Math.abs((await audioAt()) - (words.at(-1)?.start ?? 0)) < 0.05);
    await page.keyboard.press("Tab");
    t.is(await page.locator(":focus").textContent(), "Copy text");
  },
);

test.serial(
  "a file without a byte or with text is refused by the page, and one that is no audio by the service",
  async (t) => {
    await open();
    await pick("nothing.wav", new Uint8Array());
    await page.getByText("The file nothing.wav is empty. Choose another one.").waitFor();
    t.is(await page.getByText("nothing.wav", { exact: true }).count(), 0, "it is not taken");
    await pick("data.wav", Buffer.from('{"data": "no sound"}'));
    await page.getByText("The file data.wav has text and no sound. Choose another one.").waitFor();
    t.is(await page.getByText("data.wav", { exact: true }).count(), 0);
    await pick("noise.mp3", Buffer.from("\0no sound"));
    await transcribe();
    await page.getByText(/^The file could not be read as audio\./).waitFor();
    t.is(await page.getByText("is empty").count(), 0);
  },
);

test.serial("text, SRT, WebVTT and JSON are downloaded as the API renders them", async (t) => {
  const { transcript } = await transcribeStory();
  for (const [name, format] of [
    ["TXT", "text"],
    ["SRT", "srt"],
    ["VTT", "vtt"],
    ["JSON", "json"],
  ] as const) {
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: `Download as ${name}` }).click();
    const download = await downloading;
    t.is(download.suggestedFilename(), `recording.${name.toLowerCase()}`);
    const rendered = await (await page.request.get(`${transcript}?format=${format}`)).text();
    t.is(await readFile(await download.path(), "utf8"), rendered);
    t.regex(rendered, { TXT: /weather/, SRT: /^1\r?\n00:00:\d\d,\d{3} --> /, VTT: /^WEBVTT/, JSON: /"words"/ }[name]);
  }
});

test.serial("a transcript is searched, and its matches are gone through", async (t) => {
  await transcribeStory();
  const search = page.getByLabel("Search in the transcript");
  await search.fill("the");
  const shown = () => page.locator('.word[data-found="shown"]').getAttribute("data-index");
  await page.getByText(/^1 of \d$/).waitFor();
  const first = await shown();
  await search.press("Enter");
  await page.getByText(/^2 of \d$/).waitFor();
  t.not(await shown(), first);
  await looksGood(t, page, { shown: "a search in a transcript", widths });
  await page.getByRole("button", { name: "Previous match" }).click();
  t.is(await shown(), first);
  await search.fill("not there");
  await page.getByText("No match").waitFor();
  t.is(await page.locator("[data-found]").count(), 0);
});

const shownWords = () => page.locator(".word").allTextContents();

test.serial(
  "a corrected transcript is kept by the service: shown, copied and downloaded, until the changes are undone",
  async (t) => {
    await transcribeStory();
    const before = await shownWords();
    await page.getByRole("button", { name: "Edit" }).click();
    const part = page.getByRole("textbox", { name: /^Text at/ }).first();
    await part.fill(`Yesterday ${await part.inputValue()}`);
    await looksGood(t, page, { shown: "a transcript that is edited", widths });
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.reload();
    // Pushes the transcript down when it appears.
    await waveform();
    await page.locator(".word").first().waitFor();
    t.deepEqual(await shownWords(), ["Yesterday", ...before]);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download as SRT" }).click();
    t.regex(await readFile(await (await downloading).path(), "utf8"), /^1\n00:00:\d\d,\d{3} --> [^\n]+\nYesterday /);
    await page.getByRole("button", { name: "Undo all changes" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.getByText("This transcript was corrected.").waitFor({ state: "detached" });
    t.deepEqual(await shownWords(), before);
  },
);

test.serial(
  "what is wrong with a recording is said, and words that the model was not sure of are marked",
  async (t) => {
    await open();
    await pick("clipped.wav", await encoded(story, "wav", ["-af", "volume=25dB"]));
    await page.route(/\/v1\/speech\/requests\/[^/?]+$/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/"confidence":[\d.]+(?=\}\])/g, '"confidence":0.2');
      await route.fulfill({ response, body });
    });
    await transcribe();
    await page.getByText("The loud parts of the recording are cut off").waitFor();
    const marked = await page.locator(".word[data-doubtful]").allTextContents();
    t.true(marked.includes((await page.locator(".word").allTextContents()).at(-1) ?? ""));
    await page
      .getByText(`${marked.length} word${marked.length === 1 ? "" : "s"} that the model was not sure of`)
      .waitFor();
    await looksGood(t, page, { shown: "a clipped recording", widths });
    await page.unrouteAll();
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("link", { name: "clipped.wav" }).click();
    await page.getByText("The loud parts of the recording are cut off").waitFor();
  },
);

test.serial("the calls that are shown do what the page did", async (t) => {
  await open();
  const made: unknown = await (
    await page.request.post(`${baseUrl}/v1/api-keys`, { data: { name: "calls" }, headers: { origin: baseUrl } })
  ).json();
  const { key } = z.object({ data: z.object({ key: z.string() }) }).parse(made).data;
  const programs = [
    ["curl", "bash", ["-c"]],
    ["JavaScript", process.execPath, ["--input-type=module", "-e"]],
  ] as const;
  await page.getByRole("button", { name: "View code" }).click();
  for (const [name, program, args] of programs) {
    await page.getByRole("tab", { name }).click();
    const text = await page.getByLabel(`Request with ${name}`).textContent();
    const options = { cwd: clips, env: { ...process.env, SPEECH_API_KEY: key } };
    t.regex((await run(program, [...args, text ?? ""], options)).stdout, /the weather is good today/i, name);
  }
});

test.serial("an upload that is stopped, or whose page is left, makes no request", async (t) => {
  const before = await countOfRequests();
  const network = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 50_000 };
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", slow);
  await open();
  await pick("long.wav", tone(maxSeconds));
  await transcribe();
  await page.getByRole("progressbar", { name: "Sending" }).waitFor();
  await page.getByText(/Sending, [1-9]\d* %/).waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  t.is(await page.getByRole("alert").count(), 0, "who stops it needs no error");
  await transcribe();
  await page.getByText(/Sending, [1-9]\d* %/).waitFor();
  const failed = page.waitForEvent("requestfailed");
  await page.getByRole("link", { name: "Speak" }).click();
  t.regex((await failed).url(), /transcriptions$/);
  await network.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 });
  t.is(await countOfRequests(), before);
});

test.serial("a recording whose page is left is sent nowhere", async (t) => {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
  await page.goto(baseUrl);
  await page.getByRole("tab", { name: "Speech to text" }).click();
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await page.getByRole("button", { name: "Stop (1 s)" }).waitFor();
  await page.getByRole("tab", { name: "Text to speech" }).click();
  await page.getByRole("button", { name: "Speak" }).click();
  await page.locator("#demo audio").waitFor({ state: "attached" });
  t.deepEqual(sent, ["/v1/demo/speech/synthesize"]);
});

const refusals: readonly (readonly [
  what: string,
  name: string,
  sound: () => Promise<Uint8Array> | Uint8Array,
  says: RegExp,
])[] = [
  ["no audio", "notes.bin", () => Buffer.from("\0These are notes."), /not|audio/],
  ["too long", "long.flac", () => encoded(tone(maxSeconds + 5), "flac"), /too long\. The maximum is 30 s/],
  ["too large", "large.wav", () => tone(150), /larger than 4 MiB/],
  ["broken", "broken.mp3", async () => broken(await encoded(tone(5), "flac")), /./],
];

/** A file that begins well and has nothing to decode. */
const broken = (sound: Uint8Array): Uint8Array => sound.map((byte, index) => (index < 128 ? byte : 0x55));

test.serial("a refused or failed transcription shows a message and can be tried again", async (t) => {
  await open();
  for (const [what, name, sound, says] of refusals) {
    await pick(name, await sound());
    await transcribe();
    const text = await page.locator(".notice.bad").textContent();
    t.log(`${what}: ${text}`);
    t.regex(text ?? "", says, what);
    t.true(await page.getByRole("button", { name: "Transcribe" }).isEnabled(), what);
  }
  await pick("silence.wav", tone(2, 30));
  t.is(await page.locator(".notice.bad").count(), 0, "another recording, another try");
  await transcribe();
  await page.getByText("There is no speech in the recording.").waitFor();
});

test.serial("the page is accessible and does nothing that it may not", async (t) => {
  await transcribeStory();
  await looksGood(t, page, { shown: "a transcript", widths });
  await page.goto(`${baseUrl}/account/studio`);
  await page.getByLabel("Text to speak").fill("This is drawn.");
  await page.getByRole("button", { name: "Speak" }).click();
  await waveform();
  await looksGood(t, page, { shown: "what was spoken", widths });
  t.is(
    await page.evaluate("document.querySelectorAll('[style]').length"),
    await page.locator(".slider [style], .player-seek[style]").count(),
  );
  t.deepEqual(misdeeds, { errors: [], foreign: [] });
});
