import { join } from "node:path";
import test from "ava";
import { decodeRecording, readRecordings } from "#harness/audio/recordings.ts";
import { wordErrorRate, wordErrors, type WordErrors } from "#harness/audio/word-error-rate.ts";
import { remoteEngine } from "./speech-server.ts";
import { calm, privateFolder } from "./synth-support.ts";

const digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** Digits as words, one by one, and two spellings as one. */
const spoken = (text: string): string =>
  text
    .replaceAll(/[-,](?=\d)/g, " ")
    .replaceAll(/\d/g, (digit) => ` ${digits[Number(digit)]} `)
    .replaceAll(/\boh\b/gi, "zero")
    .replaceAll(/\bmr\b/gi, "mister");

const { REMOTE_ASR_URL: address = "", REMOTE_ASR_MODEL: model = "whisper-1", SPEECH_CLIPS: clips = "" } = process.env;

/** Set both to measure a server of your own: see docs/remote-engines.md. */
test("a real server recognises the clips, at most a tenth of the words wrong, with times inside them", async (t) => {
  t.timeout(600_000);
  if (address === "" || clips === "") {
    t.log("Not run: REMOTE_ASR_URL names no speech server, or SPEECH_CLIPS no folder of recordings.");
    t.pass();
    return;
  }
  const { engine, logged } = remoteEngine(t, address.replace(/\/v1$/, ""), { model, concurrency: 1 });
  const directory = await privateFolder(t);
  const errors: WordErrors[] = [];
  let [audioSeconds, wallMs] = [0, 0];
  for (const { name, path, text } of await readRecordings(clips)) {
    const raw = join(directory, `${name}.raw`);
    const durationSeconds = await decodeRecording(path, raw, calm());
    const startedMs = performance.now();
    const options = { language: "en", signal: calm() };
    const read = await engine.transcribe({ path: raw, sampleRate: 16_000, durationSeconds }, options);
    wallMs += performance.now() - startedMs;
    audioSeconds += durationSeconds;
    errors.push(wordErrors(spoken(text), spoken(read.text)));
    t.true(
      read.words.every(({ start, end }) => start <= end && end <= durationSeconds),
      name,
    );
  }
  const rate = wordErrorRate(errors);
  t.log(`${errors.length} clips: ${rate.toFixed(1)} % of the words wrong (${model})`);
  t.log(`${((1000 * audioSeconds) / wallMs).toFixed(1)} seconds of audio a second`);
  t.true(rate <= 10);
  t.deepEqual(logged, []);
});
