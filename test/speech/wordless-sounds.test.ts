import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { openRandom, wordlessFiles, wordlessSounds } from "#harness/audio/wordless-sounds.ts";
import { openAligner } from "#workers/speech/alignment/align-words.ts";
import { defaultModelDirectory } from "#workers/speech/alignment/run-pocketsphinx.ts";
import { installedModels, openHosts } from "./moonshine-support.ts";
import { calm, privateFolder } from "./synth-support.ts";

const wavHeaderBytes = 44;

test("every sound without words stays within its limits and is audible, except silence", (t) => {
  for (const [name, make] of Object.entries(wordlessSounds)) {
    const sound = make(openRandom(5));
    const samples = Array.from({ length: 32_000 }, (_, index) => sound(index / 16_000));
    t.true(
      samples.every((sample) => Math.abs(sample) <= 1.2),
      name,
    );
    t.is(
      samples.some((sample) => Math.abs(sample) > 0.005),
      name !== "silence",
      name,
    );
  }
});

test("Moonshine makes no words of sounds without any, and hears no speech in them, of each kind twice", async (t) => {
  const models = installedModels(t);
  if (models === null) return;
  t.timeout(170_000);
  const align = openAligner({ modelDirectory: defaultModelDirectory });
  const { engine, logged } = await openHosts(t, { ...models, align });
  const folder = await privateFolder(t);
  const count = 2 * Object.keys(wordlessSounds).length;
  for (const { name, seconds, content } of wordlessFiles(count, { shortest: 2, longest: 15 })) {
    const path = join(folder, name);
    await writeFile(path, content.subarray(wavHeaderBytes));
    const audio = { path, sampleRate: 16_000, durationSeconds: seconds };
    const { text, words, unintelligible } = await engine.transcribe(audio, { language: "en", signal: calm() });
    t.deepEqual({ text, words, unintelligible }, { text: "", words: [], unintelligible: [] }, name);
  }
  t.deepEqual(logged, []);
});
