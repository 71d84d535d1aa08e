import { openAsBlob } from "node:fs";
import { z } from "zod";
import { transcriptionAnswer } from "#src/api/speech/schemas.ts";
import type { Recording } from "#harness/audio/recordings.ts";
import { wordErrors, wordsOf } from "#harness/audio/word-error-rate.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { missingKokoro } from "#harness/service/natural-voices.ts";
import { sum } from "#harness/statistics.ts";
import { applyKeyTerms } from "#workers/speech/terms/apply-own-words.ts";
import type { Figure, Report } from "./report.ts";
import { namedSentences, unrelatedTerms } from "./rare-names.ts";
import { type BenchOptions, type MeasuredService, startService } from "./running-service.ts";
import { speakNames } from "./spoken-names.ts";

const models = ["moonshine-tiny-en", "whisper-base", "pocketsphinx"] as const;
/** Percent of all words. */
const mostSpoilt = 0.2;

/** A recording with the names in it that a recogniser hardly knows. */
interface Named {
  readonly path: string;
  readonly text: string;
  readonly terms: readonly string[];
}

type Heard = z.output<typeof transcriptionAnswer>;

/**
 * Measures key terms: names that are heard with a list of all names and were not without, and words that are wrong with 100 unrelated
 * terms and were right without. The limits were chosen on every second sentence; the others and the recordings are reported.
 */
export async function measureKeyTerms(options: BenchOptions, recordings: readonly Recording[]): Promise<Report> {
  const { signal } = options;
  const missing = await missingKokoro();
  if (missing !== null) throw new Error(`Names cannot be spoken: ${missing}`);
  const load = machineLoad();
  const settings = { SPEECH_MODELS: "default,whisper-base", WAIT_MAX_SECONDS: "600" };
  await using service = await startService(["api", "transcription", "maintenance"], options, settings);
  const chosen = namedSentences.filter((_, at) => at % 2 === 1);
  const spoken = await speakNames(service, chosen, signal);
  const all: readonly Named[] = [...spoken, ...recordings.map(({ path, text }) => ({ path, text, terms: [] }))];
  const names = [...new Set(namedSentences.flatMap(({ terms }) => terms))];
  const figures: Figure[] = [];
  const notes: string[] = [];
  for (const model of models) {
    const tried: Tried[] = [];
    for (const one of all) tried.push(await tryTerms(await hear(service, { ...one, model }, signal), one, names));
    figures.push(...figuresOf(model, tried));
    notes.push(`${model}: ${noteOf(tried)}`);
  }
  return {
    title: `${spoken.length} sentences with rare names by two natural voices, half of them with noise, and ${recordings.length} recordings; ${names.length} terms; ${service.stack}; ${load}`,
    baseline: "the same without key terms",
    figures,
    notes,
  };
}

async function hear(
  { baseUrl, key }: MeasuredService,
  { path, model }: Named & { readonly model: string },
  signal: AbortSignal,
): Promise<Heard> {
  const body = new FormData();
  body.set("audio", await openAsBlob(path), "recording");
  body.set("model", model);
  const init = { method: "POST", headers: { "x-api-key": key }, body, signal };
  const answer = await fetch(`${baseUrl}/v1/speech/transcriptions`, init);
  if (answer.status !== 200) throw new Error(`${model} did not read ${path}: ${answer.status}.`);
  return z.object({ data: transcriptionAnswer }).parse(await answer.json()).data;
}

interface Tried {
  readonly words: number;
  /** Word errors without terms, with the names, and with unrelated terms. */
  readonly errors: readonly [plain: number, named: number, unrelated: number];
  /** Names that were said, and of these those that are in each text. */
  readonly said: number;
  readonly plain: number;
  readonly named: number;
}

async function tryTerms(heard: Heard, { text, terms }: Named, names: readonly string[]): Promise<Tried> {
  const { confidence_source: source, words, segments } = heard;
  // Speakers are letters in the answer, and no recording here has several.
  const transcript = {
    text: heard.text,
    words: words.map(({ speaker: _speaker, channel: _channel, ...word }) => word),
    segments: segments.map(({ speaker: _speaker, channel: _channel, ...segment }) => segment),
  };
  const options = { confidenceSource: source ?? ("none" as const), language: "en", directory: import.meta.dirname };
  const withTerms = async (keyTerms: readonly string[]): Promise<string> => {
    const own = { ...options, keyTerms: [...keyTerms], signal: AbortSignal.timeout(60_000) };
    return (await applyKeyTerms(transcript, own)).text;
  };
  const [named, unrelated] = [await withTerms(names), await withTerms(unrelatedTerms)];
  const countIn = (written: string): number => terms.filter((term) => isIn(term, written)).length;
  const errorsIn = (written: string): number => wordErrors(text, written).errors;
  return {
    words: wordErrors(text, "").words,
    errors: [errorsIn(heard.text), errorsIn(named), errorsIn(unrelated)],
    said: terms.length,
    plain: countIn(heard.text),
    named: countIn(named),
  };
}

/** Whether the words of a term stand side by side in a text. */
const isIn = (term: string, written: string): boolean =>
  ` ${wordsOf(written).join(" ")} `.includes(` ${wordsOf(term).join(" ")} `);

/** The words that terms made wrong, in percent of all. */
const spoiltBy = (tried: readonly Tried[], which: 1 | 2): number =>
  (100 * sum(tried.map(({ errors }) => Math.max(0, errors[which] - errors[0])))) / sum(tried.map(({ words }) => words));

function figuresOf(model: string, tried: readonly Tried[]): readonly Figure[] {
  const share = (part: (one: Tried) => number, of: (one: Tried) => number): number =>
    (100 * sum(tried.map(part))) / sum(tried.map(of));
  const said = ({ said: count }: Tried): number => count;
  const words = (one: Tried): number => one.words;
  const target = { of: "service", atMost: mostSpoilt } as const;
  return [
    {
      ...{ measure: `${model}: names right`, unit: "%", baseline: share(({ plain }) => plain, said) },
      service: share(({ named }) => named, said),
    },
    {
      ...{ measure: `${model}: words wrong`, unit: "%", baseline: share(({ errors }) => errors[0], words) },
      service: share(({ errors }) => errors[1], words),
    },
    { measure: `${model}: words spoilt by the names`, unit: "%", baseline: 0, service: spoiltBy(tried, 1) },
    {
      measure: `${model}: words spoilt by unrelated terms`,
      unit: "%",
      baseline: 0,
      service: spoiltBy(tried, 2),
      target,
    },
  ];
}

function noteOf(tried: readonly Tried[]): string {
  const total = (part: (one: Tried) => number): number => sum(tried.map(part));
  const [said, plain, named] = [total((one) => one.said), total((one) => one.plain), total((one) => one.named)];
  return `${said} names were said, ${plain} of them heard without terms and ${named} with them; ${total(({ words }) => words)} words.`;
}
