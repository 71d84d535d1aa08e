import { join } from "node:path";
import type { VoiceComparisonJson } from "#db/voice-schema.ts";
import type { JobLease } from "#src/domain/jobs/queries.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { type ClaimObject, uploadThenCommit } from "#src/domain/uploads/upload-then-commit.ts";
import { completeTraining } from "#src/domain/voices/complete-training.ts";
import { failTraining } from "#src/domain/voices/fail-training.ts";
import { startTraining, type Voice } from "#src/domain/voices/queries.ts";
import type { TrainedVoice } from "#src/domain/voices/training-queries.ts";
import { canMatchVoices } from "#src/domain/voices/voice-matching-models.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type Handler, NotCapableError } from "#workers/runtime/handler.ts";
import { trainingProgressWriter } from "#workers/runtime/progress-writer.ts";
import { decodeAudio } from "#workers/speech/audio/decode-audio.ts";
import { encodeAudio } from "#workers/speech/audio/encode-audio.ts";
import type { PcmFile } from "#workers/speech/engine.ts";
import { type Comparison, compareVoice, type VoiceComparing } from "./compare-voice.ts";
import { trainStyleVoice, type VoiceMatching } from "#workers/speech/voices/matching/train-style-voice.ts";

type TrainingTools = VoiceMatching & VoiceComparing;

/**
 * Matches a voice to its sample and makes it ready with what was found.
 * @param openMatching throws a DomainError where natural voices cannot be matched
 */
export const trainVoiceHandler = (resources: Resources, openMatching: () => Promise<TrainingTools>): Handler => ({
  run: async (lease, signal) => {
    const voice = await startTraining(resources.db, lease.subjectId);
    if (voice === null) throw new LeaseLostError();
    const matching = await matchingHere(resources, openMatching);
    await using folder = await resources.workspace.folder();
    const sample = await decodeSample(resources, voice, { directory: folder.path, signal });
    const { language } = voice;
    const onProgress = trainingProgressWriter(resources, lease.subjectId);
    const training = { language, directory: folder.path, signal, onProgress };
    const { voice: matched, report: match } = await trainStyleVoice(matching, sample, training);
    const compared = { sample, voice: matched, sampleText: voice.sample_text, directory: folder.path, signal };
    const comparison = await compareVoice(matching, compared).catch((error: unknown) => {
      signal.throwIfAborted();
      resources.log.warn({ voice_id: voice.id, error: String(error) }, "a voice was not compared with its sample");
      return null;
    });
    const trained = { engine: matched.engine, engineVoice: matched.name, profile: matched.profile, match };
    const { path } = await encodeAudio(sample, sampleFormat, { directory: folder.path, signal });
    await keepVoice(resources, { lease, trained, path, comparison });
  },
  fail: (lease, error) => failTraining(resources, lease, error),
});

/** @throws NotCapableError when this machine lacks a model of voice matching that another one has */
async function matchingHere(resources: Resources, openMatching: () => Promise<TrainingTools>): Promise<TrainingTools> {
  try {
    return await openMatching();
  } catch (error) {
    const isMissing = error instanceof DomainError && error.code === "voice_matching_not_installed";
    if (isMissing && (await canMatchVoices(resources))) throw new NotCapableError();
    throw error;
  }
}

/** Lossless, so that another training hears what this one has heard. */
const sampleFormat = "flac";

interface Ending {
  readonly lease: JobLease;
  readonly trained: Omit<TrainedVoice, "sampleKey" | "sampleContainer" | "comparison">;
  /** The encoded sample. */
  readonly path: string;
  readonly comparison: Comparison | null;
}

/**
 * Keeps the sample as it was decoded, which is bounded by its length, and what it is compared by, and removes what was sent, which is not
 * bounded.
 */
async function keepVoice({ db, store }: Resources, { lease, trained, path, comparison }: Ending): Promise<void> {
  const name = `${lease.subjectId}-${lease.run}`;
  const sample = { sampleKey: `samples/${name}`, sampleContainer: sampleFormat } as const;
  const complete = (claims: readonly ClaimObject[], compared: VoiceComparisonJson | null) =>
    completeTraining({ db, claims }, lease, { ...trained, ...sample, comparison: compared });
  const listed = await uploadThenCommit({ db, store, key: sample.sampleKey, path }, (claimSample) => {
    if (comparison === null) return complete([claimSample], null);
    const { path: speech, ...words } = comparison;
    const key = `comparisons/${name}`;
    return uploadThenCommit({ db, store, key, path: speech }, (claimComparison) =>
      complete([claimSample, claimComparison], { key, ...words }),
    );
  });
  await removeObjects({ db, store }, listed);
}

async function decodeSample(
  { store, config }: Resources,
  voice: Voice,
  { directory, signal }: { readonly directory: string; readonly signal: AbortSignal },
): Promise<PcmFile> {
  const path = join(directory, "sample");
  const { sample_container: container } = voice;
  const fetched = voice.sample_key !== null && (await store.fetchTo(voice.sample_key, path));
  if (!fetched || container === null) throw new Error("The sample of the voice no longer exists.");
  return decodeAudio({ path, container }, { directory, maxSeconds: config.limits.voiceSample.maxSeconds, signal });
}
