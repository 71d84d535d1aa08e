import { existsSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { modelsDirectory } from "#harness/service/models.ts";
import { openAligner } from "#workers/speech/alignment/align-words.ts";
import { openVadHost } from "#workers/speech/recognition/vad-host.ts";
import { defaultModelDirectory } from "#workers/speech/alignment/run-pocketsphinx.ts";
import { pcmOfSound } from "./moonshine-support.ts";
import { pcmOf } from "./recognition-support.ts";
import { answering, remoteEngine, startSpeechServer } from "./speech-server.ts";
import { calm, privateFolder } from "./synth-support.ts";

const vad = join(modelsDirectory, "silero-vad", "silero_vad.onnx");
const align = openAligner({ modelDirectory: defaultModelDirectory });
const question = "How old is the bridge?";
const english = () => ({ language: "en", signal: calm() });

/** True with the model that finds speech; else it is said in the log of the test. */
function hasVad(t: ExecutionContext): boolean {
  t.timeout(60_000);
  if (existsSync(vad)) return true;
  t.log("Not run: MODELS_DIR has no silero-vad.");
  t.pass();
  return false;
}

/** Finds speech in a process that is gone when the test is over. */
function vadOf(t: ExecutionContext, file: string, log: (message: string) => void = t.log) {
  const host = openVadHost({ vad: file, log });
  t.teardown(() => host.close());
  return host;
}

async function alignerOf(t: ExecutionContext) {
  return { align, directory: await privateFolder(t), processes: 1 };
}

test("English words of segments without words are found in the sound", async (t) => {
  const segments = [{ text: ` ${question}`, start: 1, end: 2.6, avg_logprob: -0.1 }];
  const server = await startSpeechServer(t, { answer: answering({ text: question, segments }) });
  const { engine, logged } = remoteEngine(t, server.url, { aligner: await alignerOf(t) });
  const read = await engine.transcribe(await pcmOf(t, [1, question]), english());
  t.is(read.confidenceSource, "alignment");
  t.deepEqual(
    read.words.map(({ word }) => word),
    ["How", "old", "is", "the", "bridge?"],
  );
  t.true((read.words[0]?.start ?? 0) > 1.05);
  t.true(read.words.every(({ confidence }) => confidence > 0.3));
  t.is(read.segments[0]?.text, question);
  t.deepEqual(logged, []);
});

test("words of the server stay where it put them, and a language without an aligner is estimated", async (t) => {
  const words = ["How", "old"].map((word, at) => ({ word, start: at, end: at + 1, probability: 0.9 }));
  const server = await startSpeechServer(t, { answer: answering({ text: "How old", words }) });
  const read = await remoteEngine(t, server.url, { aligner: await alignerOf(t) }).engine.transcribe(
    await pcmOf(t, [question]),
    english(),
  );
  t.is(read.confidenceSource, "model");
  t.is(read.words[1]?.start, 1);
  const bare = await startSpeechServer(t, { answer: answering({ text: question }) });
  const options = { aligner: await alignerOf(t), languages: ["de"] };
  const german = await remoteEngine(t, bare.url, options).engine.transcribe(await pcmOf(t, [question]), {
    ...{ language: "de", signal: calm() },
  });
  t.is(german.confidenceSource, "none");
  t.is(german.words.length, 5);
});

test("an aligner that cannot work costs the exact times, not the words", async (t) => {
  const server = await startSpeechServer(t, { answer: answering({ text: question }) });
  const broken = openAligner({ modelDirectory: "/nonexistent" });
  const aligner = { ...(await alignerOf(t)), align: broken };
  const { engine, logged } = remoteEngine(t, server.url, { aligner });
  const read = await engine.transcribe(await pcmOf(t, [question]), english());
  t.is(read.words.length, 5);
  t.is(read.confidenceSource, "none");
  t.regex(logged[0] ?? "", /^The times of words are estimated: ENOENT/);
});

test("stretches without speech are not sent", async (t) => {
  if (!hasVad(t)) return;
  const server = await startSpeechServer(t, { answer: answering({ text: question }) });
  const { engine, logged } = remoteEngine(t, server.url, {
    speech: vadOf(t, vad),
    aligner: await alignerOf(t),
    maxStretchSeconds: 30,
  });
  const noise = await pcmOfSound(t, 40, () => Math.random() - 0.5);
  t.deepEqual((await engine.transcribe(noise, english())).words, []);
  t.is(server.calls.length, 0);
  const spoken = await engine.transcribe(await pcmOf(t, [40, question]), english());
  t.is(spoken.text, question);
  t.is(server.calls.length, 1);
  t.true((spoken.words[0]?.start ?? 0) >= 30);
  t.deepEqual(logged, []);
});

test("speech of which a server has no words is unintelligible", async (t) => {
  if (!hasVad(t)) return;
  const server = await startSpeechServer(t, { answer: answering({ text: "" }) });
  const { engine } = remoteEngine(t, server.url, { speech: vadOf(t, vad) });
  const { text, unintelligible = [] } = await engine.transcribe(await pcmOf(t, [2, question]), english());
  t.is(text, "");
  t.is(unintelligible.length, 1);
  t.true((unintelligible[0]?.start ?? 0) > 1.8);
  t.deepEqual((await engine.transcribe(await pcmOf(t, [3]), english())).unintelligible, []);
});

test("a short file without speech is read, and its words count only where they fit the sound", async (t) => {
  if (!hasVad(t)) return;
  const server = await startSpeechServer(t, { answer: answering({ text: "Thanks for watching." }) });
  const { engine } = remoteEngine(t, server.url, { speech: vadOf(t, vad), aligner: await alignerOf(t) });
  const noise = await pcmOfSound(t, 3, () => Math.random() - 0.5);
  t.deepEqual((await engine.transcribe(noise, english())).words, []);
  t.is((await engine.transcribe(await pcmOf(t, [3]), english())).text, "");
});

test("a recording is sent unsearched when speech cannot be looked for", async (t) => {
  const server = await startSpeechServer(t, { answer: answering({ text: question }) });
  t.timeout(60_000);
  const logged: string[] = [];
  const speech = vadOf(t, "/nonexistent/silero_vad.onnx", (message) => logged.push(message));
  const { engine } = remoteEngine(t, server.url, { speech });
  t.is((await engine.transcribe(await pcmOf(t, [question]), english())).text, question);
  t.true(logged.some((line) => line.startsWith("Recordings are read without looking for speech in them: ")));
});
