import { transcribeAudioHandler } from "#workers/handlers/transcribe-audio.ts";
import { runWorker } from "#workers/run.ts";
import { openPocketsphinx } from "#workers/speech/engines/pocketsphinx/open-pocketsphinx.ts";
import { openRemoteRecognition } from "#workers/speech/engines/remote/open-remote.ts";
import { reportConfinement } from "#workers/speech/process/confinement.ts";

await runWorker({
  queue: "transcription",
  concurrency: ({ config }) => config.workers.transcriptionConcurrency,
  shared: true,
  open: async (resources, engines) => {
    reportConfinement(resources.log);
    const { path: directory } = engines.use(await resources.workspace.folder("engine"));
    const processes = resources.config.workers.transcriptionDecoders;
    const { remoteAsr: remote } = resources.config;
    const log = (message: string): void => resources.log.warn(message);
    const opened =
      remote === null ? openPocketsphinx({ processes, directory, log }) : openRemoteRecognition({ ...remote, log });
    const engine = engines.adopt(opened, (part) => part.close());
    return { "transcribe-audio": transcribeAudioHandler(resources, engine) };
  },
});
