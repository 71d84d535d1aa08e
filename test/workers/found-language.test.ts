import test from "ava";
import { DomainError } from "#src/errors.ts";
import { readyEngines } from "#src/domain/engines/manifest.ts";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import { transcribeAudio } from "#src/jobs/transcribe-audio.ts";
import { wav } from "#harness/audio/sounds.ts";
import { audioForm } from "#harness/clients/client.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { manifestOf } from "#test/support/engine-manifests.ts";
import { promoteJob } from "#test/support/promote-job.ts";
import { startService } from "#test/support/service.ts";
import type { Recognition } from "#workers/speech/engine.ts";
import { runJob } from "#workers/runtime/run-job.ts";
import type { Recognizer } from "#workers/speech/recognizer.ts";
import { transcribeAudioHandler } from "#workers/transcription/transcribe-audio.ts";
import { noSpeakers } from "#test/support/no-speakers.ts";

const service = await startService();
const { db } = service.resources;
const many = manifestOf("many", { languages: ["en", "es"], detectsLanguage: true });
await registerEngines({ db }, crypto.randomUUID(), readyEngines([many]));
const { key, userId } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const told: Recognition = { text: "hola", segments: [], words: [], model: "many", confidenceSource: "none" };
const found = { language: "es", languageProbability: 0.7 };

/** Submits a recording, which is then read as this says. @returns the id of the request */
async function hear(transcribe: Recognizer["transcribe"], fields: Readonly<Record<string, string>>): Promise<string> {
  const sent = { key, form: audioForm(wav(2), fields), headers: { prefer: "respond-async" } };
  const id = (await service.call("POST", "/v1/speech/transcriptions", sent)).headers.get("x-request-id") ?? "";
  await read(id, transcribe);
  return id;
}

/** One run of the job of a request. */
async function read(id: string, transcribe: Recognizer["transcribe"]): Promise<void> {
  const payload = await promoteJob(db, id);
  const handler = transcribeAudioHandler(service.resources, { manifests: [many], transcribe }, noSpeakers);
  await runJob(service.resources, { contract: transcribeAudio, payload, handler }, new AbortController().signal);
}

const shown = async (id: string) => (await service.call("GET", `/v1/speech/requests/${id}`, { key })).json;

test.serial("a transcription has the language that was found, and how likely it is", async (t) => {
  const modelReason = "the only model that reads Spanish";
  const id = await hear(() => Promise.resolve({ ...told, ...found, modelReason }), { language: "auto" });
  t.like(await shown(id), { data: { model: "many", model_reason: modelReason } });
  t.like(await shown(id), { data: { language: "es", language_tag: "auto", language_probability: 0.7, text: "hola" } });
  const forced = await hear(() => Promise.resolve(told), { language: "es" });
  t.like(await shown(forced), { data: { language: "es", language_probability: null } });
});

test.serial("a transcription says where speech is unintelligible; one of an earlier release has none", async (t) => {
  const unintelligible = [{ start: 0.5, end: 1.5 }];
  const id = await hear(() => Promise.resolve({ ...told, unintelligible }), { language: "es" });
  t.like(await shown(id), { data: { unintelligible, text: "hola" } });
  const file = await service.call("GET", `/v1/speech/requests/${id}/transcript`, { key });
  t.is(file.bytes.toString().trim(), "hola");
  await db
    .updateTable("speech_requests")
    .set({ transcript: JSON.stringify({ text: "hola", segments: [], words: [] }) })
    .where("id", "=", id)
    .execute();
  t.like(await shown(id), { data: { unintelligible: [], text: "hola" } });
});

test.serial("a transcription says which language is where, and which part no model reads", async (t) => {
  const languages = [
    { language: "es", probability: 0.9, start: 0, end: 1 },
    { language: "hi", probability: 0.8, start: 1, end: 2 },
  ];
  const unread = [{ code: "language_unsupported", message: "No installed model reads Hindi." }] as const;
  const id = await hear(() => Promise.resolve({ ...told, ...found, languages, unread }), { language: "auto" });
  t.like(await shown(id), { data: { language: "es", languages, credits_consumed: 2 } });
  const warnings = [...unread, { code: "recording_quiet" }];
  t.like(await shown(id), { data: { warnings } });
  const single = await hear(() => Promise.resolve({ ...told, ...found }), { language: "auto" });
  t.like(await shown(single), { data: { languages: [] } });
});

test.serial(
  "parts whose engine is not available are waited for, and left out in the last of three attempts",
  async (t) => {
    const asked: (boolean | undefined)[] = [];
    const unread = [{ code: "engine_unavailable", message: "The model that reads Hindi was not available." }] as const;
    const transcribe: Recognizer["transcribe"] = async (_audio, { mayLeaveOut = false }) => {
      asked.push(mayLeaveOut);
      if (!mayLeaveOut) throw new DomainError("engine_unavailable");
      return { ...told, ...found, unread };
    };
    const id = await hear(transcribe, { language: "auto" });
    for (let attempt = 0; attempt < 2; attempt += 1) await read(id, transcribe);
    t.deepEqual(asked, [false, false, true]);
    t.like(await shown(id), { data: { status: "completed", warnings: [...unread, { code: "recording_quiet" }] } });
  },
);

test.serial(
  "speech that was found to be English and does not fit it is refused where no language was named",
  async (t) => {
    const english = { language: "en", languageProbability: 0.4, isOtherLanguage: true };
    const id = await hear(() => Promise.resolve({ ...told, ...english }), { language: "auto" });
    t.like(await shown(id), {
      data: { status: "failed", error: { code: "language_mismatch" }, credits_consumed: 0 },
    });
  },
);

test.serial(
  "speech in a language that no model reads is refused with what to install, and costs nothing",
  async (t) => {
    const message = "No installed model reads Hindi.";
    const id = await hear(() => Promise.reject(new DomainError("language_unsupported", message)), { language: "auto" });
    const error = { code: "language_unsupported", message };
    t.like(await shown(id), { data: { status: "failed", error, credits_consumed: 0, language_probability: null } });
    t.false((await chargesOf(service.resources, userId)).some(([charged]) => charged === id));
  },
);
