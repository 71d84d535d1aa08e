import { setTimeout as delay } from "node:timers/promises";
import { DeepgramClient } from "@deepgram/sdk";
import test, { type ExecutionContext } from "ava";
import OpenAI, { toFile } from "openai";
import { z } from "zod";
import { requestAnswer, transcriptionAnswer } from "#src/api/speech/schemas.ts";
import { encoded, speech } from "#harness/audio/sounds.ts";
import { wavHeaderBytes } from "#src/domain/speech/wav-header.ts";
import { audioForm } from "#harness/clients/client.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { lightModels } from "#harness/service/models.ts";
import { elevenLabsClient } from "#test/support/elevenlabs.ts";
import {
  hearsOverlaps,
  joined,
  missingSpeakerModels,
  speakerSettings,
  spokenDialogue,
} from "#test/support/spoken-dialogue.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["transcription"], env: speakerSettings });
const { key } = await service.account();
const dialogue = await spokenDialogue();
test.after.always(() => service[Symbol.asyncDispose]());

function isInstalled(t: ExecutionContext): boolean {
  if (missingSpeakerModels.length === 0) return true;
  t.log(`Not run: MODELS_DIR has no ${missingSpeakerModels.join(", ")}.`);
  t.pass();
  return false;
}

const sent = (fields: Readonly<Record<string, string>>) =>
  service.call("POST", "/v1/speech/transcriptions", { key, form: audioForm(dialogue, fields) });

test("two people in a recording are told apart, in words, segments, texts and subtitles", async (t) => {
  if (!isInstalled(t)) return;
  const answer = (await sent({ diarize: "true" })).data(transcriptionAnswer);
  t.deepEqual(
    answer.speakers.map(({ speaker }) => speaker),
    ["A", "B"],
  );
  const speakers = answer.segments.map(({ speaker }) => speaker);
  t.deepEqual(
    speakers.filter((speaker, at) => speaker !== speakers[at - 1]),
    ["A", "B", "A", "B"],
  );
  t.true(answer.words.every(({ speaker }) => speaker === "A" || speaker === "B"));
  t.deepEqual(answer.overlaps, hearsOverlaps ? [] : undefined, "they take turns");
  const text = await service.call("GET", `/v1/speech/requests/${answer.request_id}/transcript`, { key });
  t.is(text.bytes.toString().trim().split("\n").length, 4);
  t.regex(text.bytes.toString(), /^A: .*\nB: .*\nA: .*\nB: /);
  const plain = (await sent({})).data(transcriptionAnswer);
  t.deepEqual(plain.speakers, []);
  t.is(plain.overlaps, undefined);
  t.true(plain.words.every((word) => !("speaker" in word)));
});

test("a number of speakers is kept to", async (t) => {
  if (!isInstalled(t)) return;
  const single = (await sent({ diarize: "true", speakers: "1" })).data(transcriptionAnswer);
  t.is(single.speakers.length, 1);
  const three = (await sent({ diarize: "true", min_speakers: "3" })).data(transcriptionAnswer);
  t.is(three.speakers.length, 3);
});

test("every field of a transcription may be sent at once", async (t) => {
  if (!isInstalled(t)) return;
  const fields = { language: "en", model: "auto", task: "transcribe", format: "smart", response_format: "srt" };
  const counts = { diarize: "true", min_speakers: "1", max_speakers: "4" };
  const { status } = await sent({ ...fields, ...counts, max_line_width: "40", max_lines: "2", max_words: "9" });
  t.is(status, 200);
});

test("a number without diarize, and numbers that cannot be, are refused and cost nothing", async (t) => {
  const { key: own, userId } = await service.account();
  for (const [fields, field] of [
    [{ speakers: "2" }, "speakers"],
    [{ diarize: "false", max_speakers: "2" }, "max_speakers"],
    [{ diarize: "true", speakers: "0" }, "speakers"],
    [{ diarize: "true", speakers: "31" }, "speakers"],
    [{ diarize: "true", speakers: "2", min_speakers: "1" }, "speakers"],
    [{ diarize: "true", min_speakers: "4", max_speakers: "2" }, "min_speakers"],
    [{ diarize: "perhaps" }, "diarize"],
  ] as const) {
    const form = audioForm(dialogue, fields);
    const { status, json } = await service.call("POST", "/v1/speech/transcriptions", { key: own, form });
    t.is(status, 422, JSON.stringify(fields));
    t.like(json, { detail: [{ loc: ["body", field] }] }, JSON.stringify(json));
  }
  t.deepEqual(await chargesOf(service.resources, userId), []);
});

test("the clients of three vendors are given the speakers in their own ways", async (t) => {
  if (!isInstalled(t)) return;
  const deepgram = new DeepgramClient({ apiKey: key, baseUrl: `${service.baseUrl}/deepgram` });
  const asked = { diarize: true, smart_format: true, utterances: true } as const;
  const heard = await deepgram.listen.v1.media.transcribeFile(dialogue, asked);
  if (!("results" in heard)) throw new Error("The work was only accepted.");
  const best = heard.results.channels[0]?.alternatives?.[0];
  t.deepEqual([...new Set(best?.words?.map((word) => word.speaker))], [0, 1]);
  t.deepEqual(
    best?.paragraphs?.paragraphs?.map((paragraph) => paragraph.speaker),
    [0, 1, 0, 1],
  );
  t.true(heard.results.utterances?.every(({ speaker }) => speaker === 0 || speaker === 1));

  const file = new File([dialogue], "dialogue.wav", { type: "audio/wav" });
  const eleven = await elevenLabsClient(service.baseUrl, key).speechToText.convert({
    ...{ modelId: "scribe_v1", file, diarize: true, numSpeakers: 2 },
  });
  if (!("words" in eleven)) throw new Error("Not a single transcript.");
  t.deepEqual([...new Set(eleven.words.map(({ speakerId }) => speakerId))], ["speaker_0", "speaker_1"]);

  const openai = new OpenAI({ apiKey: key, baseURL: `${service.baseUrl}/openai/v1` });
  const diarized = await openai.audio.transcriptions.create({
    file: await toFile(dialogue, "dialogue.wav"),
    model: "gpt-4o-transcribe-diarize",
    response_format: "diarized_json",
    chunking_strategy: "auto",
    stream: false,
  });
  const segment = z.object({ type: z.literal("transcript.text.segment"), id: z.string(), speaker: z.string() });
  const { segments } = z.object({ segments: z.array(segment) }).parse(diarized);
  t.deepEqual([...new Set(segments.map(({ speaker }) => speaker))], ["A", "B"]);
});

const sentences = [
  "Good morning. I would like to open the window, since it is so very warm in here today.",
  "Thank you very much. The garden is full of flowers, and the wind comes from the sea.",
  "Then we may have lunch under the trees, as we did when the children were small.",
] as const;

/** The transcript of a long recording, however long a busy machine takes. */
async function transcribed(sound: Uint8Array<ArrayBuffer>, fields: Readonly<Record<string, string>> = {}) {
  const form = audioForm(sound, { language: "en", diarize: "true", ...fields });
  const headers = { prefer: "respond-async" };
  const accepted = await service.call("POST", "/v1/speech/transcriptions", { key, form, headers });
  for (const path = accepted.headers.get("location") ?? ""; ; await delay(200)) {
    const request = (await service.call("GET", path, { key })).data(requestAnswer);
    if (request.request_type !== "asr" || request.status === "failed") throw new Error(request.error?.message);
    if (request.status === "completed") return request;
  }
}

test("a recording of one voice has one speaker", async (t) => {
  if (!isInstalled(t)) return;
  const { speakers } = await transcribed(await spokenDialogue(sentences.map((sentence) => ["slt", sentence])));
  t.deepEqual(
    speakers.map(({ speaker }) => speaker),
    ["A"],
  );
});

test("voices that all speak at once are transcribed, each word by one of them", async (t) => {
  if (!isInstalled(t)) return;
  const voices = ["slt", "rms", "awb", "kal16"];
  const sounds = await Promise.all(voices.map(async (voice) => Buffer.from(await speech(sentences.join(" "), voice))));
  const least = Math.min(...sounds.map(({ length }) => length));
  const mixed = Buffer.from(sounds[0] ?? Buffer.alloc(0)).subarray(0, least);
  for (let at = wavHeaderBytes; at + 1 < least; at += 2) {
    const sum = sounds.reduce((total, sound) => total + sound.readInt16LE(at), 0);
    mixed.writeInt16LE(Math.round(sum / voices.length), at);
  }
  mixed.writeUInt32LE(least - wavHeaderBytes, wavHeaderBytes - 4);
  const { speakers, words, overlaps } = await transcribed(Uint8Array.from(mixed));
  const seconds = overlaps?.reduce((sum, { start, end }) => sum + end - start, 0);
  if (hearsOverlaps) t.true((seconds ?? 0) > 2, JSON.stringify(overlaps));
  else t.is(overlaps, undefined);
  const letters = new Set(speakers.map(({ speaker }) => speaker));
  t.true(letters.size <= voices.length);
  t.true(words?.every(({ speaker }) => speaker === undefined || letters.has(speaker)));
});

test("of eight voices at most eight speakers are made, and exactly so many where their number is sent", async (t) => {
  if (!isInstalled(t)) return;
  const pitches = [0.84, 1, 1.19];
  const voices = ["slt", "rms", "awb"].flatMap((voice) => pitches.map((pitch) => [voice, pitch] as const)).slice(0, 8);
  const parts = await Promise.all(
    voices.map(async ([voice, pitch]) => {
      const filters = ["-af", `asetrate=${Math.round(16_000 * pitch)},aresample=16000`, "-bitexact"];
      return Buffer.from(await encoded(await speech(sentences[0], voice), "wav", filters));
    }),
  );
  const found = (await transcribed(joined(parts))).speakers.length;
  t.true(found > 1 && found <= 8, `${found}`);
  t.is((await transcribed(joined(parts), { speakers: "8" })).speakers.length, 8);
});

test("without the model it is refused with the command that installs it, before anything is kept", async (t) => {
  await using other = await startService({ workers: ["transcription"], env: { SPEECH_MODELS: lightModels } });
  const { key: own, userId } = await other.account();
  const form = audioForm(dialogue, { diarize: "true" });
  const { status, json } = await other.call("POST", "/v1/speech/transcriptions", { key: own, form });
  t.is(status, 503);
  t.regex(JSON.stringify(json), /cannot tell speakers apart.*ge2e-speaker-encoder/);
  t.deepEqual(await chargesOf(other.resources, userId), []);
});
