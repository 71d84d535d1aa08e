import { heartbeatJob, type JobLease } from "#src/domain/jobs/queries.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { audioFormatFacts, resolveEncoding } from "#src/domain/speech/audio-formats.ts";
import { completeSynthesis } from "#src/domain/speech/complete-synthesis.ts";
import { type DateOrder, dateOrderOf } from "#workers/speech/text/date-order.ts";
import { soundsFinder } from "#src/domain/pronunciation/find-sounds.ts";
import { respellParts } from "#src/domain/pronunciation/respell.ts";
import { failRequest } from "#src/domain/speech/fail-request.ts";
import { partsOfText } from "#src/domain/speech/parts-of-text.ts";
import { priceOfText } from "#src/domain/speech/price-of-text.ts";
import { type SpeechRequest, startRequest } from "#src/domain/speech/queries.ts";
import { reserveSynthesis } from "#src/domain/speech/reserve-work.ts";
import { type SynthesisOptions, synthesisOptions } from "#src/domain/speech/synthesis-options.ts";
import { uploadThenCommit } from "#src/domain/uploads/upload-then-commit.ts";
import { requireReady } from "#src/domain/voices/outdated-voices.ts";
import { findVoice, type Voice } from "#src/domain/voices/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { inSpan } from "#src/spans.ts";
import { type CacheEntry, cacheEntryOf, copyCached } from "./cached-synthesis.ts";
import { accountForFairness } from "#workers/runtime/account-for-fairness.ts";
import type { Handler } from "#workers/runtime/handler.ts";
import { measureSpeech } from "#workers/runtime/measure-speech.ts";
import { progressWriter } from "#workers/runtime/progress-writer.ts";
import { chunkWriter, watchLease } from "./write-stream.ts";
import { encodeAudio, type EncodedAudio } from "#workers/speech/audio/encode-audio.ts";
import type { EngineVoice, SpokenWords } from "#workers/speech/engine.ts";
import { streamSpeech } from "#workers/speech/stream-speech.ts";
import { normalizeForSpeech } from "#workers/speech/text/normalize-for-speech.ts";
import type { SpeakOptions } from "#workers/speech/synthesis/speak-segments.ts";
import type { Synthesizer } from "#workers/speech/synthesizer.ts";

/**
 * Synthesizes the text of a request and stores the audio, or copies it from the cache, and completes the request.
 * @param version of the program and the models that speak: with another one the same text may sound otherwise
 */
export const synthesizeSpeechHandler = (resources: Resources, synthesizer: Synthesizer, version: string): Handler => ({
  run: async (lease, signal, advance) => {
    const request = await startRequest(resources.db, lease.subjectId);
    if (request === null) throw new LeaseLostError();
    const voice = await voiceOf(resources, request);
    const options = synthesisOptions.parse(request.options);
    const { language_tag: languageTag, language } = request;
    const dateOrder = dateOrderOf({ languageTag, language, accent: voice.accent });
    const credits = await reserve(resources, request, { options, accent: voice.accent });
    const cacheAs = cacheEntryOf(resources, request, { voice, version, options, dateOrder });
    const copy = { key: copyKeyOf(lease), needsWords: options.wordTimestamps };
    if (cacheAs !== null && (await copyCached(resources, lease, { ...copy, cacheAs }))) return;
    const startedMs = performance.now();
    await using folder = await resources.workspace.folder();
    const work = {
      ...{ resources, synthesizer, request, credits, options, voice, dateOrder, lease, advance },
      directory: folder.path,
    };
    const { isCacheable, ...audio } = await (request.is_streamed ? stream : speakWhole)(work, signal);
    const { contentType } = audioFormatFacts[options.format];
    const charged = await keepAudio(resources, lease, { ...audio, contentType, cacheAs: isCacheable ? cacheAs : null });
    measureSpeech(resources, lease, { pool: "tts", charged, audioSeconds: audio.durationSeconds, startedMs });
  },
  fail: (lease, error) => failRequest(resources, lease, error),
});

/** @returns what all of the text costs @throws DomainError `audio_too_long`, `monthly_limit_exceeded`, `insufficient_credits` */
async function reserve(
  resources: Resources,
  { id: requestId, input_text: text, language, language_tag: languageTag }: SpeechRequest,
  { options, accent }: Pick<Work, "options"> & Pick<Voice, "accent">,
): Promise<number> {
  const price = priceOfText({ text: text ?? "", ...options, voice: { language, accent }, languageTag });
  await reserveSynthesis(resources, { requestId, ...price });
  return price.credits;
}

interface Work {
  readonly resources: Resources;
  readonly synthesizer: Synthesizer;
  readonly request: SpeechRequest;
  /** The credits for all of the text. */
  readonly credits: number;
  readonly options: SynthesisOptions;
  readonly voice: Voice;
  readonly dateOrder: DateOrder;
  readonly lease: JobLease;
  readonly directory: string;
  /** Called when a segment is spoken. */
  readonly advance: () => void;
}

/** Encoded speech with its model and words. */
interface Speech extends EncodedAudio {
  /** The engine that spoke most of it. */
  readonly model: string;
  /** Undefined where they were not asked for. */
  readonly words: SpokenWords | undefined;
  /** Whether the audio may be cached: it is what this voice always makes of this text. */
  readonly isCacheable: boolean;
}

async function speakWhole(work: Work, signal: AbortSignal): Promise<Speech> {
  const { synthesizer, options, voice, directory } = work;
  const spoken = await inSpan("synthesize speech", {}, async (span) => {
    const synthesis = await synthesizer.synthesize(spokenBy(work, signal));
    span.setAttributes({ "speech.model": synthesis.engine, "speech.audio.seconds": synthesis.durationSeconds });
    return synthesis;
  });
  const { engine, words, isSubstituted = false, ...pcm } = spoken;
  const { format, ...rates } = resolveEncoding(options);
  const encoding = { directory, signal, ...rates };
  const audio = await inSpan("encode audio", {}, () => encodeAudio(pcm, format, encoding));
  // Speech of a substitute engine is not what the voice sounds like.
  return { ...audio, model: engine, words, isCacheable: engine === voice.engine && !isSubstituted };
}

/** Sentences are spoken and levelled one by one, so the audio may differ from that of the whole text. */
async function stream(work: Work, signal: AbortSignal): Promise<Speech> {
  const { resources, synthesizer, credits, lease, options } = work;
  using watched = watchLease(resources, lease);
  const spoken = spokenBy(work, AbortSignal.any([signal, watched.signal]));
  const { continues } = options;
  const send = chunkWriter(resources, lease);
  const to = { encoding: resolveEncoding(options), characters: credits, continues, send };
  try {
    const { engine, words, ...audio } = await inSpan("stream speech", {}, () => streamSpeech(synthesizer, spoken, to));
    return { ...audio, model: engine, words, isCacheable: false };
  } catch (error) {
    // A lost lease explains more than the error of the engine that it stopped.
    watched.signal.throwIfAborted();
    throw error;
  }
}

/** The parts that the markup asks for, with the account's respellings. */
const partsToSpeak = (text: string, { inputType, pronunciations }: SynthesisOptions) =>
  respellParts(partsOfText(text, inputType), pronunciations);

function spokenBy(work: Work, signal: AbortSignal): SpeakOptions {
  const { request, options, dateOrder, lease, directory } = work;
  const { input_text: text, language } = request;
  if (text === null) throw new Error("The request holds no text.");
  const voice = engineVoiceOf(work.voice);
  const account = accountForFairness(lease);
  const onProgress = betweenSegments(work);
  const parts = partsToSpeak(text, options);
  const findSounds = soundsFinder(options.pronunciations, (word) => normalizeForSpeech(word, language, dateOrder));
  const spoken = { ...options, text, parts, findSounds, voice, language, dateOrder };
  return { ...spoken, directory, signal, account, onProgress };
}

/** Notes the progress, and stops work that has lost its lease; while the database cannot be asked, the work goes on. */
function betweenSegments({ resources, lease, advance }: Work): (percent: number) => Promise<void> {
  const write = progressWriter(resources, lease.subjectId);
  return async (percent) => {
    advance();
    if (!(await heartbeatJob(resources.db, lease).catch(() => true))) throw new LeaseLostError();
    write(percent);
  };
}

async function voiceOf({ db }: Resources, { voice_id: voiceId }: SpeechRequest): Promise<Voice> {
  const voice = voiceId === null ? null : await findVoice(db, voiceId);
  if (voice === null) throw new DomainError("voice_not_found");
  requireReady(voice);
  return voice;
}

function engineVoiceOf(voice: Voice): EngineVoice {
  const { engine, engine_voice: name, profile, gender } = voice;
  if (engine === null || name === null) throw new DomainError("voice_not_ready");
  return { engine, name, profile, gender };
}

interface KeptAudio extends Omit<Speech, "isCacheable"> {
  readonly contentType: string;
  /** The cache entry to store; null if it must not be cached. */
  readonly cacheAs: CacheEntry | null;
}

/** Every run has an object of its own, so that a run which lost its lease can only remove what it wrote itself. */
const resultKeyOf = ({ subjectId, run }: JobLease): string => `results/${subjectId}-${run}`;

/** The key of a copy is another one: where the copy fails, its key may be listed for removal while the run stores what it has spoken. */
const copyKeyOf = (lease: JobLease): string => `${resultKeyOf(lease)}-copy`;

function keepAudio({ db, store }: Resources, lease: JobLease, audio: KeptAudio): Promise<number> {
  const key = resultKeyOf(lease);
  const { path, ...result } = audio;
  return uploadThenCommit({ db, store, key, path }, (claimObject) =>
    completeSynthesis({ db, claimObject }, lease, { resultKey: key, ...result }),
  );
}
