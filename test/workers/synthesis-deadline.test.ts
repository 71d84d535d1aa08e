import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { claimJob } from "#src/domain/jobs/claim-job.ts";
import { findRequest } from "#src/domain/speech/queries.ts";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { promoteJob } from "#test/support/promote-job.ts";
import { startService } from "#test/support/service.ts";
import { notStreamed } from "#test/support/not-streamed.ts";
import { synthesizeSpeechHandler } from "#workers/synthesis/synthesize-speech.ts";
import type { Synthesizer } from "#workers/speech/synthesizer.ts";

// No worker runs: the test is the worker.
const service = await startService();
test.after.always(() => service[Symbol.asyncDispose]());

test("each segment of a text gives its run new time", async (t) => {
  const { resources } = service;
  const id = randomUUID();
  const text = { text: "One. Two. Three. Four.", options: {} };
  await submitSynthesis(resources, {
    ...text,
    userId: null,
    isDemo: false,
    source: null,
    maxUnfinished: 0,
    requestId: id,
  });
  const lease = await claimJob(resources.db, await promoteJob(resources.db, id));
  if (lease === null) return t.fail("the job can be claimed");
  let advances = 0;
  const seen: number[] = [];
  const inThree: Synthesizer = {
    languages: ["en"],
    speakSentences: notStreamed,
    snapshots: () => [],
    close: () => Promise.resolve(),
    synthesize: async ({ directory, voice, onProgress }) => {
      for (const percent of [25, 50, 75]) {
        await onProgress?.(percent);
        seen.push(advances);
      }
      const path = join(directory, "speech.pcm");
      await writeFile(path, Buffer.alloc(4_800));
      return { path, sampleRate: 24_000, durationSeconds: 0.1, engine: voice.engine };
    },
  };
  const advance = (): unknown => (advances += 1);
  await synthesizeSpeechHandler(resources, inThree, "1").run(lease, new AbortController().signal, advance);
  t.deepEqual(seen, [1, 2, 3]);
  t.like(await findRequest(resources.db, id), { status: "completed" });
});
