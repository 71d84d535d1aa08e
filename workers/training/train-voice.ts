import { join } from "node:path";
import type { JobLease } from "#src/domain/jobs/queries.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { uploadThenCommit } from "#src/domain/uploads/upload-then-commit.ts";
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
import { trainStyleVoice, type VoiceMatching } from "#workers/speech/voices/matching/train-style-voice.ts";

/**
 * Matches a voice to its sample and makes it ready with what was found.
 * @param openMatching throws a DomainError where natural voices cannot be matched
 */
export const trainVoiceHandler = (resources: Resources, openMatching: () => Promise<VoiceMatching>): Handler => ({
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
    const trained = { engine: matched.engine, engineVoice: matched.name, profile: matched.profile, match };
    const { path } = await encodeAudio(sample, sampleFormat, { directory: folder.path, signal });
    await keepSample(resources, { lease, trained, path });
  },
  fail: (lease, error) => failTraining(resources, lease, error),
});

/** @throws NotCapableError when this machine lacks a model of voice matching that another one has */
async function matchingHere(resources: Resources, openMatching: () => Promise<VoiceMatching>): Promise<VoiceMatching> {
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
  readonly trained: Omit<TrainedVoice, "sampleKey" | "sampleContainer">;
  /** The format of the encoded sample. */
  readonly path: string;
}

/** Keeps the sample as it was decoded, which is bounded by its length, and removes what was sent, which is not. */
async function keepSample({ db, store }: Resources, { lease, trained, path }: Ending): Promise<void> {
  const key = `samples/${lease.subjectId}-${lease.run}`;
  const sample = { sampleKey: key, sampleContainer: sampleFormat } as const;
  const listed = await uploadThenCommit({ db, store, key, path }, (claimObject) =>
    completeTraining({ db, claimObject }, lease, { ...trained, ...sample }),
  );
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
