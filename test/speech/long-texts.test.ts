import { readdir } from "node:fs/promises";
import test from "ava";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";
import { openSynthesizer, type Synthesizer } from "#workers/speech/synthesizer.ts";
import { joinPcm } from "#workers/speech/audio/join-pcm.ts";
import { convertPcm } from "#workers/speech/audio/convert-pcm.ts";
import { openEngine } from "./recognition-support.ts";
import { calm, espeakVoice, fliteVoice, privateFolder, readSamples, saying } from "./synth-support.ts";

/** With both engines, so many letters of each in a segment. */
function openWith(segmentLetters: number): Synthesizer {
  const [flite, fallback] = [openFlite(), openEspeak()].map((engine) => ({ ...engine, segmentLetters }));
  if (flite === undefined || fallback === undefined) throw new Error("There are two.");
  return openSynthesizer({ engines: [flite, fallback], fallback });
}

const synthesizer = openWith(300);

/** Each engine by itself, in one piece. */
const unsplit: Pick<Synthesizer, "synthesize"> = {
  synthesize: async (options) => {
    const engine = options.voice.engine === fliteVoice.engine ? openFlite() : openEspeak();
    const pcm = await engine.synthesize(options);
    return { ...(await joinPcm([pcm], options)), engine: options.voice.engine };
  },
};

const sentences =
  "The parcel will be there before noon. The driver rings twice at the door, and waits for a minute. Is nobody at home? ";
const clauses = "the parcel will be there before noon, the driver rings twice at the door, nobody is at home, ";
const texts = {
  sentences: sentences.repeat(6),
  clauses: clauses.repeat(7),
  "words without punctuation": "the parcel will be there before noon and nobody is at home ".repeat(11),
  "one word of 800 letters": "salamander".repeat(80),
} as const;
const voices = { flite: fliteVoice, "espeak-ng": espeakVoice };

for (const [kind, text] of Object.entries(texts)) {
  for (const [engine, voice] of Object.entries(voices)) {
    for (const speed of kind === "sentences" ? [1, 0.5] : [1]) {
      test(`${kind} by ${engine} at speed ${speed} take as long in segments as in one`, async (t) => {
        const directory = await privateFolder(t);
        const options = saying(text, { directory, voice, speed });
        const expected = (await unsplit.synthesize(options)).durationSeconds;
        const segments = await synthesizer.synthesize(options);
        const change = segments.durationSeconds / expected - 1;
        t.log(`${expected.toFixed(1)} s, ${(100 * change).toFixed(2)} % more in segments`);
        // The engines speak the last syllable before a cut more slowly.
        t.true(Math.abs(change) < 0.05);
        t.is((await readdir(directory)).length, 2, "what was joined is gone");
      });
    }
  }
}

/** The largest step between two samples, and the lengths of the pauses of more than 0.2 s, in seconds. */
const soundOf = (samples: Float32Array, sampleRate: number) => {
  let [step, quiet] = [0, 0];
  const pauses: number[] = [];
  for (const [at, sample] of samples.entries()) {
    step = Math.max(step, Math.abs(sample - (samples[at - 1] ?? 0)));
    if (Math.abs(sample) < 0.002) quiet += 1;
    else {
      if (quiet > 0.2 * sampleRate) pauses.push(quiet / sampleRate);
      quiet = 0;
    }
  }
  return { step, pauses };
};

for (const [engine, voice] of Object.entries(voices)) {
  test(`sentences in segments by ${engine} have the pauses of the whole text, and no clicks`, async (t) => {
    const directory = await privateFolder(t);
    const options = saying(texts.sentences, { directory, voice });
    const [one, many] = [await unsplit.synthesize(options), await synthesizer.synthesize(options)];
    const expected = soundOf(await readSamples(one), one.sampleRate);
    const sound = soundOf(await readSamples(many), many.sampleRate);
    // The pauses of the whole text are not quite silent, those between its pieces are.
    t.true(Math.abs(sound.pauses.length - expected.pauses.length) <= 3);
    t.true(Math.max(...sound.pauses) < Math.max(...expected.pauses) + 0.1);
    t.true(sound.step < 1.1 * expected.step);
  });
}

test("a text spoken in pieces is understood as well as a whole one", async (t) => {
  const directory = await privateFolder(t);
  const { engine: recognizer } = await openEngine(t);
  const text =
    "the parcel will be there before noon and the driver of the train will leave at seven in the morning ".repeat(6);
  const heardOf = async (of: typeof unsplit): Promise<number> => {
    const pcm = await of.synthesize(saying(text, { directory }));
    const path = `${pcm.path}.heard`;
    const audio = await convertPcm(pcm, { path, sampleRate: 16_000, signal: calm() });
    const words = (await recognizer.transcribe(audio, { language: "en", signal: calm() })).words;
    return words.filter(({ word }) => text.includes(word)).length;
  };
  const [one, many] = [await heardOf(unsplit), await heardOf(synthesizer)];
  t.log(`${one} and ${many} of ${text.trim().split(" ").length} words`);
  t.true(many >= 0.95 * one);
});

test("progress rises between the segments, and what it throws ends the work", async (t) => {
  const directory = await privateFolder(t);
  const percents: number[] = [];
  const onProgress = (percent: number): Promise<void> => Promise.resolve(void percents.push(percent));
  await synthesizer.synthesize({ ...saying(texts.sentences, { directory }), onProgress });
  t.true(percents.length >= 2);
  t.deepEqual(
    percents,
    percents.toSorted((a, b) => a - b),
  );
  t.true(percents.every((percent) => percent > 0 && percent < 100));
  const cancelled = new Error("cancelled");
  const cancel = () => Promise.reject(cancelled);
  t.is(
    await t.throwsAsync(synthesizer.synthesize({ ...saying(texts.sentences, { directory }), onProgress: cancel })),
    cancelled,
  );
});

test("a short text of another account waits for a segment, not for a text", async (t) => {
  const directory = await privateFolder(t);
  const longText = sentences.repeat(12);
  const signal = calm();
  const ends: string[] = [];
  const speak = async (account: string, text: string): Promise<void> => {
    await synthesizer.synthesize({ ...saying(text, { directory, signal }), account });
    ends.push(account);
  };
  const long = [speak("noisy", longText), speak("noisy", longText)];
  const begun = performance.now();
  await speak("quiet", "Good morning.");
  t.log(`spoken after ${Math.round(performance.now() - begun)} ms`);
  await Promise.all(long);
  t.deepEqual(ends, ["quiet", "noisy", "noisy"]);
});
