import { join } from "node:path";
import { keepsRecordings } from "#src/domain/accounts/queries.ts";
import { listEngines } from "#src/domain/engines/list-engines.ts";
import type { RegisteredManifest } from "#src/domain/engines/manifest.ts";
import type { JobLease } from "#src/domain/jobs/queries.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { type CompletedTranscription, completeTranscription } from "#src/domain/speech/complete-transcription.ts";
import { audioFormatFacts } from "#src/domain/speech/audio-formats.ts";
import { reserveTranscription } from "#src/domain/speech/reserve-work.ts";
import { failRequest } from "#src/domain/speech/fail-request.ts";
import type { TranscriptionResult } from "#src/domain/speech/ending-queries.ts";
import { type SpeechRequest, startRequest } from "#src/domain/speech/queries.ts";
import { detectLanguage, enginesFor, modelPreferences } from "#src/domain/speech/transcription-language.ts";
import { entryOf } from "#src/domain/speech/recording-address.ts";
import { transcriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { uploadThenCommit } from "#src/domain/uploads/upload-then-commit.ts";
import type { Resources } from "#src/platform/resources.ts";
import { DomainError } from "#src/errors.ts";
import { inSpan } from "#src/spans.ts";
import { transcribeAudio } from "#src/jobs/transcribe-audio.ts";
import { accountForFairness } from "#workers/runtime/account-for-fairness.ts";
import { type Handler, NotCapableError } from "#workers/runtime/handler.ts";
import { fetchedSource } from "#workers/transcription/fetch-recording.ts";
import { progressWriter } from "#workers/runtime/progress-writer.ts";
import type { AudioSource } from "#workers/speech/audio/decode-audio.ts";
import { measureSpeech } from "#workers/runtime/measure-speech.ts";
import type { EncodedAudio } from "#workers/speech/audio/encode-audio.ts";
import type { Recognizer } from "#workers/speech/recognizer.ts";
import type { Speakers } from "#workers/speech/voices/speakers/open-speakers.ts";
import { withDerived } from "./ask-text-model.ts";
import { hearRecording, keptSound } from "./hear-recording.ts";
import { mergeReadings } from "./merge-channels.ts";
import { unpackedSource } from "./unpack-entry.ts";
import { type Asked, readingOf } from "./write-transcript.ts";

/** Decodes and recognises the audio of a request and completes the request with the transcript. */
export const transcribeAudioHandler = (
  resources: Resources,
  recognizer: Pick<Recognizer, "manifests" | "transcribe">,
  speakers: Pick<Speakers, "follow">,
): Handler => ({
  run: async (lease, signal) => {
    const request = await startRequest(resources.db, lease.subjectId);
    if (request === null) throw new LeaseLostError();
    const asked = { language: request.language, ...transcriptionOptions.parse(request.options) };
    await requireCapability(resources, recognizer.manifests, asked);
    const startedMs = performance.now();
    await using folder = await resources.workspace.folder();
    const isKept = await keepsRecordings(resources.db, request.user_id);
    const flac = isKept ? join(folder.path, "recording.flac") : null;
    const source = await recordingFile(resources, { lease, request }, { directory: folder.path, signal });
    const { maxSeconds } = request.is_demo ? resources.config.limits.demoAudio : resources.config.limits.audio;
    const { startSeconds, endSeconds } = asked;
    const part = { startSeconds, endSeconds, maxSeconds };
    const decoding = { directory: folder.path, flac, ...part, isLevelled: true, signal };
    const { audio, readings } = await hearRecording(source, decoding, {
      ...{ recognizer, speakers, options: { ...asked, ...runOptions(resources, lease, signal) } },
      reserve: (durationSeconds, channels) =>
        reserveTranscription(resources, { requestId: request.id, durationSeconds, channels }),
    });
    const [first, ...others] = readings;
    const recognition = mergeReadings([first.recognition, ...others.map((one) => one.recognition)]);
    const isNamed = request.language_tag !== null && asked.language !== detectLanguage;
    if (recognition.isOtherLanguage === true && !isNamed) throw new DomainError("language_mismatch");
    const written = { audio, asked, readings, directory: folder.path, signal };
    const reading = await inSpan("write transcript", {}, () => readingOf(recognition, written));
    const transcript = await withDerived(reading.transcript, { ...resources, asked, signal });
    const path = await keptSound(flac, { readings, asked, directory: folder.path, signal });
    const recording = path === null ? null : { path, sampleRate: audio.sampleRate };
    const { durationSeconds } = audio;
    const charged = await complete(resources, lease, { ...reading, transcript, durationSeconds, recording });
    const audioSeconds = durationSeconds * readings.length;
    measureSpeech(resources, lease, { pool: "asr", charged, audioSeconds, startedMs });
  },
  fail: (lease, error) => failRequest(resources, lease, error),
});

/** The options of a run beside those of its request. */
const runOptions = (resources: Resources, lease: JobLease, signal: AbortSignal) => ({
  signal,
  account: accountForFairness(lease),
  // A later attempt may find all engines; in the last one the other parts stand.
  mayLeaveOut: lease.failures + 1 >= transcribeAudio.attempts,
  onProgress: progressWriter(resources, lease.subjectId),
});

/** Whether one of these engines may read a recording, as far as its language, the task and a model that is named go. */
const canTranscribe = (engines: readonly RegisteredManifest[], { language, model, task }: Asked): boolean =>
  enginesFor(engines, language, task).some(({ name }) => modelPreferences.includes(model) || name === model);

/**
 * Refuses a recording that this worker cannot read. One that no worker can read goes on here, to fail with the reason.
 * @throws NotCapableError when another worker can
 * @throws DomainError `engine_unavailable` when the engine for it is not there for now
 */
async function requireCapability(
  { db, config }: Pick<Resources, "db" | "config">,
  engines: readonly RegisteredManifest[],
  asked: Asked,
): Promise<void> {
  if (canTranscribe(engines, asked)) return;
  const registered = (await listEngines({ db }, config.jobs)).filter(({ manifest }) => manifest.kind === "recognition");
  const usable = registered.filter(({ isExpected, state }) => isExpected && state !== "unavailable");
  const manifestsOf = (list: typeof registered) => list.map(({ manifest }) => manifest);
  if (canTranscribe(manifestsOf(usable), asked)) throw new NotCapableError();
  // The API has accepted it, so an engine for it was there: that may be back with the next attempt.
  if (canTranscribe(manifestsOf(registered), asked)) throw new DomainError("engine_unavailable");
}

/** The sound as it was decoded, whatever was sent. */
type Recording = Pick<EncodedAudio, "path" | "sampleRate">;

interface Heard extends Omit<TranscriptionResult, "recording"> {
  readonly recording: Recording | null;
}

/** @returns the credits that were charged */
async function complete({ db, store }: Resources, lease: JobLease, heard: Heard): Promise<number> {
  const { recording } = heard;
  const { charged, listed } = await (recording === null
    ? completeTranscription({ db }, lease, { ...heard, recording })
    : keepRecording({ db, store }, lease, { ...heard, recording }));
  // The caller does not wait for it.
  void removeObjects({ db, store }, listed);
  return charged;
}

/** Every run has an object of its own, so that a run which lost its lease can only remove what it wrote itself. */
function keepRecording(
  { db, store }: Pick<Resources, "db" | "store">,
  lease: JobLease,
  { recording, ...heard }: Heard & { readonly recording: Recording },
): Promise<CompletedTranscription> {
  const key = `recordings/${lease.subjectId}-${lease.run}`;
  const { path, sampleRate } = recording;
  return uploadThenCommit({ db, store, key, path }, (claimObject) =>
    completeTranscription({ db, claimObject }, lease, {
      ...heard,
      recording: { resultKey: key, contentType: audioFormatFacts.flac.contentType, sampleRate },
    }),
  );
}

/** Fetches the file of a request into a folder: out of an archive, or that which was uploaded or is at an address. */
async function recordingFile(
  resources: Resources,
  fetched: { readonly lease: JobLease; readonly request: SpeechRequest },
  place: { readonly directory: string; readonly signal: AbortSignal },
): Promise<AudioSource> {
  const entry = entryOf(fetched.request);
  if (entry !== null) return unpackedSource(resources, entry, { ...place, name: fetched.request.file_name ?? "" });
  const { source_key: key, source_container: container } = await fetchedSource(resources, fetched, place);
  const path = join(place.directory, "source");
  const isThere = key !== null && (await resources.store.fetchTo(key, path));
  if (!isThere || container === null) throw new Error("The audio of the request no longer exists.");
  return { path, container };
}
