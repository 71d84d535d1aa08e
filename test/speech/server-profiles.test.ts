import { truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import type { PcmFile } from "#workers/speech/engine.ts";
import type { RemoteOptions } from "#workers/speech/engines/remote/open-remote.ts";
import { answering, type Answering, remoteEngine, startSpeechServer } from "./speech-server.ts";
import { calm, privateFolder } from "./synth-support.ts";

// Each server here accepts and answers what the sources of the real one do, which docs/remote-engines.md names.

const refusing =
  (status: number, body: unknown): Answering =>
  (_call, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

async function silence(t: ExecutionContext, seconds: number): Promise<PcmFile> {
  const path = join(await privateFolder(t), "audio.raw");
  await writeFile(path, "");
  await truncate(path, 2 * Math.round(seconds * 16_000));
  return { path, sampleRate: 16_000, durationSeconds: seconds };
}

/** The transcript of four seconds in the form of a server, and what was asked of it. */
async function askOf(t: ExecutionContext, behaviour: Parameters<typeof startSpeechServer>[1], options: Asked) {
  const server = await startSpeechServer(t, behaviour);
  const { language = "en", ...model } = options;
  const { engine, logged } = remoteEngine(t, server.url, { languages: [language], ...model });
  const read = await engine.transcribe(await silence(t, 4), { language, signal: calm() });
  t.deepEqual(logged, []);
  return { read, calls: server.calls };
}

type Asked = Partial<RemoteOptions> & { readonly language?: string };

const one = (values: readonly string[] | undefined): string | undefined => values?.[0];

test("speaches is understood: models by their repository, words inside and beside the segments", async (t) => {
  const words = [{ start: 0.5, end: 1, word: " Hello", probability: 0.9, speaker: null }];
  const numbers = { id: 1, seek: 0, start: 0.5, end: 1, temperature: 0, avg_logprob: -0.2, compression_ratio: 0.8 };
  const segments = [{ ...numbers, text: " Hello", tokens: [2425], no_speech_prob: 0.01, words, speaker: null }];
  const answer: Answering = (call, response, index) => {
    const granularities = call.fields.get("timestamp_granularities[]") ?? ["segment"];
    if (one(call.fields.get("model")) !== "Systran/faster-whisper-large-v3") {
      return refusing(404, { detail: "Model 'x' is not installed locally." })(call, response, index);
    }
    if (one(call.fields.get("response_format")) !== "verbose_json" || !granularities.includes("word")) {
      return answering({ text: "Hello" })(call, response, index);
    }
    const facts = { task: "transcribe", language: "en", duration: 4, text: "Hello" };
    return answering({ ...facts, words, segments })(call, response, index);
  };
  const { read, calls } = await askOf(t, { answer }, { model: "Systran/faster-whisper-large-v3" });
  t.like(read.words[0], { word: "Hello", start: 0.5, end: 1, confidence: 0.9 });
  t.is(calls.length, 1);
});

/** vLLM's answers: models other than Whisper have no `verbose_json`. */
const vllm =
  (hasSegments: boolean): Answering =>
  (call, response, index) => {
    const format = one(call.fields.get("response_format")) ?? "json";
    const error = (message: string) => ({ error: { message, type: "BadRequestError", param: null, code: 400 } });
    if (!["en", "hi"].includes(one(call.fields.get("language")) ?? "en")) {
      return refusing(400, error("Unsupported language"))(call, response, index);
    }
    if (format === "json") {
      return answering({ text: "Hello", usage: { type: "duration", seconds: 4 } })(call, response, index);
    }
    if (!hasSegments) {
      return refusing(400, error("Currently do not support verbose_json for x"))(call, response, index);
    }
    const numbers = { id: 0, seek: 0, start: 0.5, end: 1.5, temperature: 0, avg_logprob: -0.1, compression_ratio: 0.7 };
    const segments = [{ ...numbers, text: " Hello", tokens: [2425], no_speech_prob: null }];
    const facts = { duration: "4.0", language: one(call.fields.get("language")), text: " Hello", words: null };
    return answering({ ...facts, segments })(call, response, index);
  };

test("vLLM is understood: segments of Whisper, and the text of models without segments", async (t) => {
  const whisper = await askOf(t, { answer: vllm(true) }, { language: "hi" });
  t.like(whisper.read.segments[0], { text: "Hello", start: 0.5, end: 1.5, confidence: 0.905 });
  t.is(whisper.calls.length, 1);
  const other = await askOf(t, { answer: vllm(false) }, {});
  t.is(other.read.text, "Hello");
  t.is(one(other.calls.at(-1)?.fields.get("response_format")), "json");
});

test("LocalAI is understood: segments in nanoseconds, and no words", async (t) => {
  const answer: Answering = (call, response, index) => {
    if (!call.fields.has("model")) return refusing(400, { error: { code: 400, message: "" } })(call, response, index);
    const segments = [{ id: 0, start: 500_000_000, end: 1_500_000_000, text: "Hello", tokens: [2425] }];
    return answering({ segments, text: "Hello" })(call, response, index);
  };
  const { read } = await askOf(t, { answer }, { model: "whisper-1" });
  t.like(read.segments[0], { text: "Hello", start: 0.5, end: 1.5 });
});

/** The package faster-whisper-server of PyPI with two models, of which `whisper-1` is the default one. */
const fasterWhisperServer: Answering = (call, response, index) => {
  const model = one(call.fields.get("model_name")) ?? "whisper-1";
  const format = one(call.fields.get("response_format")) ?? "json";
  if (!["whisper-1", "large-v3"].includes(model) || !["json", "verbose_json"].includes(format)) {
    const error = { message: "Unsupported", type: "invalid_request_error" };
    return refusing(400, { detail: { error } })(call, response, index);
  }
  const numbers = { temperature: 0, avg_logprob: -0.1, compression_ratio: 0.7, no_speech_prob: 0.01 };
  const segments = [{ id: 0, start: 0.5, end: 1.5, text: ` ${model}`, tokens: [1], ...numbers }];
  const facts = { task: "transcribe", language: "en", duration: 4, text: ` ${model}` };
  return answering(format === "json" ? { text: model } : { ...facts, segments })(call, response, index);
};

test("faster-whisper-server is asked for a model by model_name, since it passes over model", async (t) => {
  const asked = { model: "large-v3", profile: "faster-whisper-server" } as const;
  const { read, calls } = await askOf(t, { answer: fasterWhisperServer }, asked);
  t.is(read.text, "large-v3");
  t.like(read.segments[0], { start: 0.5, end: 1.5, confidence: 0.905 });
  t.deepEqual(Object.fromEntries(calls[0]?.fields ?? []), {
    ...{ model_name: ["large-v3"], language: ["en"], response_format: ["verbose_json"] },
  });
  const { read: plain } = await askOf(t, { answer: fasterWhisperServer }, { model: "large-v3" });
  t.is(plain.text, "whisper-1", "without the profile its default model reads");
});

/** asr-indic-server: languages by their English names in the address, a file that says it is sound, and text alone. */
const indicServer: Answering = (call, response, index) => {
  const said = new Map([
    ["hindi", "नमस्ते दुनिया"],
    ["bodo", "खुलुमबाय"],
    ["odia", "ନମସ୍କାର"],
  ]);
  const text = said.get(new URLSearchParams(call.query).get("language") ?? "");
  if (text === undefined) return refusing(400, { detail: "Unsupported language" })(call, response, index);
  if (!call.fileType.includes(" audio/")) return refusing(400, { detail: "No audio" })(call, response, index);
  return answering({ text })(call, response, index);
};

const conformer = { answer: indicServer, paths: ["/transcribe/"] } as const;

test("a server around IndicConformer is asked by the name of the language, and its text is spread over the sound", async (t) => {
  for (const [language, text] of [
    ["hi", "नमस्ते दुनिया"],
    ["brx", "खुलुमबाय"],
    ["or", "ନମସ୍କାର"],
  ] as const) {
    const { read, calls } = await askOf(t, conformer, { language, profile: "indic-conformer" });
    t.is(read.text, text);
    t.is(read.words.at(-1)?.end, 4);
    t.is(read.confidenceSource, "none");
    t.is(calls[0]?.fields.size, 0);
  }
});

test("a server around IndicConformer gets at most 30 seconds at once", async (t) => {
  const server = await startSpeechServer(t, conformer);
  const { engine } = remoteEngine(t, server.url, { languages: ["hi"], profile: "indic-conformer" });
  const read = await engine.transcribe(await silence(t, 70), { language: "hi", signal: calm() });
  const lengths = server.calls.map(({ file }) => (file.length - 44) / 32_000);
  t.true(lengths.length >= 3 && lengths.every((seconds) => seconds <= 30), lengths.join(" "));
  t.is(
    lengths.reduce((sum, seconds) => sum + seconds, 0),
    70,
  );
  t.is(read.segments.length, lengths.length);
});

test("a translation is asked for by itself, and what a server refuses there changes no transcription", async (t) => {
  const answer: Answering = (call, response, index) => {
    const isTranslation = call.path.endsWith("/translations");
    if (isTranslation && call.fields.has("timestamp_granularities[]")) {
      return refusing(400, { error: { message: "Unrecognized argument." } })(call, response, index);
    }
    const text = isTranslation ? "Good day" : "Buenos días";
    return answering({ text, language: isTranslation ? "english" : "spanish" })(call, response, index);
  };
  const paths = ["/v1/audio/transcriptions", "/v1/audio/translations"];
  const server = await startSpeechServer(t, { answer, paths });
  const { engine } = remoteEngine(t, server.url, { languages: ["es"], detectsLanguage: true, translates: true });
  const audio = await silence(t, 4);
  const read = (task: "transcribe" | "translate") =>
    engine.transcribe(audio, { language: "auto", task, signal: calm() });
  t.like(await read("transcribe"), { text: "Buenos días", language: "es" });
  const translated = await read("translate");
  t.is(translated.text, "Good day");
  t.is(translated.language, undefined, "the server names the language of its words");
  t.is((await read("transcribe")).text, "Buenos días");
  t.true(server.calls.at(-1)?.fields.has("timestamp_granularities[]"));
  t.false(server.calls.some((call) => call.path.endsWith("/translations") && call.fields.has("language")));
});
