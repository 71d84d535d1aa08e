import { randomUUID } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import type { VoiceAnalyzer } from "#workers/speech/voices/matching/voice-analyzer.ts";
import { prepareReferenceVoices } from "#workers/speech/voices/matching/reference-voices.ts";
import { embeddingSize } from "#workers/speech/voices/matching/speaker-encoder.ts";
import { type SpeakStyle, styleRate } from "#workers/speech/voices/matching/style-voice.ts";
import { styleSize } from "#workers/speech/voices/matching/style-space.ts";
import { calm, privateFolder } from "./synth-support.ts";

const count = 4;
const voiceNames = ["af_one", "af_two", "bm_three", "hf_four"];

const unused = (): never => {
  throw new Error("It is not asked for.");
};

/** Hears the first sample as the pitch. */
const analyzer: VoiceAnalyzer = {
  points: async ({ count: wanted }) =>
    Array.from({ length: wanted }, (_, base) => ({ base, offset: new Float32Array(styleSize) })),
  hear: async ({ samples }) => {
    const embedding = new Float32Array(embeddingSize).fill(0.0625);
    return { windows: [embedding], embedding, levels: [], pitchHz: samples[0] ?? 0 };
  },
  ...{ describe: unused, embed: unused, fit: unused, close: async () => undefined },
};

/** Speaks each voice as a second of one number; `end` is called before each. */
function openSpeaker(end: (spoken: readonly string[]) => void = () => undefined) {
  const spoken: string[] = [];
  const speak: SpeakStyle = async ({ profile, directory }) => {
    end(spoken);
    spoken.push(profile.baseVoice);
    const path = join(directory, randomUUID());
    await writeFile(path, new Int16Array(styleRate).fill(100 + voiceNames.indexOf(profile.baseVoice)));
    return { path, sampleRate: styleRate, durationSeconds: 1 };
  };
  return { speak, spoken };
}

async function openPreparation(t: ExecutionContext) {
  const [folder, directory] = [join(await privateFolder(t), "reference"), await privateFolder(t)];
  return { folder, directory, voiceNames, analyzer, count, signal: calm() };
}

const pitches = [100, 101, 102, 103];

test("reference voices are spoken once, and read from then on", async (t) => {
  const options = await openPreparation(t);
  const { speak, spoken } = openSpeaker();
  const shares: number[] = [];
  const made = await prepareReferenceVoices({ ...options, speak, onProgress: (share) => shares.push(share) });
  t.deepEqual(spoken, voiceNames);
  t.deepEqual(shares, [0.25, 0.5, 0.75, 1]);
  t.deepEqual(
    made.heard.map(({ pitchHz }) => pitchHz),
    pitches,
  );
  t.is((await made.clip(2))[5], 102);
  const again = await prepareReferenceVoices({ ...options, speak: unused });
  t.deepEqual(again.heard, made.heard);
  t.deepEqual(await readdir(options.directory), [], "nothing is left behind");
});

test("a preparation that broke off goes on where it was", async (t) => {
  const options = await openPreparation(t);
  const first = openSpeaker((spoken) => {
    if (spoken.length === 2) throw new Error("killed");
  });
  await t.throwsAsync(prepareReferenceVoices({ ...options, speak: first.speak }), { message: "killed" });
  const second = openSpeaker();
  const { heard } = await prepareReferenceVoices({ ...options, speak: second.speak });
  t.deepEqual(second.spoken, voiceNames.slice(2));
  t.deepEqual(
    heard.map(({ pitchHz }) => pitchHz),
    pitches,
  );
});

test("a preparation ends with its signal", async (t) => {
  const options = await openPreparation(t);
  const controller = new AbortController();
  const { speak, spoken } = openSpeaker(() => controller.abort(new Error("deleted")));
  const { signal } = controller;
  await t.throwsAsync(prepareReferenceVoices({ ...options, speak, signal }), { message: "deleted" });
  t.deepEqual(spoken, ["af_one"]);
});

test("two that prepare at the same time speak each voice once", async (t) => {
  const options = await openPreparation(t);
  const { speak, spoken } = openSpeaker();
  const both = [0, 1].map(() => prepareReferenceVoices({ ...options, speak }));
  const [one, other] = await Promise.all(both);
  t.deepEqual(spoken, voiceNames);
  t.deepEqual(one?.heard, other?.heard);
});

test("a damaged list is made again from the speech that is there", async (t) => {
  const options = await openPreparation(t);
  await prepareReferenceVoices({ ...options, speak: openSpeaker().speak });
  await writeFile(join(options.folder, "voices.json"), '{"voices": [');
  const { heard } = await prepareReferenceVoices({ ...options, speak: unused });
  t.is(heard.length, count);
});
