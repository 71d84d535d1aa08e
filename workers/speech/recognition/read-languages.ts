import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { DomainError } from "#src/errors.ts";
import type { DetectedLanguage, PcmFile, Recognition, SpokenLanguage, TimeSpan } from "#workers/speech/engine.ts";
import { mostOf } from "#workers/speech/text/most-of.ts";
import { askWindows } from "./ask-windows.ts";
import { doubtfulWindows, otherLanguages, type Section, speechSecondsOf, withSections } from "./language-sections.ts";

/** A check that cannot be made is no reason to fail what was read. */
export function nothingFound(error: unknown): null {
  const isMissing = error instanceof DomainError && ["engine_unavailable", "engine_timeout"].includes(error.code);
  if (isMissing) return null;
  throw error;
}

/** The parts that it needs. */
export interface LanguageReader {
  /** Finds the language of a recording by its first seconds of speech; null where there is no speech. */
  readonly find: (audio: PcmFile) => Promise<DetectedLanguage | null>;
  /** Whether a model reads this language, a primary tag. */
  readonly canRead: (language: string) => boolean;
  readonly read: (audio: PcmFile, language: string, onProgress: OnProgress) => Promise<Recognition>;
  /** Says of a language, a primary tag, that no model reads it, and what to do. */
  readonly unsupported: (language: string) => string;
  /** True: all of it is read in the language that is found first. */
  readonly isWhole: boolean;
  /** Whether parts are left out whose engine is not available. */
  readonly mayLeaveOut: boolean;
  readonly signal: AbortSignal;
  /** Called with a percentage, 0 to 100, of the whole work. */
  readonly onProgress: OnProgress;
}

type OnProgress = (percent: number) => void;

const bytesPerSample = 2;
/** Read where no speech is found that could have a language. */
const usualLanguage = "en";
/** Where no model reads the language of the beginning, so many parts are asked for theirs before the recording is refused. */
const mostSamples = 8;
const sampleSeconds = 15;

/** The percentage of the work that is done when all is read once, and when it is known which parts are in other languages. */
const readOnce = 75;
const languagesFound = 80;

/** The progress of a part of the work, within the percentages of the whole. */
const within =
  ({ onProgress }: Pick<LanguageReader, "onProgress">, from: number, to: number): OnProgress =>
  (percent) =>
    onProgress(Math.floor(from + ((to - from) * percent) / 100));

/**
 * Reads a recording whose language is not known: in that of its beginning, and then the parts in another language in theirs.
 * @throws DomainError `language_unsupported` when most of the speech is in languages that no model reads
 */
export async function readLanguages(audio: PcmFile, reader: LanguageReader): Promise<Recognition> {
  const own = await findOwn(audio, reader);
  const { language } = own ?? { language: usualLanguage };
  if (own === null) return { ...(await reader.read(audio, language, reader.onProgress)), language };
  const read = await reader.read(audio, language, within(reader, 0, reader.isWhole ? 100 : readOnce));
  const first = { ...read, language, languageProbability: own.probability };
  if (reader.isWhole) return first;
  const others = await findOthers(audio, { first, own }, reader);
  const unsupported = (spoken: string): DomainError | null =>
    reader.canRead(spoken) ? null : new DomainError("language_unsupported", reader.unsupported(spoken));
  const found = others.map((spoken) => ({ ...spoken, read: null, failure: unsupported(spoken.language) }));
  requireMost(read, found, audio);
  const sections = await readSections(audio, found, reader);
  requireMost(read, sections, audio);
  reader.onProgress(100);
  const unread = sections.flatMap(({ failure }) =>
    failure === null ? [] : [[failure.message, failure.code] as const],
  );
  const whole = withSections(first, own, sections);
  if (unread.length === 0) return whole;
  return { ...whole, unread: [...new Map(unread)].map(([message, code]) => ({ code, message })) };
}

/** A part in another language that was read, or why it was not. */
interface TriedSection extends Section {
  readonly failure: DomainError | null;
}

/** The parts in another language than the one in which all was read. */
async function findOthers(
  audio: PcmFile,
  { first, own }: { readonly first: Recognition; readonly own: DetectedLanguage },
  reader: LanguageReader,
): Promise<readonly SpokenLanguage[]> {
  const { signal } = reader;
  const onAsked = within(reader, readOnce, languagesFound);
  const windows = await askWindows(doubtfulWindows(first, audio.durationSeconds), {
    own,
    ask: (window) => withSlice(audio, { ...window, signal }, reader.find).catch(nothingFound),
    onAsked: (share) => onAsked(100 * share),
  });
  return otherLanguages(windows, own.language);
}

/** Reads the parts for which there is a model. */
async function readSections(
  audio: PcmFile,
  found: readonly TriedSection[],
  reader: LanguageReader,
): Promise<readonly TriedSection[]> {
  const all = found.reduce((sum, section) => sum + secondsToRead(section), 0);
  const percentAt = (seconds: number): number => languagesFound + ((100 - languagesFound) * seconds) / all;
  const sections: TriedSection[] = [];
  let done = 0;
  for (const section of found) {
    const begun = done;
    done += secondsToRead(section);
    const onProgress = within(reader, percentAt(begun), percentAt(done));
    sections.push(section.failure === null ? await readSection(audio, section, { ...reader, onProgress }) : section);
  }
  return sections;
}

const secondsToRead = ({ start, end, failure }: TriedSection): number => (failure === null ? end - start : 0);

/** The English names of languages by their tags. */
export const languageNames = new Intl.DisplayNames("en", { type: "language" });

/** @throws DomainError as an engine does, `engine_unavailable` only where the part must not be left out */
async function readSection(audio: PcmFile, section: TriedSection, reader: LanguageReader): Promise<TriedSection> {
  const { language } = section;
  try {
    const inIt = (slice: PcmFile) => reader.read(slice, language, reader.onProgress);
    return { ...section, read: await withSlice(audio, { ...section, signal: reader.signal }, inIt) };
  } catch (error) {
    const isUnavailable = error instanceof DomainError && error.code === "engine_unavailable";
    if (!isUnavailable || !reader.mayLeaveOut) throw error;
    const message = `The model that reads ${languageNames.of(language) ?? language} was not available, so a part in it was not transcribed.`;
    return { ...section, failure: new DomainError("engine_unavailable", message) };
  }
}

/**
 * The language of the beginning; where no model reads that, the most frequent one that is read. Null where there is no speech.
 * @throws DomainError `language_unsupported` when no model reads most of it
 */
async function findOwn(audio: PcmFile, reader: LanguageReader): Promise<DetectedLanguage | null> {
  const { signal } = reader;
  const first = await reader.find(audio);
  if (first === null || reader.canRead(first.language)) return first;
  const count = reader.isWhole ? 0 : Math.min(mostSamples, Math.floor(audio.durationSeconds / sampleSeconds));
  const found: DetectedLanguage[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = (index * (audio.durationSeconds - sampleSeconds)) / Math.max(1, count - 1);
    const language = await withSlice(audio, { start, end: start + sampleSeconds, signal }, reader.find);
    if (language !== null) found.push(language);
  }
  const readable = found.filter(({ language }) => reader.canRead(language));
  const language = mostOf(readable.map((each) => [each.language, each.probability]));
  if (language === undefined || 2 * readable.length < found.length) {
    throw new DomainError("language_unsupported", reader.unsupported(first.language));
  }
  return readable.find((each) => each.language === language) ?? first;
}

/** @throws DomainError why, when more than half of the speech was not read */
function requireMost(
  read: Recognition,
  sections: readonly TriedSection[],
  { durationSeconds }: Pick<PcmFile, "durationSeconds">,
): void {
  const failed = sections.filter(({ failure }) => failure !== null);
  const lost = failed.reduce((sum, each) => sum + speechSecondsOf(read, each), 0);
  const all = speechSecondsOf(read, { start: 0, end: durationSeconds });
  const [failure] = failed.flatMap((each) => each.failure ?? []);
  if (failure !== undefined && 2 * lost > all) throw failure;
}

/** Works on a part of a recording, which is a file of its own beside it meanwhile. */
async function withSlice<Result>(
  { path, sampleRate }: PcmFile,
  { start, end, signal }: TimeSpan & Pick<LanguageReader, "signal">,
  work: (slice: PcmFile) => Promise<Result>,
): Promise<Result> {
  const byteAt = (seconds: number): number => Math.round(seconds * sampleRate) * bytesPerSample;
  const [first, last] = [byteAt(start), Math.max(byteAt(start), byteAt(end)) - 1];
  const slice = { path: `${path}-${randomUUID()}`, sampleRate, durationSeconds: end - start };
  try {
    await pipeline(createReadStream(path, { start: first, end: last }), createWriteStream(slice.path), { signal });
    return await work(slice);
  } finally {
    await rm(slice.path, { force: true });
  }
}
