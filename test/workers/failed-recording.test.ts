import { rmSync } from "node:fs";
import test from "ava";
import { defaultEnginesOf } from "#src/domain/engines/default-engines.ts";
import { transcribeAudio } from "#src/jobs/transcribe-audio.ts";
import { audioForm } from "#test/support/client.ts";
import { startService } from "#test/support/service.ts";
import { wav } from "#test/support/sounds.ts";
import { transcribeAudioHandler } from "#workers/handlers/transcribe-audio.ts";
import { runJob } from "#workers/run-job.ts";
import type { Recognizer } from "#workers/speech/recognizer.ts";

// No worker runs: the test is the worker.
const service = await startService();
test.after.always(() => service[Symbol.asyncDispose]());

test("a recognition is stopped, not waited for, when its recording cannot be encoded", async (t) => {
  t.timeout(30_000);
  const { key } = await service.account();
  const headers = { prefer: "respond-async" };
  const sent = { key, form: audioForm(wav(0.5)), headers };
  const id = (await service.call("POST", "/v1/speech/transcriptions", sent)).headers.get("x-request-id") ?? "";
  let isStopped = false;
  const recognizer: Pick<Recognizer, "manifests" | "transcribe"> = {
    manifests: defaultEnginesOf("recognition"),
    transcribe: ({ path }, { signal }) => {
      rmSync(path);
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          isStopped = true;
          reject(signal.reason);
        });
      });
    },
  };
  const handler = transcribeAudioHandler(service.resources, recognizer);
  const payload = { subject_id: id, generation: 1 };
  await runJob(service.resources, { contract: transcribeAudio, payload, handler }, new AbortController().signal);
  t.true(isStopped);
});
