import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DeepgramClient } from "@deepgram/sdk";
import { AudioFormat, ElevenLabsClient, RealtimeEvents } from "@elevenlabs/elevenlabs-js";
import test from "ava";
import OpenAI from "openai";
import { OpenAIRealtimeWS } from "openai/realtime/ws";
import { decodeRecording, inEnglish, readRecordings } from "#harness/audio/recordings.ts";
import { wordErrorRate, wordErrors } from "#harness/audio/word-error-rate.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { findInstalledModel } from "#src/models/installed.ts";
import { startService } from "#test/support/service.ts";

/** The recordings of speakers that are heard, which are in the folder of SPEECH_CLIPS (docs/remote-engines.md). */
const names: ReadonlySet<string> = new Set(["jfk.wav", "LJ001-0001.mp3", "leopard-en.wav"]);
/** The bound of recordings, of which 8.5 words of a hundred may be wrong, and 3 more of streams (docs/measured.md). */
const mostErrors = 11.5;
const { SPEECH_CLIPS: clips = "" } = process.env;
const hasModel = (await findInstalledModel(modelsDirectory, "moonshine-tiny-en")) !== null;

const hertz = 16_000;
/** Bytes of a tenth of a second. */
const frameBytes = (2 * hertz) / 10;
const frameMs = 100;
const silence = Buffer.alloc(10 * frameBytes);

/** The recordings one after the other, each with a second of silence behind it, and what is said in them. */
async function readSound(folder: string) {
  const chosen = inEnglish(await readRecordings(folder)).filter(({ name }) => names.has(name));
  const output = await mkdtemp(join(tmpdir(), "speech-recordings-"));
  const sounds: Buffer[] = [];
  for (const { name, path } of chosen) {
    await decodeRecording(path, join(output, `${name}.raw`), AbortSignal.timeout(60_000));
    sounds.push(await readFile(join(output, `${name}.raw`)), silence);
  }
  await rm(output, { recursive: true });
  return { sound: Buffer.concat(sounds), text: chosen.map(({ text }) => text).join(" "), count: chosen.length };
}

/** Sends sound as fast as it would be spoken. */
async function play(sound: Buffer, send: (frame: Buffer) => void): Promise<void> {
  const begun = performance.now();
  for (let at = 0; at < sound.length; at += frameBytes) {
    const dueMs = (at / frameBytes) * frameMs;
    await sleep(Math.max(0, dueMs - (performance.now() - begun)));
    send(sound.subarray(at, at + frameBytes));
  }
}

/** The same samples at 24 kHz, each new one between two of the old. */
function at24kHz(sound: Buffer): Buffer {
  const samples = Math.floor((sound.length / 2) * 1.5);
  const raised = Buffer.alloc(2 * samples);
  for (let index = 0; index < samples; index += 1) {
    const [place, part] = [Math.floor(index / 1.5), (index / 1.5) % 1];
    const [left, right] = [sound.readInt16LE(2 * place), sound.readInt16LE(Math.min(2 * place + 2, sound.length - 2))];
    raised.writeInt16LE(Math.round(left + part * (right - left)), 2 * index);
  }
  return raised;
}

interface Streamed {
  readonly baseUrl: string;
  readonly key: string;
  readonly sound: Buffer;
}

async function byDeepgram({ baseUrl, key, sound }: Streamed): Promise<string> {
  const client = new DeepgramClient({ apiKey: key, baseUrl: `${baseUrl}/deepgram` });
  const socket = await client.listen.v1.connect({
    ...{ model: "nova-3", encoding: "linear16", sample_rate: hertz, Authorization: `Token ${key}` },
    reconnectAttempts: 0,
  });
  const finals: string[] = [];
  const closed = Promise.withResolvers<unknown>();
  socket.on("message", (message) => {
    if (message.type === "Results" && message.is_final === true)
      finals.push(message.channel.alternatives[0]?.transcript ?? "");
  });
  socket.on("close", closed.resolve);
  socket.connect();
  await socket.waitForOpen();
  await play(sound, (frame) => socket.sendMedia(frame));
  socket.sendCloseStream({ type: "CloseStream" });
  await closed.promise;
  return finals.join(" ");
}

/** The client opens TLS only; here something before the service would end it. */
async function byOpenAi({ baseUrl, key, sound }: Streamed): Promise<string> {
  class PlainAgent extends Agent {
    override createConnection() {
      return connect(Number(new URL(baseUrl).port), "127.0.0.1");
    }
  }
  const client = new OpenAI({ apiKey: key, baseURL: `${baseUrl}/openai/v1` });
  const socket = new OpenAIRealtimeWS({ intent: "transcription", options: { agent: new PlainAgent() } }, client);
  const [ready, text] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  socket.on("error", text.reject);
  const input = { turn_detection: null, transcription: { model: "gpt-transcribe", language: "en" } };
  socket.on("session.created", () => {
    socket.send({ type: "session.update", session: { type: "transcription", audio: { input } } });
  });
  socket.on("session.updated", () => ready.resolve());
  socket.on("conversation.item.input_audio_transcription.completed", ({ transcript }) => text.resolve(transcript));
  await Promise.race([ready.promise, text.promise]);
  await play(sound, (frame) => {
    socket.send({ type: "input_audio_buffer.append", audio: at24kHz(frame).toString("base64") });
  });
  socket.send({ type: "input_audio_buffer.commit" });
  const heard = await text.promise;
  socket.close();
  return heard;
}

async function byElevenLabs({ baseUrl, key, sound }: Streamed): Promise<string> {
  const client = new ElevenLabsClient({ baseUrl: `${baseUrl}/elevenlabs`, apiKey: key });
  const connection = await client.speechToText.realtime.connect({
    ...{ modelId: "scribe_v2_realtime", audioFormat: AudioFormat.PCM_16000, sampleRate: hertz, languageCode: "en" },
  });
  const text = Promise.withResolvers<string>();
  connection.on(RealtimeEvents.COMMITTED_TRANSCRIPT, (message) => text.resolve(message.text));
  connection.on(RealtimeEvents.ERROR, text.reject);
  await new Promise<void>((resolve) => {
    connection.on(RealtimeEvents.SESSION_STARTED, () => resolve());
  });
  await play(sound, (frame) => connection.send({ audioBase64: frame.toString("base64") }));
  connection.commit();
  const heard = await text.promise;
  connection.close();
  return heard;
}

if (clips === "" || !hasModel) {
  test.skip("recordings by the vendors' clients: not run, because SPEECH_CLIPS names no folder, or the model is missing", () =>
    undefined);
} else {
  const service = await startService({
    workers: ["live"],
    env: { LIVE_SECRET: "a secret of a test run", LIVE_SLOTS: "4" },
  });
  const { key } = await service.account();
  const { sound, text, count } = await readSound(clips);
  test.after.always(() => service[Symbol.asyncDispose]());

  for (const [name, stream] of Object.entries({
    "@deepgram/sdk": byDeepgram,
    openai: byOpenAi,
    "@elevenlabs/elevenlabs-js": byElevenLabs,
  }))
    test.serial(`${name} streams recordings in real time, and few words are wrong`, async (t) => {
      t.timeout(180_000);
      t.is(count, names.size);
      const heard = await stream({ baseUrl: service.baseUrl, key, sound });
      const rate = wordErrorRate([wordErrors(text, heard)]);
      t.log(`${rate.toFixed(1)} % of the words are wrong`);
      t.true(rate <= mostErrors, heard);
    });
}
