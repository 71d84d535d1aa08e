import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { synthesizeSpeech } from "#src/jobs/synthesize-speech.ts";
import { promoteJob } from "#test/support/promote-job.ts";
import { startService } from "#test/support/service.ts";
import { synthesizeSpeechHandler } from "#workers/synthesis/synthesize-speech.ts";
import { runJob } from "#workers/runtime/run-job.ts";
import type { SynthesisEngine } from "#workers/speech/engine.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";

// No worker runs: the test is the worker. A call of a dialect ends with 504, and its request stays.
const waits = { OPENAI_WAIT_SECONDS: "1", DEEPGRAM_WAIT_SECONDS: "1", ELEVENLABS_WAIT_SECONDS: "1" };
const service = await startService({ env: { ...waits, SYNTHESIS_CACHE_MAX_BYTES: "1000000" } });
const { key } = await service.account();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const text = "It is due on 05/06/2024.";
const orders = {
  "It is due on May sixth, twenty twenty four.": "mdy",
  "It is due on June fifth, twenty twenty four.": "dmy",
};

/** An engine that makes a tone and keeps what it is given to say. */
function recordingEngine() {
  const said: string[] = [];
  const engine: SynthesisEngine = {
    manifest: {
      ...{ name: "flite", kind: "synthesis", languages: ["en"], tier: "fast", detectsLanguage: false },
      ...{ memoryMb: 1, requires: "" },
    },
    segmentLetters: 1_000,
    canSpeak: () => true,
    status: () => ({ state: "ready" }),
    close: () => Promise.resolve(),
    synthesize: async (options) => {
      said.push(options.text);
      const path = join(options.directory, `${randomUUID()}.raw`);
      await writeFile(
        path,
        Int16Array.from({ length: 16_000 }, (_, at) => (at % 100) * 100),
      );
      return { path, sampleRate: 16_000, durationSeconds: 1 };
    },
  };
  return { engine, said };
}

/**
 * Does the work of a call's request.
 * @param version what speaks; nothing is found in the cache but what the same version spoke
 * @returns what the engine was given to say
 */
async function work({ headers }: { readonly headers: Headers }, version: string = randomUUID()): Promise<string> {
  const { engine, said } = recordingEngine();
  const synthesizer = openSynthesizer({ engines: [engine], fallback: engine });
  const handler = synthesizeSpeechHandler(service.resources, synthesizer, version);
  const payload = await promoteJob(db, headers.get("x-request-id") ?? "");
  await runJob(service.resources, { contract: synthesizeSpeech, payload, handler }, new AbortController().signal);
  return said.join(" ");
}

/** The order in which the date is said for the request of a call; what is said where it is neither. */
async function orderFor(call: Parameters<typeof work>[0]): Promise<string> {
  const said = await work(call);
  return Object.entries(orders).find(([sentence]) => sentence === said)?.[1] ?? said;
}

const respondAsync = { prefer: "respond-async" };

const speak = (json: Readonly<Record<string, unknown>>, query = "") =>
  service.call("POST", `/v1/speech/synthesize${query}`, {
    key,
    json: { text, ...json },
    headers: { ...respondAsync, ...(query !== "" && { accept: "audio/wav" }) },
  });

/** A call with a language, where the call can have one, and a voice by its name. */
const calls = {
  ours: (language: string | undefined, voice_id: string) => speak({ language, voice_id }),
  streamed: (language: string | undefined, voice_id: string) => speak({ language, voice_id }, "?stream=true"),
  openai: (language: string | undefined, voice: string) =>
    service.call("POST", "/openai/v1/audio/speech", { key, json: { model: "tts-1", voice, input: text, language } }),
  elevenlabs: (language_code: string | undefined, voice: string) =>
    service.call("POST", `/elevenlabs/v1/text-to-speech/${voice}`, { key, json: { text, language_code } }),
};

async function voiceOf(accent: string): Promise<string> {
  const voices = db.selectFrom("voices").select("id").where("engine", "=", "flite").where("accent", "=", accent);
  return (await voices.limit(1).executeTakeFirstOrThrow()).id;
}

for (const [name, call] of Object.entries(calls)) {
  test.serial(`dates are read in the order of the region, else of the voice's accent (${name})`, async (t) => {
    const [american, scottish] = [await voiceOf("American"), await voiceOf("Scottish")];
    const asked = [
      ["en-US", scottish, "mdy"],
      ["en_gb", american, "dmy"],
      ["en", american, "mdy"],
      [undefined, american, "mdy"],
      [undefined, scottish, "dmy"],
    ] as const;
    const answers = await Promise.all(asked.map(([language, voice]) => call(language, voice)));
    t.deepEqual(
      await Promise.all(answers.map(orderFor)),
      asked.map(([, , order]) => order),
    );
  });
}

test.serial("dates are read in the order of the voice's accent (deepgram)", async (t) => {
  const models = [await voiceOf("American"), await voiceOf("Scottish"), "aura-asteria-en"];
  const answers = await Promise.all(
    models.map((model) => service.call("POST", `/deepgram/v1/speak?model=${model}`, { key, json: { text } })),
  );
  t.deepEqual(await Promise.all(answers.map(orderFor)), ["mdy", "dmy", "mdy"]);
});

test.serial(
  "a region or an accent in which dates are read in another order is another entry of the cache",
  async (t) => {
    const voice = await voiceOf("American");
    const accentBecomes = (accent: string) =>
      db.updateTable("voices").set({ accent }).where("id", "=", voice).execute();
    const other = (await service.account()).key;
    const isCached = async (language?: string) => {
      const json = { text: "Come on 07/08/2024.", language, voice_id: voice };
      const call = await service.call("POST", "/v1/speech/synthesize", { key: other, json, headers: respondAsync });
      return (await work(call, "1")) === "";
    };
    t.false(await isCached("en-US"));
    t.false(await isCached("en-GB"));
    t.true(await isCached("en-US"));
    t.true(await isCached(), "a voice with an American accent reads as in the United States");
    await accentBecomes("Canadian");
    t.true(await isCached("en-US"));
    await db.deleteFrom("synthesis_cache").execute();
    t.false(await isCached("en-US"));
    t.false(await isCached(), "the same voice with another accent reads as in Great Britain");
    await accentBecomes("American");
    t.true(await isCached());
  },
);
