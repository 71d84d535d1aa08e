import { heartbeatJob, type JobLease } from "#src/domain/jobs/queries.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { completeSynthesis } from "#src/domain/speech/complete-synthesis.ts";
import { failRequest } from "#src/domain/speech/fail-request.ts";
import { type SpeechRequest, startRequest } from "#src/domain/speech/queries.ts";
import { cacheKeyOf } from "#src/domain/synthesis-cache/cache-key.ts";
import { findCachedResult } from "#src/domain/synthesis-cache/queries.ts";
import { copyThenWrite, storeThenWrite } from "#src/domain/uploads/store-then-write.ts";
import { findVoice, type Voice } from "#src/domain/voices/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { fairAccountOf } from "#workers/fair-account.ts";
import type { Handler } from "#workers/handler.ts";
import { measureSpeech } from "#workers/measure-speech.ts";
import { progressWriter } from "#workers/progress-writer.ts";
import { type AudioFormat, encodeAudio, type EncodedAudio } from "#workers/speech/encode/encode-audio.ts";
import type { Synthesis } from "#workers/speech/engine.ts";
import type { SpeakOptions, Synthesizer } from "#workers/speech/synthesizer.ts";

/**
 * Speaks the text of a request into an object, or finds it spoken, and completes the request with it.
 * @param version of the program and the models that speak: with another one the same text may sound otherwise
 */
export const synthesizeSpeechHandler = (resources: Resources, synthesizer: Synthesizer, version: string): Handler => ({
  run: async (lease, signal) => {
    const work = await startWork(resources, lease, version);
    if (await copyCached(work)) return;
    const startedMs = performance.now();
    await using folder = await resources.workspace.folder();
    const pcm = await speak(synthesizer, work, { directory: folder.path, signal });
    const audio = await encodeAudio(pcm, formatOf(work.request), { directory: folder.path, signal });
    const charged = await keepAudio(work, pcm, audio);
    measureSpeech(resources, lease, { pool: "tts", charged, audioSeconds: pcm.durationSeconds, startedMs });
  },
  fail: (lease, error) => failRequest(resources, lease, error),
});

type SpeakingVoice = Voice & { readonly engine: string; readonly engine_voice: string };

interface Work {
  readonly resources: Resources;
  readonly request: SpeechRequest;
  readonly lease: JobLease;
  readonly text: string;
  readonly voice: SpeakingVoice;
  /** What the cache knows the result by; null where there is no cache. */
  readonly cacheAs: { readonly cacheKey: Buffer; readonly customVoiceId: string | null } | null;
}

async function startWork(resources: Resources, lease: JobLease, version: string): Promise<Work> {
  const request = await startRequest(resources.db, lease.subjectId);
  if (request === null) throw new LeaseLostError();
  const { input_text: text, language, speed } = request;
  if (text === null) throw new Error("The request holds no text.");
  const voice = await speakingVoice(resources, request);
  const { id, engine, engine_voice: engineVoice, profile, user_id: accountId } = voice;
  const identity = { version, text, language, speed: speed ?? 1, format: formatOf(request) };
  const cacheKey = cacheKeyOf({ ...identity, voice: { id, engine, engineVoice, profile, accountId } });
  const isCaching = resources.config.workers.synthesisCache.maxBytes > 0;
  const cacheAs = isCaching ? { cacheKey, customVoiceId: accountId === null ? null : id } : null;
  return { resources, request, lease, text, voice, cacheAs };
}

/** Completes the request with a copy of what an earlier one keeps. @returns false where there is none */
async function copyCached({ resources, lease, cacheAs }: Work): Promise<boolean> {
  if (cacheAs === null) return false;
  const { db, store, config, metrics } = resources;
  const found = await findCachedResult(db, cacheAs.cacheKey);
  const key = resultKeyOf(lease);
  const isFree = !config.workers.synthesisCache.isCharged;
  const charged =
    found === null
      ? null
      : await copyThenWrite({ db, store, key, from: found.resultKey, bytes: found.bytes }, (keep) =>
          completeSynthesis({ db, keep }, lease, { ...found, resultKey: key, cached: true, cacheAs, isFree }),
        );
  metrics.countCacheLookup(charged === null ? "miss" : "hit");
  if (charged === null) return false;
  metrics.countCredits("tts", charged);
  return true;
}

function speak(
  synthesizer: Synthesizer,
  { resources, request, lease, text, voice }: Work,
  run: Pick<SpeakOptions, "directory" | "signal">,
): Promise<Synthesis> {
  const account = fairAccountOf(lease);
  const onProgress = betweenSegments(resources, lease);
  const spokenBy = { engine: voice.engine, name: voice.engine_voice, profile: voice.profile };
  const options = { text, voice: spokenBy, language: request.language, speed: request.speed ?? 1 };
  return synthesizer.synthesize({ ...options, ...run, account, onProgress });
}

/** Work that was cancelled is not gone on with; while that cannot be told, it is. */
function betweenSegments(resources: Resources, lease: JobLease): (percent: number) => Promise<void> {
  const write = progressWriter(resources, lease.subjectId);
  return async (percent) => {
    if (!(await heartbeatJob(resources.db, lease).catch(() => true))) throw new LeaseLostError();
    write(percent);
  };
}

function formatOf({ format }: SpeechRequest): AudioFormat {
  if (format === null) throw new Error("The request names no format.");
  return format;
}

async function speakingVoice({ db }: Resources, { voice_id: voiceId }: SpeechRequest): Promise<SpeakingVoice> {
  const voice = voiceId === null ? null : await findVoice(db, voiceId);
  if (voice === null) throw new DomainError("voice_not_found");
  const { engine, engine_voice } = voice;
  if (engine === null || engine_voice === null) throw new DomainError("voice_not_ready");
  return { ...voice, engine, engine_voice };
}

/** Every run has an object of its own, so that a run which lost its lease can only remove what it wrote itself. */
const resultKeyOf = ({ subjectId, generation, run }: JobLease): string => `results/${subjectId}-${generation}-${run}`;

function keepAudio(
  { resources, lease, voice, cacheAs }: Work,
  spoken: Synthesis,
  audio: EncodedAudio,
): Promise<number> {
  const { db, store } = resources;
  const key = resultKeyOf(lease);
  const { path, contentType, sampleRate, durationSeconds } = audio;
  const result = { resultKey: key, contentType, sampleRate, durationSeconds, model: spoken.engine };
  // What another engine has spoken in its place is not what the voice sounds like.
  const known = spoken.engine === voice.engine ? cacheAs : null;
  return storeThenWrite({ db, store, key, path }, (keep) =>
    completeSynthesis({ db, keep }, lease, { ...result, cacheAs: known }),
  );
}
