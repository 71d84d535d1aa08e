import { join } from "node:path";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { completeTranscription } from "#src/domain/speech/complete-transcription.ts";
import { coverTranscription } from "#src/domain/speech/cover-transcription.ts";
import { failRequest } from "#src/domain/speech/fail-request.ts";
import { type SpeechRequest, startRequest } from "#src/domain/speech/queries.ts";
import type { Resources } from "#src/platform/resources.ts";
import { fairAccountOf } from "#workers/fair-account.ts";
import type { Handler } from "#workers/handler.ts";
import { progressWriter } from "#workers/progress-writer.ts";
import { decodeAudio } from "#workers/speech/decode/decode-audio.ts";
import { measureSpeech } from "#workers/measure-speech.ts";
import type { PcmFile, RecognitionEngine } from "#workers/speech/engine.ts";

/** Decodes and recognises the audio of a request and completes the request with the transcript. */
export const transcribeAudioHandler = (resources: Resources, engine: RecognitionEngine): Handler => ({
  run: async (lease, signal) => {
    const request = await startRequest(resources.db, lease.subjectId);
    if (request === null) throw new LeaseLostError();
    const startedMs = performance.now();
    await using folder = await resources.workspace.folder();
    const pcm = await decodeSource(resources, request, { directory: folder.path, signal });
    await coverTranscription(resources, { requestId: request.id, durationSeconds: pcm.durationSeconds });
    const onProgress = progressWriter(resources, request.id);
    const account = fairAccountOf(lease);
    const transcript = await engine.transcribe(pcm, { language: request.language, account, signal, onProgress });
    const { durationSeconds } = pcm;
    const charged = await completeTranscription(resources, lease, { transcript, durationSeconds });
    measureSpeech(resources, lease, { pool: "asr", charged, audioSeconds: durationSeconds, startedMs });
  },
  fail: (lease, error) => failRequest(resources, lease, error),
});

async function decodeSource(
  { store, config }: Resources,
  request: SpeechRequest,
  { directory, signal }: { readonly directory: string; readonly signal: AbortSignal },
): Promise<PcmFile> {
  const path = join(directory, "source");
  const { limits } = config;
  const { maxSeconds } = request.is_demo ? limits.demoAudio : limits.audio;
  const { source_container: container } = request;
  const fetched = request.source_key !== null && (await store.fetchTo(request.source_key, path));
  if (!fetched || container === null) throw new Error("The audio of the request is gone.");
  return decodeAudio({ path, container }, { directory, maxSeconds, signal });
}
