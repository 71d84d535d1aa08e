import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { speech } from "#harness/audio/sounds.ts";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { localReceivers, startCallbackReceiver } from "#harness/callback-receiver.ts";
import { chargesOf, heldOf } from "#harness/payments/credits.ts";
import { until } from "#harness/until.ts";
import { fileAddresses } from "#src/api/dialects/sarvam/job-addresses.ts";
import { fileTranscript, presentFile } from "#src/api/dialects/sarvam/present-transcript.ts";
import { batchAnswer } from "#src/api/speech/batch-schemas.ts";
import { eraseAccount } from "#src/domain/accounts/erase-account.ts";
import { findRequest } from "#src/domain/speech/queries.ts";
import { recountStorage } from "#src/domain/storage/recount-storage.ts";
import { jobSettings, openRecordings, refusalOf, sarvamClient } from "#test/support/sarvam.ts";
import { startService } from "#test/support/service.ts";

const said = "Please open the window. Thank you very much.";
const sound = await speech(said);
const recordings = await openRecordings(sound);
const env = { ...(await jobSettings()), ...localReceivers, AUDIO_MAX_BYTES: "1000000" };
const service = await startService({ workers: ["transcription", "maintenance"], env });
const { resources } = service;
const { db } = resources;
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await recordings[Symbol.asyncDispose]();
});

const halfPrice = Math.ceil(Math.ceil((sound.length - 44) / 32_000) / 2);
const within = { withinMs: 60_000, signal: new AbortController().signal };

async function open() {
  const account = await service.account();
  const client = sarvamClient(service.baseUrl, account.key);
  return { ...account, client, jobs: client.speechToTextJob };
}

const storedOf = (userId: string) =>
  db.selectFrom("stored_objects").select("key").where("user_id", "=", userId).execute();

/** The address of one file of a job. */
async function addressOf(jobs: Awaited<ReturnType<typeof open>>["jobs"], job: string, name = "a.wav") {
  const { upload_urls: urls } = await jobs.getUploadLinks({ job_id: job, files: [name] });
  return urls[name]?.file_url ?? "";
}

const send = (url: string, body: Uint8Array | string = sound) =>
  fetch(url, { method: "PUT", body: Buffer.from(body), headers: { "x-ms-blob-type": "BlockBlob" } });

/** Some transcription of this service. */
async function anyRequest() {
  const { client } = await open();
  const file = new File([sound], "a.wav");
  const { request_id: id = "" } = await client.speechToText.transcribe({ file, language_code: "en-IN" });
  const request = await findRequest(db, id);
  if (request === null) throw new Error("The request is gone.");
  return request;
}

const errorBody = z.object({ error: z.object({ message: z.string(), code: z.string(), request_id: z.uuid() }) });

async function refused(answer: Promise<Response>) {
  const response = await answer;
  const { code, message } = errorBody.parse(await response.json()).error;
  return { status: response.status, code, message };
}

test("speechToTextJob creates a job, uploads, starts, waits and downloads: a broken file fails by itself, at half the price", async (t) => {
  const { jobs, userId } = await open();
  const job = await jobs.createJob({ languageCode: "en-IN", withTimestamps: true, keyterms: ["window"] });
  t.like(await job.getStatus(), { job_state: "Accepted", total_files: 0 });
  t.true(await job.uploadFiles(recordings.paths));
  t.like(await job.getStatus(), { job_state: "Accepted", total_files: 3 });
  t.is((await storedOf(userId)).length, 3);
  t.deepEqual((await recountStorage(resources)).differences, []);
  const started = await job.start();
  t.true(["Pending", "Running"].includes(started.job_state));
  const ended = await job.waitUntilComplete(0.1, 120);
  t.like(ended, { job_state: "Completed", total_files: 3, successful_files_count: 2, failed_files_count: 1 });
  t.true(await job.isSuccessful());
  t.deepEqual(await job.getOutputMappings(), [
    { input_file: "one.wav", output_file: "0.json" },
    { input_file: "दो.wav", output_file: "2.json" },
  ]);
  const { failed } = await job.getFileResults();
  t.like(failed, [{ file_name: "broken.flac", status: "API Error" }]);
  t.regex(failed[0]?.error_message ?? "", /damaged/);
  const folder = join(recordings.folder, "out");
  await job.downloadOutputs(folder);
  t.deepEqual((await readdir(folder)).toSorted(), ["one.wav.json", "दो.wav.json"]);
  const heard = fileTranscript.parse(JSON.parse(await readFile(join(folder, "दो.wav.json"), "utf8")));
  t.deepEqual(wordsOf(heard.transcript), wordsOf(said));
  t.deepEqual(wordsOf(heard.timestamps?.words.join(" ") ?? ""), wordsOf(said));
  t.like(heard, { language_code: "en-IN", diarized_transcript: null });
  const charges = await chargesOf(resources, userId);
  t.deepEqual(
    charges.map(([, credits]) => credits),
    [halfPrice, halfPrice],
  );
  t.is(await heldOf(resources, userId), 0);
  t.true((await jobs.getJob(job.jobId).exists()) && !(await jobs.getJob(job.jobId).isFailed()));
  t.like(await job.start(), { job_state: "Completed" });
  t.deepEqual((await recountStorage(resources)).differences, []);
});

test("samples without a header, the paths without a prefix, and Sarvam's callback", async (t) => {
  const { key } = await open();
  await using receiver = await startCallbackReceiver();
  const base = "/speech-to-text/job/v1";
  const created = await service.call("POST", base, {
    key,
    json: {
      job_parameters: {
        model: "saaras:v3",
        language_code: "en-IN",
        input_audio_codec: "pcm_s16le",
        num_speakers: null,
      },
      callback: { url: receiver.url, auth_token: "s3cret" },
    },
  });
  t.is(created.status, 202);
  const { job_id: id } = z.object({ job_id: z.uuid() }).parse(created.json);
  const links = await service.call("POST", `${base}/upload-files`, {
    key,
    json: { job_id: id, files: ["a.pcm", "never.wav"] },
  });
  const urls = z.object({ upload_urls: z.record(z.string(), z.object({ file_url: z.url() })) }).parse(links.json);
  const url = urls.upload_urls["a.pcm"]?.file_url ?? "";
  t.is((await send(url, sound.subarray(44))).status, 201);
  t.is((await send(url, sound.subarray(44))).status, 201);
  t.is((await service.call("POST", `${base}/${id}/start`, { key })).status, 200);
  await until(() => Promise.resolve(receiver.calls.length > 0), within);
  const [call] = receiver.calls;
  t.is(call?.headers["x-sarvam-job-callback-token"], "s3cret");
  t.deepEqual(JSON.parse(call?.body ?? ""), {
    ...{ job_id: id, job_state: "COMPLETED", error_message: "" },
    ...{ total_files: 2, successful_files_count: 1, failed_files_count: 1 },
  });
  const status = await service.call("GET", `${base}/${id}/status`, { key });
  t.like(status.json, { job_details: { 1: { state: "API Error", error_message: "The file was not uploaded." } } });
  const got = await service.call("POST", `${base}/download-files`, { key, json: { job_id: id, files: ["0.json"] } });
  const { download_urls: outputs } = z
    .object({ download_urls: z.record(z.string(), z.object({ file_url: z.url() })) })
    .parse(got.json);
  const output = outputs["0.json"]?.file_url ?? "";
  const heard = fileTranscript.parse(await (await fetch(output)).json());
  t.deepEqual(wordsOf(heard.transcript), wordsOf(said));
  t.is(heard.timestamps, null);
  t.like(await refused(send(output)), { status: 403, code: "authentication_error" });
  t.deepEqual((await recountStorage(resources)).differences, []);
});

test("a job that cannot be done is refused before it is there: a mode, a language, a translation, an address", async (t) => {
  const { jobs, client } = await open();
  const bad = { status: 400, code: "invalid_request_error" };
  t.like(await refusalOf(t, jobs.createJob({ mode: "codemix" })), bad);
  t.like(await refusalOf(t, jobs.createJob({ numSpeakers: 99, withDiarization: true })), bad);
  t.like(await refusalOf(t, jobs.createJob({ languageCode: "sat-IN" })), { status: 422 });
  t.like(await refusalOf(t, client.speechToTextTranslateJob.createJob()), { status: 422 });
  const address = await refusalOf(t, jobs.createJob({ callback: { url: "ftp://example.com" } }));
  t.like(address, { status: 400 });
  const stranger = sarvamClient(service.baseUrl, "sk_nonsense").speechToTextJob.createJob();
  t.like(await refusalOf(t, stranger), { name: "ForbiddenError", code: "invalid_api_key_error" });
});

test("jobs and files of others, and such as do not exist, are not found", async (t) => {
  const { jobs } = await open();
  const other = await open();
  const { jobId } = await jobs.createJob();
  const none = { status: 404, code: "not_found_error", sentence: "Job not found." };
  for (const id of [jobId, "5b0d4c5e-52a8-4c0e-9a3e-1f6f0a0d7c11"]) {
    t.like(await refusalOf(t, other.jobs.getStatus(id)), none);
    t.like(await refusalOf(t, other.jobs.start(id)), none);
    t.like(await refusalOf(t, other.jobs.getUploadLinks({ job_id: id, files: ["a.wav"] })), none);
    t.like(await refusalOf(t, other.jobs.getDownloadLinks({ job_id: id, files: ["0.json"] })), none);
    t.false(await other.jobs.getJob(id).exists());
  }
  t.like(await refusalOf(t, jobs.getStatus("../../voices")), { status: 400 });
  t.like(await refusalOf(t, jobs.getDownloadLinks({ job_id: jobId, files: ["7.json"] })), { status: 404 });
});

test("a hostile name of a file and too many files are refused, and the same name is the same file", async (t) => {
  const { jobs, userId } = await open();
  const { jobId } = await jobs.createJob();
  const bad = { status: 400, code: "invalid_request_error" };
  const names = [
    "../../etc/passwd",
    "a\\b.wav",
    "",
    ".",
    "..",
    "__proto__",
    "a\nb.wav",
    "\u202Evaw.a",
    "x".repeat(201),
  ];
  for (const name of names)
    t.like(await refusalOf(t, jobs.getUploadLinks({ job_id: jobId, files: [name] })), bad, name);
  const many = Array.from({ length: 10_000 }, (_, at) => `${at}.wav`);
  t.like(await refusalOf(t, jobs.getUploadLinks({ job_id: jobId, files: [...many, "more.wav"] })), bad);
  const { upload_urls: urls } = await jobs.getUploadLinks({ job_id: jobId, files: many });
  t.is(Object.keys(urls).length, 10_000);
  t.like(await refusalOf(t, jobs.getUploadLinks({ job_id: jobId, files: ["more.wav"] })), bad);
  await jobs.getUploadLinks({ job_id: jobId, files: ["0.wav", "0.wav"] });
  t.like(await jobs.getStatus(jobId), { total_files: 10_000 });
  t.deepEqual(await storedOf(userId), []);
});

test("an address permits one method for one file, until it expires", async (t) => {
  const { jobs } = await open();
  const { jobId } = await jobs.createJob();
  const url = new URL(await addressOf(jobs, jobId));
  const other = new URL(await addressOf(jobs, jobId, "b.wav"));
  const forbidden = { status: 403, code: "authentication_error" };
  const altered = new URL(url);
  altered.searchParams.set("token", [...(url.searchParams.get("token") ?? "")].toReversed().join(""));
  const swapped = new URL(url);
  swapped.pathname = other.pathname;
  const bare = new URL(url);
  bare.search = "";
  for (const one of [altered, swapped, bare]) t.like(await refused(send(one.href)), forbidden);
  t.like(await refused(fetch(url)), forbidden);
  const [id = ""] = url.pathname.split("/").slice(-1);
  const late = await fileAddresses(resources, "put", Date.now() - 25 * 3_600_000);
  t.like(await refused(send(late(id))), forbidden);
  t.is((await send(url.href)).status, 201);
});

test("a file that is no audio, is empty or too large is refused, and nothing is kept of it", async (t) => {
  const { jobs, userId } = await open();
  const { jobId } = await jobs.createJob();
  const url = await addressOf(jobs, jobId);
  for (const nonsense of ["This is no recording.", "", "{}"])
    t.like(await refused(send(url, nonsense)), { status: 400 });
  t.like(await refused(send(url, Buffer.concat([sound, Buffer.alloc(1_000_000)]))), { status: 413 });
  t.deepEqual(await storedOf(userId), []);
  const nothing = await refusalOf(t, jobs.start(jobId));
  t.like(nothing, { name: "BadRequestError", code: "invalid_request_error" });
  t.regex(nothing.sentence, /None of its files was uploaded/);
});

test("an account has at most 20 jobs that have not ended, a draft among its batches, which can be cancelled and deleted there", async (t) => {
  const { jobs, key } = await open();
  const ids: string[] = [];
  for (let count = 0; count < 20; count += 1) ids.push((await jobs.createJob()).jobId);
  t.like(await refusalOf(t, jobs.createJob()), { status: 400, code: "invalid_request_error" });
  const [first = "", second = ""] = ids;
  const path = "/v1/speech/batches";
  await send(await addressOf(jobs, first));
  t.like((await service.call("GET", `${path}/${first}`, { key })).data(batchAnswer), { status: "uploading", total: 1 });
  t.is((await service.call("DELETE", `${path}/${first}`, { key })).status, 200);
  t.false(await jobs.getJob(first).exists());
  await send(await addressOf(jobs, second));
  t.is((await service.call("POST", `${path}/${second}/cancel`, { key })).status, 200);
  t.like(await jobs.getJob(second).waitUntilComplete(0.1), { job_state: "Failed", failed_files_count: 1 });
  t.deepEqual((await recountStorage(resources)).differences, []);
});

test("a file that is sent again takes the place of the first, whose object is gone, within the storage of the account", async (t) => {
  const { jobs, userId } = await open();
  const { jobId } = await jobs.createJob();
  const url = await addressOf(jobs, jobId);
  t.is((await send(url)).status, 201);
  const [former] = await storedOf(userId);
  t.is((await send(url)).status, 201);
  const [kept, ...others] = await storedOf(userId);
  t.true(kept !== undefined && kept.key !== former?.key && others.length === 0);
  await sql`update storage_totals set bytes = bytes + ${resources.config.limits.storage.maxBytes} where user_id = ${userId}`.execute(
    db,
  );
  t.like(await refused(send(url)), { status: 409, code: "invalid_request_error" });
  await sql`update storage_totals set bytes = bytes - ${resources.config.limits.storage.maxBytes} where user_id = ${userId}`.execute(
    db,
  );
  t.deepEqual(await storedOf(userId), [kept]);
  t.deepEqual((await recountStorage(resources)).differences, []);
});

test("speakers are told apart by phrases, where there is a model, and else the job is refused", async (t) => {
  const { jobs } = await open();
  const refusal = await refusalOf(t, jobs.createJob({ withDiarization: true, numSpeakers: 2 }));
  t.is(refusal.status, 503);
  t.regex(refusal.sentence, /tell speakers apart/);
  const segment = { id: 0, start: 0, end: 1.5, text: "Hello.", confidence: 1, speaker: 1 };
  const transcript = { text: "Hello.", words: [], segments: [segment] };
  const request = { ...(await anyRequest()), transcript };
  t.deepEqual(presentFile(request, false).diarized_transcript, {
    entries: [{ transcript: "Hello.", start_time_seconds: 0, end_time_seconds: 1.5, speaker_id: "SPEAKER_01" }],
  });
});

test("options of a job that have no effect are named", async (t) => {
  const { key } = await open();
  const namesFor = async (parameters: object) => {
    const json = { job_parameters: parameters };
    const answer = await service.call("POST", "/sarvam/speech-to-text/job/v1", { key, json });
    t.is(answer.status, 202);
    return answer.headers.get("speech-ignored");
  };
  const names = "job_parameters.prompt, job_parameters.num_speakers";
  t.is(await namesFor({ prompt: "Names", num_speakers: 2 }), names);
  t.is(await namesFor({ prompt: null, num_speakers: null, with_diarization: false }), null);
});

test("a job that was started takes no more files", async (t) => {
  const { jobs } = await open();
  const { jobId } = await jobs.createJob({ languageCode: "en-IN" });
  const url = await addressOf(jobs, jobId);
  await send(url);
  await jobs.start(jobId);
  const started = { status: 400, code: "invalid_request_error" };
  t.like(await refused(send(url)), started);
  t.like(await refusalOf(t, jobs.getUploadLinks({ job_id: jobId, files: ["b.wav"] })), started);
  await jobs.getJob(jobId).waitUntilComplete(0.1);
});

test("a job that is never started is cancelled after a day, and its files are gone; so are those of an account that is erased", async (t) => {
  const first = await open();
  const { jobId } = await first.jobs.createJob();
  await send(await addressOf(first.jobs, jobId));
  await sql`update speech_batches set created_at = now() - interval '25 hours' where id = ${jobId}`.execute(db);
  await until(async () => (await first.jobs.getStatus(jobId)).job_state === "Failed", within);
  t.regex((await first.jobs.getStatus(jobId)).error_message ?? "", /not started in time/);
  t.deepEqual(await storedOf(first.userId), []);
  const second = await open();
  const job = await second.jobs.createJob();
  await send(await addressOf(second.jobs, job.jobId));
  t.is((await storedOf(second.userId)).length, 1);
  await db.transaction().execute((trx) => eraseAccount(trx, second.userId));
  t.deepEqual(await storedOf(second.userId), []);
  t.deepEqual((await recountStorage(resources)).differences, []);
});
