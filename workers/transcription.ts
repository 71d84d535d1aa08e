import { transcribeAudioHandler } from "#workers/handlers/transcribe-audio.ts";
import { runWorker } from "#workers/run.ts";
import { openPocketsphinx } from "#workers/speech/engines/pocketsphinx/open-pocketsphinx.ts";

await runWorker({
  queue: "transcription",
  concurrency: ({ config }) => config.workers.transcriptionConcurrency,
  open: (resources, engines) => {
    const processes = resources.config.workers.transcriptionDecoders;
    const engine = engines.adopt(openPocketsphinx({ processes }), (part) => part.close());
    return { "transcribe-audio": transcribeAudioHandler(resources, engine) };
  },
});
