import test from "ava";
import { setTimeout as delay } from "node:timers/promises";
import { readyEngines } from "#src/domain/engines/manifest.ts";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import { transcribeAudio } from "#src/jobs/transcribe-audio.ts";
import { wav } from "#harness/audio/sounds.ts";
import { audioForm } from "#harness/clients/client.ts";
import { manifestOf } from "#test/support/engine-manifests.ts";
import { promoteJob } from "#test/support/promote-job.ts";
import { startService } from "#test/support/service.ts";
import type { RecognizeOptions } from "#workers/speech/engine.ts";
import { runJob } from "#workers/runtime/run-job.ts";
import { transcribeAudioHandler } from "#workers/transcription/transcribe-audio.ts";
import { noSpeakers } from "#test/support/no-speakers.ts";

const [translating, hearing] = [await startService(), await startService()];
const hears = manifestOf("hears");
const translates = manifestOf("translates", { languages: ["en", "es"], detectsLanguage: true, translates: true });
await registerEngines(translating.resources, crypto.randomUUID(), readyEngines([hears, translates]));
await registerEngines(hearing.resources, crypto.randomUUID(), readyEngines([hears]));
const { key } = await translating.account();
const { key: otherKey } = await hearing.account();
test.after.always(() => Promise.all([translating, hearing].map((service) => service[Symbol.asyncDispose]())));

/** Waits for the job of the only call under way, and does it as an engine that translates Spanish. @returns what the engine was asked */
async function translateNext(): Promise<RecognizeOptions> {
  const { db } = translating.resources;
  const jobs = db.selectFrom("jobs").select("subject_id");
  let job = await jobs.executeTakeFirst();
  for (; job === undefined; job = await jobs.executeTakeFirst()) await delay(20);
  const asked: RecognizeOptions[] = [];
  const segment = { id: 0, start: 0, end: 2, text: "Twenty five houses.", confidence: 0 };
  const handler = transcribeAudioHandler(
    translating.resources,
    {
      manifests: [translates],
      transcribe: (_audio, options) => {
        asked.push(options);
        const found = { language: "es", languageProbability: 0.9 };
        const words = ["twenty", "five", "houses"].map((word) => ({ word, start: 0, end: 1, confidence: 0 }));
        const read = { text: segment.text, segments: [segment], words, confidenceSource: "none" } as const;
        return Promise.resolve({ ...read, ...found, model: "translates" });
      },
    },
    noSpeakers,
  );
  const payload = await promoteJob(db, job.subject_id);
  await runJob(translating.resources, { contract: transcribeAudio, payload, handler }, new AbortController().signal);
  return asked[0] ?? Promise.reject(new Error("The engine was not asked."));
}

const form = (fields: Readonly<Record<string, string>>) => audioForm(wav(2), fields);

test.serial("a translation finds the language, and its words are written as English", async (t) => {
  const call = translating.call("POST", "/v1/speech/transcriptions", { key, form: form({ task: "translate" }) });
  t.like(await translateNext(), { language: "auto", task: "translate" });
  const { status, json } = await call;
  t.is(status, 200);
  t.like(json, { data: { task: "translate", language: "es", language_probability: 0.9, text: "25 houses." } });
});

test.serial("OpenAI's clients get a translation as they expect it", async (t) => {
  const fields = { model: "whisper-1", response_format: "verbose_json" };
  const sound = new FormData();
  sound.set("file", new Blob([wav(2)]), "sound.wav");
  for (const [name, value] of Object.entries(fields)) sound.set(name, value);
  const call = translating.call("POST", "/openai/v1/audio/translations", { key, form: sound });
  t.like(await translateNext(), { language: "auto", task: "translate" });
  const { status, json } = await call;
  t.is(status, 200);
  t.like(json, { task: "translate", language: "english", text: "25 houses." });
});

test.serial("a model that OpenAI's clients name and that does not translate is passed over", async (t) => {
  const sound = new FormData();
  sound.set("file", new Blob([wav(2)]), "sound.wav");
  sound.set("model", "hears");
  const call = translating.call("POST", "/openai/v1/audio/translations", { key, form: sound });
  t.like(await translateNext(), { model: "auto", task: "translate" });
  t.is((await call).status, 200);
});

test.serial("a translation that no model can do is refused before it costs anything", async (t) => {
  const refused = await hearing.call("POST", "/v1/speech/transcriptions", {
    key: otherKey,
    form: form({ task: "translate" }),
  });
  t.is(refused.status, 422);
  t.like(refused.json, {
    detail: [{ type: "literal_error", loc: ["body", "task"], ctx: { expected: "'transcribe'" } }],
  });
  t.regex(JSON.stringify(refused.json), /npm run models -- pull whisper-base/);
  const named = await translating.call("POST", "/v1/speech/transcriptions", {
    key,
    form: form({ task: "translate", language: "es", model: "hears" }),
  });
  t.like(named.json, { detail: [{ loc: ["body", "model"] }] });
});
