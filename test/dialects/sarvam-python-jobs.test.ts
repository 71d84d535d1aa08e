import { join } from "node:path";
import test from "ava";
import { z } from "zod";
import { speech } from "#harness/audio/sounds.ts";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { hasPythonPackage, runPython } from "#test/support/python.ts";
import { jobSettings, openRecordings } from "#test/support/sarvam.ts";
import { startService } from "#test/support/service.ts";

const said = "Please open the window. Thank you very much.";

const open = `
import asyncio, os
from sarvamai import AsyncSarvamAI, SarvamAI
from sarvamai.environment import SarvamAIEnvironment
base = given["url"] + "/sarvam"
places = SarvamAIEnvironment(base=base, creative=base, production=base.replace("http", "ws", 1))
client = SarvamAI(environment=places, api_subscription_key=given["key"])
def read(folder):
    return {name: json.load(open(os.path.join(folder, name))) for name in sorted(os.listdir(folder))}
`;

const whole = `
job = client.speech_to_text_job.create_job(model="saaras:v3", language_code="en-IN", with_timestamps=True)
uploaded = job.upload_files(given["paths"])
job.start()
ended = job.wait_until_complete(poll_interval=0.1, timeout=120)
files = job.get_file_results()
job.download_outputs(given["out"])
print(json.dumps({
    "uploaded": uploaded,
    "state": ended.job_state,
    "counts": [ended.total_files, ended.successful_files_count, ended.failed_files_count],
    "mappings": job.get_output_mappings(),
    "failed": [[one["file_name"], one["status"]] for one in files["failed"]],
    "outputs": read(given["out"]),
    "ends": [job.exists(), job.is_complete(), job.is_successful(), job.is_failed()],
}))
`;
const answers = z.object({
  ...{ uploaded: z.literal(true), state: z.string(), counts: z.array(z.int()) },
  mappings: z.array(z.object({ input_file: z.string(), output_file: z.string() })),
  failed: z.array(z.array(z.string())),
  outputs: z.record(
    z.string(),
    z.object({ transcript: z.string(), timestamps: z.object({ words: z.array(z.string()) }) }),
  ),
  ends: z.array(z.boolean()),
});

/** The client for translations moves on a job whose creation needs no model that translates. */
const translating = `
one = AsyncSarvamAI(environment=places, api_subscription_key=given["key"])
async def main():
    made = await one.speech_to_text_job.create_job(model="saaras:v3", language_code="en-IN", callback=None)
    job = await one.speech_to_text_translate_job.get_job(made.job_id)
    await job.upload_files(given["paths"][:1])
    await job.start()
    ended = await job.wait_until_complete(poll_interval=0.1, timeout=120)
    await job.download_outputs(given["out"])
    print(json.dumps([ended.job_state, read(given["out"])["one.wav.json"]["transcript"]]))
asyncio.run(main())
`;

const refusals = `
def words(error):
    return [error.body["error"]["code"]]
jobs = client.speech_to_text_job
job = jobs.create_job(model="saaras:v3")
once = {"max_retries": 0}
def nonsense():
    job.upload_files([given["text"]])
try:
    nonsense()
    upload = None
except RuntimeError as error:
    upload = str(error)
print(json.dumps({
    "mode": refused(lambda: jobs.create_job(mode="translit"), words),
    "translation": refused(lambda: client.speech_to_text_translate_job.create_job(), words),
    "no file": refused(job.start, words),
    "no such job": refused(lambda: jobs.get_status("5b0d4c5e-52a8-4c0e-9a3e-1f6f0a0d7c11"), words),
    "no such output": refused(lambda: jobs.get_download_links(job_id=job.job_id, files=["9.json"]), words),
    "folder": refused(lambda: jobs.get_upload_links(job_id=job.job_id, files=["../a.wav"]), words),
    "upload": upload,
}))
`;

if (await hasPythonPackage("sarvamai")) {
  const recordings = await openRecordings(await speech(said));
  const service = await startService({ workers: ["transcription", "maintenance"], env: await jobSettings() });
  const { key, userId } = await service.account();
  const given = { url: service.baseUrl, key, paths: recordings.paths };
  test.after.always(async () => {
    await service[Symbol.asyncDispose]();
    await recordings[Symbol.asyncDispose]();
  });
  const out = (name: string) => ({ ...given, out: join(recordings.folder, name) });

  test.serial(
    "PyPI sarvamai: a job is created, uploaded, started, awaited and downloaded, and a broken file fails by itself",
    async (t) => {
      const found = answers.parse(await runPython(open + whole, out("whole")));
      t.deepEqual([found.state, found.counts], ["Completed", [3, 2, 1]]);
      t.deepEqual(found.mappings, [
        { input_file: "one.wav", output_file: "0.json" },
        { input_file: "दो.wav", output_file: "2.json" },
      ]);
      t.deepEqual(found.failed, [["broken.flac", "API Error"]]);
      t.deepEqual(Object.keys(found.outputs), ["one.wav.json", "दो.wav.json"]);
      for (const { transcript, timestamps } of Object.values(found.outputs)) {
        t.deepEqual(wordsOf(transcript), wordsOf(said));
        t.deepEqual(wordsOf(timestamps.words.join(" ")), wordsOf(said));
      }
      t.deepEqual(found.ends, [true, true, true, false]);
      t.is((await chargesOf(service.resources, userId)).length, 2);
    },
  );

  test.serial(
    "PyPI sarvamai: the asynchronous client for translations uploads, starts, awaits and downloads a job",
    async (t) => {
      const [state, transcript] = z
        .tuple([z.string(), z.string()])
        .parse(await runPython(open + translating, out("async")));
      t.is(state, "Completed");
      t.deepEqual(wordsOf(transcript), wordsOf(said));
    },
  );

  test.serial(
    "PyPI sarvamai: a job that cannot be done, is not there or has no file is refused in Sarvam's words",
    async (t) => {
      const text = join(import.meta.dirname, "../python/requirements.txt");
      t.deepEqual(await runPython(open + refusals, { ...given, text }), {
        mode: ["BadRequestError", 400, "invalid_request_error"],
        translation: ["UnprocessableEntityError", 422, "unprocessable_entity_error"],
        "no file": ["BadRequestError", 400, "invalid_request_error"],
        "no such job": ["ApiError", 404, "not_found_error"],
        "no such output": ["ApiError", 404, "not_found_error"],
        folder: ["BadRequestError", 400, "invalid_request_error"],
        upload: "Upload failed for requirements.txt: 400",
      });
    },
  );
} else {
  test.skip("PyPI sarvamai, jobs: not run, because python3 has no package `sarvamai`", () => undefined);
}
