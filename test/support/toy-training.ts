import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertMatchingFolder } from "#harness/service/matching-folder.ts";
import { fakeMatching } from "#test/support/fake-voice-matching.ts";
import { trainVoiceHandler } from "#workers/training/train-voice.ts";
import { runWorker } from "#workers/runtime/run.ts";

await runWorker({
  queue: "training",
  concurrency: ({ config }) => config.workers.trainingConcurrency,
  open: async (resources, engines) => {
    await insertMatchingFolder(resources);
    const reference = engines.adopt(await mkdtemp(join(tmpdir(), "speech-reference-")), (path) =>
      rm(path, { recursive: true, force: true }),
    );
    return { "train-voice": trainVoiceHandler(resources, async () => fakeMatching(reference)) };
  },
});
