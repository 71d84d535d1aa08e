import test, { type ExecutionContext } from "ava";
import { DomainError } from "#src/errors.ts";
import { openRemoteRecognition, remoteManifest } from "#workers/speech/engines/remote/open-remote.ts";
import { type EngineChoice, openRecognizer } from "#workers/speech/recognizer.ts";
import { pcmOf, until } from "./recognition-support.ts";
import { answering, startSpeechServer } from "./speech-server.ts";
import { calm } from "./synth-support.ts";

const facts = { model: "m", apiKey: null, concurrency: 1, detectsLanguage: false, tier: "accurate" } as const;

/** A recognizer with two servers of its own: one for Hindi in IndicConformer's form, one for English and German. */
async function twoServers(t: ExecutionContext) {
  const broken = { hindi: false, english: false };
  const hindi = await startSpeechServer(t, {
    paths: ["/transcribe/"],
    otherStatus: 200,
    answer: (call, response, index) =>
      broken.hindi ? response.writeHead(500).end() : answering({ text: "नमस्ते" })(call, response, index),
  });
  const english = await startSpeechServer(t, {
    otherStatus: 200,
    answer: (call, response, index) =>
      broken.english
        ? response.writeHead(500).end()
        : answering({ text: "hello", language: "en" })(call, response, index),
  });
  const log = (): void => undefined;
  const choices = [
    { ...facts, name: "indic", languages: ["hi", "mr"], baseUrl: hindi.url, profile: "indic-conformer" } as const,
    { ...facts, name: "whisper", languages: ["en", "de"], baseUrl: english.url, detectsLanguage: true } as const,
  ].map((server): EngineChoice => {
    const open = () => openRemoteRecognition({ ...server, log });
    return { manifest: remoteManifest(server), opensAtOnce: true, open };
  });
  const recognizer = openRecognizer(choices, { log, unsupported: String });
  t.teardown(() => recognizer.close());
  const audio = await pcmOf(t, [1]);
  const read = async (language: string, model = "auto") =>
    recognizer.transcribe(audio, { language, model, signal: calm() });
  const states = () => recognizer.snapshots().map(({ state }) => state);
  return { broken, hindi, english, read, states };
}

test("of two servers, the one for the language reads, and the one that detects it where none is named", async (t) => {
  const { hindi, english, read, states } = await twoServers(t);
  await until(() => states().every((state) => state === "ready"));
  t.like(await read("hi"), { text: "नमस्ते", model: "indic" });
  t.like(await read("de"), { text: "hello", model: "whisper" });
  t.like(await read("auto"), { text: "hello", model: "whisper", language: "en" });
  t.deepEqual([hindi.calls.length, english.calls.length], [1, 2]);
  t.is((await t.throwsAsync(read("ta"), { instanceOf: DomainError }))?.code, "language_unsupported");
  t.is((await t.throwsAsync(read("hi", "whisper"), { instanceOf: DomainError }))?.code, "engine_unavailable");
  t.deepEqual([hindi.calls.length, english.calls.length], [1, 2], "no recording goes to a server of another language");
});

test("a server that fails is left alone by itself, and the other one goes on", async (t) => {
  const { broken, hindi, read, states } = await twoServers(t);
  await until(() => states().every((state) => state === "ready"));
  broken.hindi = true;
  for (let time = 0; time < 4; time += 1) {
    t.is((await t.throwsAsync(read("hi"), { instanceOf: DomainError }))?.code, "engine_unavailable");
  }
  t.is(hindi.calls.length, 3, "the fourth was not sent");
  t.deepEqual(states(), ["unavailable", "ready"]);
  t.like(await read("en"), { text: "hello", model: "whisper" });
  t.deepEqual(states(), ["unavailable", "ready"]);
});
