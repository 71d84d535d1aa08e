import { randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { sql } from "kysely";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { synthesizeSpeech } from "#src/jobs/synthesize-speech.ts";
import type { Resources } from "#src/platform/resources.ts";
import { promoteJob } from "#test/support/promote-job.ts";
import { startService } from "#test/support/service.ts";
import { notStreamed } from "#test/support/not-streamed.ts";
import { synthesizeSpeechHandler } from "#workers/synthesis/synthesize-speech.ts";
import { runJob } from "#workers/runtime/run-job.ts";
import type { Synthesizer } from "#workers/speech/synthesizer.ts";

// No worker runs: the test is the worker.
const service = await startService();
test.after.always(() => service[Symbol.asyncDispose]());

const [sampleRate, durationSeconds] = [16_000, 1_200];

test("the time in which an object must get its row begins when its audio is encoded", async (t) => {
  const { db, store } = service.resources;
  const requestId = randomUUID();
  const nobodys = { userId: null, isDemo: false, source: null, maxUnfinished: 0 };
  await submitSynthesis(service.resources, { text: "Hello", options: { format: "mp3" }, ...nobodys, requestId });
  let spokenMs = 0;
  const synthesizer: Synthesizer = {
    languages: ["en"],
    speakSentences: notStreamed,
    synthesize: async ({ directory }) => {
      const path = join(directory, "long.raw");
      await using file = await open(path, "wx");
      await file.truncate(2 * sampleRate * durationSeconds);
      spokenMs = performance.now();
      return { path, sampleRate, durationSeconds, engine: "espeak-ng" };
    },
    snapshots: () => [],
    close: () => Promise.resolve(),
  };
  const seen: { readonly sinceSpokenMs: number; readonly sinceNotedMs: number }[] = [];
  const noting: Resources = {
    ...service.resources,
    store: {
      ...store,
      putFile: async (key, path, contentType) => {
        const sinceSpokenMs = performance.now() - spokenMs;
        const age = sql<number>`extract(epoch from clock_timestamp() - created_at)::float8 * 1000`.as("ms");
        const { ms } = await db
          .selectFrom("pending_objects")
          .select(age)
          .where("key", "=", key)
          .executeTakeFirstOrThrow();
        seen.push({ sinceSpokenMs, sinceNotedMs: ms });
        return store.putFile(key, path, contentType);
      },
    },
  };
  await runJob(
    service.resources,
    {
      contract: synthesizeSpeech,
      payload: await promoteJob(service.resources.db, requestId),
      handler: synthesizeSpeechHandler(noting, synthesizer, "test"),
    },
    new AbortController().signal,
  );
  const [first] = seen;
  t.is(seen.length, 1);
  t.true((first?.sinceSpokenMs ?? 0) > 500, "the encoding takes its time");
  t.true((first?.sinceNotedMs ?? Infinity) < (first?.sinceSpokenMs ?? 0) / 2, JSON.stringify(first));
});
