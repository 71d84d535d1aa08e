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
import { type TranscriptionOptions, transcriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { uploadThenCommit } from "#src/domain/uploads/upload-then-commit.ts";
import type { Resources } from "#src/platform/resources.ts";
import { DomainError } from "#src/errors.ts";
import { transcribeAudio } from "#src/jobs/transcribe-audio.ts";
import { accountForFairness } from "#workers/runtime/account-for-fairness.ts";
import { type Handler, NotCapableError } from "#workers/runtime/handler.ts";
import { fetchedSource } from "#workers/transcription/fetch-recording.ts";
import { progressWriter } from "#workers/runtime/progress-writer.ts";
import type { AudioSource } from "#workers/speech/audio/decode-audio.ts";
import { measureSpeech } from "#workers/runtime/measure-speech.ts";
import type { EncodedAudio } from "#workers/speech/audio/encode-audio.ts";
import type { Recognition } from "#workers/speech/engine.ts";
import { formatTranscript } from "#workers/speech/recognition/format-transcript.ts";
import type { Recognizer } from "#workers/speech/recognizer.ts";
import { applyKeyTerms } from "#workers/speech/terms/apply-own-words.ts";
import { replaceWords } from "#workers/speech/terms/replace-words.ts";
import { searchWords } from "#workers/speech/terms/search-words.ts";
import { labelTranscript, type LabelledTranscript } from "#workers/speech/voices/speakers/label-transcript.ts";
import { speakersOfWords } from "#workers/speech/voices/speakers/speaker-turns.ts";
import type { Speakers } from "#workers/speech/voices/speakers/open-speakers.ts";
import { type HeardRecording, hearRecording, type Reading } from "./hear-recording.ts";
import { mergeReadings, mergeTranscripts, type WrittenTranscript } from "./merge-channels.ts";

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
    const named = await fetchedSource(resources, { lease, request }, { directory: folder.path, signal });
    const source = await fetchSource(resources, named, folder.path);
    const { maxSeconds } = request.is_demo ? resources.config.limits.demoAudio : resources.config.limits.audio;
    const decoding = { directory: folder.path, flac, maxSeconds, isLevelled: true, signal };
    const { audio, readings } = await hearRecording(source, decoding, {
      ...{ recognizer, speakers, options: { ...asked, ...runOptions(resources, lease, signal) } },
      reserve: (durationSeconds, channels) =>
        reserveTranscription(resources, { requestId: request.id, durationSeconds, channels }),
    });
    const [first, ...others] = readings;
    const recognition = mergeReadings([first.recognition, ...others.map((one) => one.recognition)]);
    const isNamed = request.language_tag !== null && asked.language !== detectLanguage;
    if (recognition.isOtherLanguage === true && !isNamed) throw new DomainError("language_mismatch");
    const recording = flac === null ? null : { path: flac, sampleRate: audio.sampleRate };
    const { durationSeconds } = audio;
    const charged = await complete(resources, lease, {
      ...(await readingOf(recognition, { audio, asked, readings, directory: folder.path, signal })),
      durationSeconds,
      recording,
    });
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

/** The options of a request with its language. */
interface Asked extends TranscriptionOptions {
  /** A primary tag, or `auto`. */
  readonly language: string;
}

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

/** Faults of a recording that its sender can mend, and what they do to the transcript. */
const warnings = {
  otherLanguage: {
    code: "language_mismatch",
    message: "The speech seems to be in another language than the one that was named, so the words may be made up.",
  },
  quiet: {
    code: "recording_quiet",
    message: "The recording is very quiet, so words may be missing. Record closer to the microphone or with more gain.",
  },
  oneChannel: {
    code: "one_channel",
    message:
      "The recording has one channel, so there is nothing to separate: it is transcribed and charged as a whole.",
  },
  clipped: {
    code: "recording_clipped",
    message: "The loud parts of the recording are cut off, so words may be wrong. Record with less gain.",
  },
} as const;

const warningsOf = (
  { isOtherLanguage = false, unread = [] }: Recognition,
  { audio: { isQuiet, isClipped }, asked, readings }: ReadOptions,
) => [
  ...(isOtherLanguage ? [warnings.otherLanguage] : []),
  ...unread,
  ...(asked.channels === "separate" && readings.length === 1 ? [warnings.oneChannel] : []),
  ...(isQuiet ? [warnings.quiet] : []),
  ...(isClipped ? [warnings.clipped] : []),
];

interface ReadOptions extends HeardRecording {
  readonly asked: Asked;
  /** A private folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** The transcript of a reading in the form that was asked for: with its speakers, then with the key terms, then with what replaces its words. */
async function writtenOf(
  { recognition, turns }: Reading,
  { asked, directory, signal }: Omit<ReadOptions, keyof HeardRecording>,
): Promise<LabelledTranscript> {
  const language = asked.task === "translate" ? "en" : (recognition.language ?? asked.language);
  const speakers = turns === null ? [] : speakersOfWords(recognition.words, turns);
  const formatted = formatTranscript(recognition, { format: asked.transcriptFormat, language, speakers });
  const labelled = turns === null ? formatted : labelTranscript(formatted, turns);
  const { confidenceSource } = recognition;
  const { keyTerms, replacements } = asked;
  const options = { keyTerms, confidenceSource, language, directory, signal };
  return replaceWords(await applyKeyTerms(labelled, options), replacements);
}

/** The transcript of all that was read, and what is known of its channels where each was read by itself. */
async function transcriptOf({ readings, ...options }: ReadOptions) {
  const [only, ...others] = readings;
  if (others.length === 0) return writtenOf(only, options);
  const channels = readings.map(({ recognition: { language, languageProbability, segments } }, channel) => ({
    channel,
    // The language of silence was not found, but assumed.
    ...(language !== undefined && segments.length > 0 && { language }),
    ...(languageProbability !== undefined && { languageProbability }),
  }));
  const written = await Promise.all(readings.map((reading) => writtenOf(reading, options)));
  return { ...mergeTranscripts(written), channels };
}

/** A transcript with the places of what is searched for. */
const withSearch = <Transcript extends WrittenTranscript>(transcript: Transcript, queries: readonly string[]) => ({
  ...transcript,
  ...(queries.length > 0 && { search: searchWords(transcript, queries) }),
});

/** The part of a recognition that is stored. */
const readingOf = async (recognition: Recognition, heard: ReadOptions) => ({
  model: recognition.model,
  confidenceSource: recognition.confidenceSource,
  transcript: {
    ...withSearch(await transcriptOf(heard), heard.asked.search),
    ...(recognition.languageProbability !== undefined && { languageProbability: recognition.languageProbability }),
    ...(recognition.modelReason !== undefined && { modelReason: recognition.modelReason }),
    ...(recognition.languages !== undefined && { languages: recognition.languages }),
    ...(recognition.unintelligible !== undefined && { unintelligible: recognition.unintelligible }),
    warnings: warningsOf(recognition, heard),
  },
  detectedLanguage: recognition.language,
});

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

/** Fetches the file of a request into a folder. */
async function fetchSource(
  { store }: Resources,
  { source_key: key, source_container: container }: Pick<SpeechRequest, "source_key" | "source_container">,
  directory: string,
): Promise<AudioSource> {
  const path = join(directory, "source");
  const fetched = key !== null && (await store.fetchTo(key, path));
  if (!fetched || container === null) throw new Error("The audio of the request no longer exists.");
  return { path, container };
}
