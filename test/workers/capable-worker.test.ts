import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { readyEngines } from "#src/domain/engines/manifest.ts";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import { transcribeAudio } from "#src/jobs/transcribe-audio.ts";
import { DomainError } from "#src/errors.ts";
import { audioForm } from "#harness/clients/client.ts";
import { manifestOf } from "#test/support/engine-manifests.ts";
import { promoteJob } from "#test/support/promote-job.ts";
import { startService } from "#test/support/service.ts";
import { wav } from "#harness/audio/sounds.ts";
import { transcribeAudioHandler } from "#workers/transcription/transcribe-audio.ts";
import { runJob } from "#workers/runtime/run-job.ts";
import type { RecognizeOptions } from "#workers/speech/engine.ts";
import type { Recognizer } from "#workers/speech/recognizer.ts";
import { noSpeakers } from "#test/support/no-speakers.ts";

// No worker runs: the test is one with `english`, beside another one that is only registered.
const service = await startService();
const { db } = service.resources;
const english = manifestOf("english");
const other = randomUUID();
await registerEngines({ db }, other, readyEngines([english, manifestOf("whisper", { languages: ["en", "de"] })]));
const { key } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const asked: Pick<RecognizeOptions, "language" | "model">[] = [];
const recognizer: Pick<Recognizer, "manifests" | "transcribe"> = {
  manifests: [english],
  transcribe: (_audio, { language, model }) => {
    asked.push({ language, ...(model !== undefined && { model }) });
    if (language !== "en") return Promise.reject(new DomainError("language_unsupported"));
    const said = { text: "hello", segments: [], words: [] };
    return Promise.resolve({ ...said, model: "english", confidenceSource: "alignment" });
  },
};
const handler = transcribeAudioHandler(service.resources, recognizer, noSpeakers);

async function submit(fields: Readonly<Record<string, string>>): Promise<string> {
  const sent = { key, form: audioForm(wav(0.5), fields), headers: { prefer: "respond-async" } };
  const answer = await service.call("POST", "/v1/speech/transcriptions", sent);
  return answer.headers.get("x-request-id") ?? "";
}

async function run(id: string): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ run_at: sql<Date>`now()` })
    .where("subject_id", "=", id)
    .execute();
  const payload = await promoteJob(db, id);
  await runJob(service.resources, { contract: transcribeAudio, payload, handler }, new AbortController().signal);
}

const jobOf = (id: string) =>
  db.selectFrom("jobs").select(["state", "failures", "crashes"]).where("subject_id", "=", id).executeTakeFirst();
const shown = async (id: string) => (await service.call("GET", `/v1/speech/requests/${id}`, { key })).json;

test.serial(
  "work for an engine that another worker has is left to it, however often, and costs no attempt",
  async (t) => {
    for (const fields of [{ language: "de" }, { model: "whisper" }]) {
      const id = await submit(fields);
      for (let count = 0; count < 5; count += 1) await run(id);
      t.deepEqual(await jobOf(id), { state: "queued", failures: 0, crashes: 0 });
      await service.call("DELETE", `/v1/speech/requests/${id}`, { key });
    }
    t.deepEqual(asked, []);
  },
);

test.serial("work that is left to another worker waits longer each time, and fails when it is a day old", async (t) => {
  const id = await submit({ language: "de" });
  const ofJob = db.selectFrom("jobs").where("subject_id", "=", id);
  const untilDue = async (since: Date): Promise<number> => {
    const due = ofJob.select(sql<number>`extract(epoch from run_at - ${since}::timestamptz)::float8`.as("seconds"));
    return (await due.executeTakeFirstOrThrow()).seconds;
  };
  // The clock is that of this machine, in milliseconds.
  const [tick, waits] = [0.001, [1, 2, 4, 8, 16, 16, 16]];
  for (const wait of waits) {
    const before = new Date();
    await run(id);
    const after = new Date();
    t.true((await untilDue(before)) >= wait, `not before ${wait} s`);
    t.true((await untilDue(after)) <= wait + tick, `not after ${wait} s`);
  }
  await sql`update jobs set created_at = created_at - interval '24 hours' where subject_id = ${id}`.execute(db);
  await run(id);
  const detail =
    "No worker that has the engine for this request has taken it within a day. Send it again later, or choose another model.";
  t.like(await shown(id), { data: { status: "failed", error: { code: "engine_unavailable", message: detail } } });
});

test.serial("a job for an engine of this worker is done here, with the requested model", async (t) => {
  for (const model of ["auto", "fast", "accurate", "english"]) {
    const id = await submit({ language: "en-IN", model });
    await run(id);
    const read = { status: "completed", language: "en", language_tag: "en-IN", model: "english" };
    t.like(await shown(id), { data: { ...read, confidence_source: "alignment", text: "hello" } });
    t.deepEqual(asked.pop(), { language: "en", model });
  }
});

test.serial(
  "work whose engine is unavailable for now is tried again, and fails as unavailable in the end",
  async (t) => {
    const id = await submit({ language: "de" });
    await db
      .updateTable("engines")
      .set({ seen_at: sql<Date>`now() - interval '3 minutes'` })
      .where("instance_id", "=", other)
      .execute();
    await run(id);
    t.like(await jobOf(id), { state: "queued", failures: 1 });
    for (let count = 0; count < 2; count += 1) await run(id);
    t.like(await shown(id), { data: { status: "failed", error: { code: "engine_unavailable" } } });
  },
);

test.serial("work that no worker is known to do fails with the reason", async (t) => {
  const id = await submit({ language: "en" });
  await db.deleteFrom("engines").where("instance_id", "=", other).execute();
  await db.updateTable("speech_requests").set({ language: "de" }).where("id", "=", id).execute();
  await run(id);
  t.like(await shown(id), { data: { status: "failed", error: { code: "language_unsupported" } } });
});
