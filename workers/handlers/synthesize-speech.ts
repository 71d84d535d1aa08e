import type { JobLease } from "#src/domain/jobs/queries.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { completeSynthesis } from "#src/domain/speech/complete-synthesis.ts";
import { failRequest } from "#src/domain/speech/fail-request.ts";
import { type SpeechRequest, startRequest } from "#src/domain/speech/queries.ts";
import { storeThenWrite } from "#src/domain/uploads/store-then-write.ts";
import { findVoice } from "#src/domain/voices/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { Handler } from "#workers/handler.ts";
import { measureSpeech } from "#workers/measure-speech.ts";
import { encodeAudio } from "#workers/speech/encode/encode-audio.ts";
import type { EngineVoice } from "#workers/speech/engine.ts";
import type { Synthesizer } from "#workers/speech/synthesizer.ts";

/** Speaks the text of a request into an object and completes the request with it. */
export const synthesizeSpeechHandler = (resources: Resources, synthesizer: Synthesizer): Handler => ({
  run: async (lease, signal) => {
    const request = await startRequest(resources.db, lease.subjectId);
    if (request === null) throw new LeaseLostError();
    const startedMs = performance.now();
    await using folder = await resources.workspace.folder();
    const audio = await speak({ resources, synthesizer, request, directory: folder.path }, signal);
    const charged = await keepAudio(resources, lease, audio);
    measureSpeech(resources, lease, { pool: "tts", charged, audioSeconds: audio.durationSeconds, startedMs });
  },
  fail: (lease, error) => failRequest(resources, lease, error),
});

interface Work {
  readonly resources: Resources;
  readonly synthesizer: Synthesizer;
  readonly request: SpeechRequest;
  readonly directory: string;
}

async function speak({ resources, synthesizer, request, directory }: Work, signal: AbortSignal) {
  const { input_text: text, language, speed, format } = request;
  if (text === null || format === null) throw new Error("The request holds no synthesis.");
  const voice = await engineVoiceOf(resources, request);
  const pcm = await synthesizer.synthesize({ text, voice, language, speed: speed ?? 1, directory, signal });
  return encodeAudio(pcm, format, { directory, signal });
}

async function engineVoiceOf({ db }: Resources, { voice_id: voiceId }: SpeechRequest): Promise<EngineVoice> {
  const voice = voiceId === null ? null : await findVoice(db, voiceId);
  if (voice === null) throw new DomainError("voice_not_found");
  if (voice.engine === null || voice.engine_voice === null) throw new DomainError("voice_not_ready");
  return { engine: voice.engine, name: voice.engine_voice, profile: voice.profile };
}

/** Every run has an object of its own, so that a run which lost its lease can only remove what it wrote itself. */
async function keepAudio(
  resources: Resources,
  lease: JobLease,
  audio: Awaited<ReturnType<typeof speak>>,
): Promise<number> {
  const { path, contentType, sampleRate, durationSeconds } = audio;
  const key = `results/${lease.subjectId}-${lease.generation}-${lease.run}`;
  const result = { resultKey: key, contentType, sampleRate, durationSeconds };
  const { db, store } = resources;
  return storeThenWrite({ db, store, key, path }, (keep) => completeSynthesis({ db, keep }, lease, result));
}
