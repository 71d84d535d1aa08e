import type { SynthesisOptions } from "#src/domain/speech/synthesis-options.ts";
import type { TranscriptionOptions } from "#src/domain/speech/transcription-options.ts";

/**
 * The shapes that the speech core asks of an engine and passes on. A handler sees only these shapes, so
 * an engine can be a command-line program, a library in a child process or a server over HTTP.
 */

/** The owner of a task: an account, and one of its files or texts. */
export interface Owner {
  readonly account: string;
  readonly file: object;
}

/** The description of an engine. */
export interface EngineManifest {
  /** "moonshine-tiny-en", "pocketsphinx", "whisper-tiny.en", "kokoro", "espeak-ng". */
  readonly name: string;
  readonly kind: "recognition" | "synthesis";
  /** Primary language tags there is a model for. */
  readonly languages: readonly string[];
  readonly tier: "fast" | "accurate" | "fallback";
  /** True when it accepts `auto` as the language. */
  readonly detectsLanguage: boolean;
  /** True when it can write speech of its languages down in English. Default: false. */
  readonly translates?: boolean | undefined;
  /** The memory of one process in use, in MB. */
  readonly memoryMb: number;
  /** The packages to install, in one sentence. */
  readonly requires: string;
  /** For an engine whose voices are known only at run time: the best voice of each language, by primary tag. */
  readonly preferredVoices?: Readonly<Record<string, string>> | undefined;
  /** Changes when other models or another server are used under the name of this engine. */
  readonly modelDigest?: string | undefined;
}

/** Whether an engine can work now. One that is `idle` has unloaded its models and loads them with the next request. */
export interface EngineStatus {
  readonly state: "starting" | "ready" | "idle" | "unavailable";
  /** Why it is unavailable and what to do, in a sentence or two; for operators. */
  readonly reason?: string;
}

/** Signed 16-bit little-endian mono PCM in a file without a header. */
export interface PcmFile {
  readonly path: string;
  /** Hz. */
  readonly sampleRate: number;
  readonly durationSeconds: number;
}

/** A word with its times in the audio, in seconds, and its confidence, 0 to 1. */
export interface RecognizedWord extends TimedWord {
  readonly confidence: number;
  /** The spoken form, where the engine knows it better than the spelling does: `nine oh two` for `902`. */
  readonly spoken?: string;
}

/** Speech between two pauses; `confidence` is the mean over its words. */
export interface RecognizedSegment extends TimeSpan {
  readonly id: number;
  readonly text: string;
  readonly confidence: number;
}

/** A part of a recording, in seconds. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/** Silence is `text: ""` with no segments and no words. Times never decrease. */
export interface Recognition {
  readonly text: string;
  readonly segments: readonly RecognizedSegment[];
  readonly words: readonly RecognizedWord[];
  /** The name of the engine that transcribed it. */
  readonly model: string;
  /** Why that one: "the only model that reads French". Absent where an engine is asked directly. */
  readonly modelReason?: string;
  /** Where the confidences come from: the model, or its words' alignment with the audio. With `none` they mean nothing. */
  readonly confidenceSource: "model" | "alignment" | "none";
  /** True when words of it have times by the number of their letters alone. */
  readonly hasEstimatedTimes?: boolean;
  /** The primary tag that was detected where the language was `auto`. */
  readonly language?: string;
  /** The probability of that language, 0 to 1, where an engine gave one. */
  readonly languageProbability?: number;
  /** Speech in which no words were found, in its order. Absent where the engine cannot tell speech from other sound. */
  readonly unintelligible?: readonly TimeSpan[];
  /** The languages with their times, where there are several. */
  readonly languages?: readonly SpokenLanguage[];
  /** Why speech was not read: a sentence for each language that no model reads, or whose model was not available, with its error code. */
  readonly unread?: readonly { readonly code: string; readonly message: string }[];
  /** True when the speech seems to be of another language than the engine was asked for: its words are made up. */
  readonly isOtherLanguage?: boolean;
}

/** The options of the transcription, which an engine acts on as far as it can, and what else a run needs. */
export interface RecognizeOptions extends Partial<TranscriptionOptions> {
  /** Primary language tag, one of the engine's languages; `auto` where the engine detects it. */
  readonly language: string;
  readonly signal: AbortSignal;
  /** The account, for the fair queue. A new one when absent. */
  readonly account?: string;
  /** Whether parts in another language are left out whose engine is not available. Default: it is an error. */
  readonly mayLeaveOut?: boolean;
  /** Called with a whole percentage, 0 to 100, that never falls. */
  readonly onProgress?: (percent: number) => void;
}

/** A language that was found in a recording, a primary tag, with its probability, 0 to 1. */
export interface DetectedLanguage {
  readonly language: string;
  readonly probability: number;
}

/** A part of a recording with its language. */
export interface SpokenLanguage extends DetectedLanguage, TimeSpan {}

export type RecognitionTask = NonNullable<RecognizeOptions["task"]>;

/**
 * The care with which an utterance is read: one that goes on is a draft, which is read once; of a final what is doubtful is read again;
 * in one that is `aligned` the words are found in the sound as well, which takes as long as reading it.
 */
export type UtteranceEffort = "draft" | "final" | "aligned";

/** A part of a stream of sound that is read while more of it comes. */
export interface UtteranceOptions extends Pick<RecognizeOptions, "language" | "signal"> {
  /** The account and the stream, for the fair queue. */
  readonly owner: Owner;
  /** The ranges of speech that were found in it: samples from the first up to and without the second. */
  readonly speech: readonly (readonly [from: number, to: number])[];
  /** Default: `final`. */
  readonly effort?: UtteranceEffort;
}

/** @throws DomainError `engine_unavailable`, `engine_timeout`, `language_unsupported` */
export interface RecognitionEngine {
  readonly manifest: EngineManifest;
  transcribe(audio: PcmFile, options: RecognizeOptions): Promise<Recognition>;
  /** Finds the language without reading all of it, where the engine can; null where there is no speech. */
  findLanguage?(
    audio: PcmFile,
    options: Pick<RecognizeOptions, "account" | "signal">,
  ): Promise<DetectedLanguage | null>;
  /** Reads 16 kHz samples of a stream, at most 24 s; the caller says where speech is. */
  readUtterance?(samples: Int16Array, options: UtteranceOptions): Promise<Recognition>;
  /** Finds the languages that 16 kHz samples of a stream may be in, the likeliest first. */
  findSpokenLanguages?(
    samples: Int16Array,
    options: Pick<UtteranceOptions, "owner" | "signal">,
  ): Promise<readonly DetectedLanguage[]>;
  status(): EngineStatus;
  /** The process ids of its running children, each a process group leader; empty without children. */
  pids?(): readonly number[];
  close(): Promise<void>;
}

/** How a voice of the catalogue is spoken: which engine, under which of its own names, with which parameters. */
export interface EngineVoice {
  readonly engine: string;
  readonly name: string;
  /** Parameters that training found; null for a built-in voice. */
  readonly profile: StyleProfile | null;
  /** For the choice of a substitute; null or absent where it is not known. */
  readonly gender?: "female" | "male" | null;
}

/** The parameters of a custom voice, which voice matching found; Kokoro speaks it. */
export interface StyleProfile {
  readonly kind: "style";
  /** The voice of Kokoro whose styles the offset is added to. */
  readonly baseVoice: string;
  /** 256 numbers. */
  readonly styleOffset: readonly number[];
  /** The factor by which pitch and formants are moved up; 1 leaves them. */
  readonly resampling: number;
  /** 257 taps of a symmetric FIR filter at 24 kHz; null for none. */
  readonly equalizer: readonly number[] | null;
}

/** Finds the words of a normalized text, in UTF-16 units, whose sounds are given, in IPA. */
export type FindSounds = (text: string) => readonly { from: number; to: number; ipa: string }[];

/** The options of the speech, which an engine acts on as far as it can, and what else it needs for a text. */
export interface SynthesizeOptions extends Partial<SynthesisOptions> {
  readonly text: string;
  readonly voice: EngineVoice;
  /** Primary language tag to speak in. */
  readonly language: string;
  /** 0.5 to 2; 1 is the voice's own rate. */
  readonly speed: number;
  /** An existing private folder the engine may write into. */
  readonly directory: string;
  readonly signal: AbortSignal;
  /** Finds words whose sounds the caller gives, for engines that speak sounds; none when absent. */
  readonly findSounds?: FindSounds | undefined;
  /** The account and the text, for the fair queue. A new account when absent. */
  readonly owner?: Owner;
}

/** A spoken word with its start and end, in seconds. */
export interface TimedWord extends TimeSpan {
  readonly word: string;
}

/** Speech of an engine. */
export interface SpokenPcm extends PcmFile {
  /** The pronounced words of the text, where the engine knows their times. */
  readonly words?: readonly TimedWord[];
}

/** The words of a text as they are written, numbers in figures, with their times. Times never decrease. */
export interface SpokenWords {
  /**
   * Where the times come from, the least exact of them: the model that spoke, an alignment of the words with the sound, or an
   * estimate by the length of the words.
   */
  readonly source: "model" | "alignment" | "estimate";
  readonly words: readonly TimedWord[];
}

/** Speech of a text. */
export interface Synthesis extends PcmFile {
  /** The times of the words, when they were requested. */
  readonly words?: SpokenWords;
  /** The name of the engine that spoke most of it. */
  readonly engine: string;
  /** True where a part was spoken in place of an engine that was not available. */
  readonly isSubstituted?: boolean;
}

/** @throws DomainError `engine_unavailable`, `engine_timeout`, `language_unsupported` */
export interface SynthesisEngine {
  readonly manifest: EngineManifest;
  /** The length of the segments of a long text, in letters: some tenths of a second of processor time. */
  readonly segmentLetters: number;
  /** True when this voice of the engine can pronounce every letter of the text in this language. */
  canSpeak(text: string, language: string, voice: EngineVoice): boolean;
  /** True when it has its own fair queue, as its hosts or its server limit its concurrency: what waits there takes no slot from others. */
  readonly hasFairQueue?: boolean;
  synthesize(options: SynthesizeOptions): Promise<SpokenPcm>;
  status(): EngineStatus;
  /** The process ids of its running children, each a process group leader; empty without children. */
  pids?(): readonly number[];
  close(): Promise<void>;
}
