import { setTimeout as sleep } from "node:timers/promises";
import OpenAI from "openai";
import { findKokoro, kokoro, naturalSettings, voiceIdOf } from "#harness/service/natural-voices.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { millisecondsOf, quantile } from "#harness/statistics.ts";
import type { InstalledModel } from "#src/models/installed.ts";
import { bareVoice, openBareKokoro } from "./bare-kokoro.ts";
import { openBareSynthesis } from "./bare-synthesis.ts";
import type { Report } from "./report.ts";
import { type BenchOptions, type MeasuredService, startService, untilApiOffersKokoro } from "./running-service.ts";

const first = "The parcel will be there before noon.";
/** 99 words with the first sentence. */
const text =
  `${first} Nobody in the room had expected that the answer would be so simple, but there it was. ` +
  "She opened the window and looked down at the harbour, where three small boats were coming home. " +
  "It had rained all night. The streets were empty, and the lamps were still burning in front of the old theatre. " +
  "When the clock on the tower struck seven, a man with a brown suitcase walked slowly across the square. " +
  "He stopped at the fountain, counted his coins, and bought a newspaper from the boy at the corner.";
const defaultCalls = 20;
const warmUpCalls = 2;
const wholeEvery = 5;
/** After a hang-up the engine finishes the sentence that it speaks, beside which nothing can be measured. */
const calmMs = 3_000;
/** Both may use as much of the machine. */
const threads = 2;
const mostAddedMs = 60;

/**
 * The time to the first byte of a streamed text, by our own call and by OpenAI's client, of the same text sent whole, and of the
 * engine alone with its first sentence.
 */
export async function measureStream(options: BenchOptions): Promise<Report> {
  const { repetitions: calls = defaultCalls, signal } = options;
  const load = machineLoad();
  const installed = await findKokoro();
  const settings = installed === null ? {} : naturalSettings;
  await using service = await startService(["api", "synthesis", "maintenance"], options, settings);
  await using stack = new AsyncDisposableStack();
  const bare = await openBare(service, { installed, stack, signal });
  const own = (query: string) => firstByteMs((hangUp) => callOwn(service, query, hangUp), signal);
  const openAi = openAiClient(service, await voiceNameOf(service, installed));
  const times = {
    ...{ bare: new Array<number>(), streamed: new Array<number>(), whole: new Array<number>() },
    ...{ openAi: new Array<number>(), openAiWhole: new Array<number>() },
  };
  for (let call = -warmUpCalls; call < calls; call += 1) {
    const bareMs = await millisecondsOf(bare);
    const streamedMs = await own("?stream=true");
    const openAiMs = await firstByteMs(openAi, signal);
    if (call < 0) continue;
    times.bare.push(bareMs);
    times.streamed.push(streamedMs);
    times.openAi.push(openAiMs);
    // An answer that is sent whole takes long to measure.
    if (call % wholeEvery !== 0) continue;
    times.whole.push(await own(""));
    times.openAiWhole.push(await millisecondsOf(async () => (await openAi(signal)).arrayBuffer()));
  }
  const figure = (measure: string, of: readonly number[], share: number) => ({
    ...{ measure, unit: "ms", baseline: quantile(times.bare, share), service: quantile(of, share) },
  });
  const target = { of: "difference", atMost: mostAddedMs } as const;
  return {
    title: `First audio byte of ${text.split(" ").length} words, ${calls} calls in turn, of those sent whole a fifth; ${service.stack}; ${load}`,
    baseline: `${installed === null ? "flite" : "Kokoro"} alone, which speaks the first sentence`,
    figures: [
      { ...figure("streamed, p50", times.streamed, 0.5), target },
      figure("streamed, p95", times.streamed, 0.95),
      { ...figure("by OpenAI's client, p50", times.openAi, 0.5), target },
      figure("by OpenAI's client, p95", times.openAi, 0.95),
      figure("whole, p50", times.whole, 0.5),
      figure("whole, p95", times.whole, 0.95),
      figure("all of it by OpenAI's client, p50", times.openAiWhole, 0.5),
      figure("all of it by OpenAI's client, p95", times.openAiWhole, 0.95),
    ],
    notes: [],
  };
}

interface BareOptions {
  readonly installed: InstalledModel | null;
  readonly stack: AsyncDisposableStack;
  readonly signal: AbortSignal;
}

/** The engine that the service speaks with, alone. @returns one run of it on the first sentence */
async function openBare(
  service: MeasuredService,
  { installed, stack, signal }: BareOptions,
): Promise<() => Promise<unknown>> {
  const { directory } = service;
  if (installed === null) return openBareSynthesis(first, { directory, name: "bare", signal });
  await untilApiOffersKokoro(service, signal);
  const bare = stack.use(await openBareKokoro(installed, { threads, directory, signal }));
  return async () => bare.speak(await bare.tokensOf(first));
}

/** A call for the text, which ends with the signal. */
type Call = (signal: AbortSignal) => Promise<Response>;

function callOwn({ baseUrl, key }: MeasuredService, query: string, signal: AbortSignal): Promise<Response> {
  return fetch(`${baseUrl}/v1/speech/synthesize${query}`, {
    ...{ method: "POST", signal, body: JSON.stringify({ text }) },
    headers: { "x-api-key": key, "content-type": "application/json", accept: "audio/pcm" },
  });
}

function openAiClient({ baseUrl, key }: MeasuredService, voice: string): Call {
  const openai = new OpenAI({ baseURL: `${baseUrl}/openai/v1`, apiKey: key });
  const body = { model: "tts-1", voice, input: text, response_format: "pcm" } as const;
  return (signal) => openai.audio.speech.create(body, { signal });
}

/** Finds the name of the voice by which the bare engine speaks, too. */
const voiceNameOf = ({ resources }: MeasuredService, installed: InstalledModel | null): Promise<string> =>
  installed === null ? Promise.resolve("alloy") : voiceIdOf(resources, kokoro, bareVoice);

/** The time to the first byte of the audio; then the caller hangs up. */
async function firstByteMs(call: Call, signal: AbortSignal): Promise<number> {
  const hangUp = new AbortController();
  const begun = performance.now();
  const answer = await call(AbortSignal.any([signal, hangUp.signal]));
  if (answer.status !== 200 || answer.body === null) throw new Error(`The service answered ${answer.status}.`);
  const reader = answer.body.getReader();
  const { done } = await reader.read();
  const ms = performance.now() - begun;
  if (done) throw new Error("There was no sound.");
  hangUp.abort();
  await sleep(calmMs, undefined, { signal });
  return ms;
}
