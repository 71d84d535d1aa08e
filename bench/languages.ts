import { readCatalogue } from "#src/models/catalogue.ts";
import { findInstalledModel } from "#src/models/installed.ts";
import { characterScore } from "#harness/audio/character-score.ts";
import type { Recording } from "#harness/audio/recordings.ts";
import { wordErrorRate, wordErrors } from "#harness/audio/word-error-rate.ts";
import { openSpeechClient, type SpeechClient, UnexpectedStatusError } from "#harness/clients/speech-client.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { sum } from "#harness/statistics.ts";
import type { Figure, Report } from "./report.ts";
import { type BenchOptions, startService } from "./running-service.ts";

const model = "whisper-base";

/** A recording as the service heard it; null where it was refused. */
interface Hearing {
  readonly recording: Recording;
  readonly heard: Awaited<ReturnType<SpeechClient["transcribe"]>> | null;
}

/**
 * Measures how well recordings are heard whose language is not said: the words that are wrong in each language, how many
 * languages are found and how many recordings are refused, and how good translations are.
 */
export async function measureLanguages(options: BenchOptions, recordings: readonly Recording[]): Promise<Report> {
  if ((await findInstalledModel(modelsDirectory, model)) === null) {
    throw new Error(`${model} is not installed: npm run models -- pull ${model}`);
  }
  const load = machineLoad();
  await using service = await startService(["api", "transcription", "maintenance"], options, {
    SPEECH_MODELS: `default,${model}`,
  });
  const client = openSpeechClient(service, options.signal);
  const hearings: Hearing[] = [];
  for (const recording of recordings) hearings.push(await hear(client, recording));
  const languages = [...new Set(recordings.map(({ language }) => language))].toSorted();
  const known = await recordedQuality();
  const ofLanguage = (language: string) => hearings.filter(({ recording }) => recording.language === language);
  return {
    title: `${recordings.length} recordings in ${languages.length} languages by language=auto; ${service.stack}; ${load}`,
    baseline: `the figure of ${model} in models/catalogue.json, read by itself; 0 where there is none`,
    figures: [
      ...languages.flatMap((language) => figureOf(ofLanguage(language), known.get(language) ?? 0)),
      ...(await translationFigures(client, recordings)),
    ],
    notes: languages.map((language) => noteOf(language, ofLanguage(language))),
  };
}

/** The words wrong that the catalogue has of the model, in percent, by language. */
async function recordedQuality(): Promise<ReadonlyMap<string, number>> {
  const entry = (await readCatalogue()).find(({ name }) => name === model);
  return new Map(entry?.quality?.map(({ language, wordErrorPercent }) => [language, wordErrorPercent]));
}

async function hear(client: SpeechClient, recording: Recording): Promise<Hearing> {
  try {
    return { recording, heard: await client.transcribe(recording.path, { language: "auto" }) };
  } catch (error) {
    if (error instanceof UnexpectedStatusError && error.status === 422) return { recording, heard: null };
    throw error;
  }
}

/** The words wrong in what was not refused. */
function figureOf(hearings: readonly Hearing[], baseline: number): readonly Figure[] {
  const errors = hearings.flatMap(({ recording, heard }) =>
    heard === null ? [] : [wordErrors(recording.text, heard.text)],
  );
  const [language] = hearings.map(({ recording }) => recording.language);
  if (errors.length === 0) return [];
  return [{ measure: `words wrong, ${language}`, unit: "%", baseline, service: wordErrorRate(errors) }];
}

function noteOf(language: string, hearings: readonly Hearing[]): string {
  const heard = hearings.flatMap((hearing) => (hearing.heard === null ? [] : [hearing.heard.language]));
  const found = heard.filter((one) => one === language).length;
  const words = sum(hearings.map(({ recording }) => wordErrors(recording.text, "").words));
  const refused = hearings.length - heard.length;
  return `${language}: ${words} words in ${hearings.length} recordings; the language of ${found} was found, ${refused} were refused.`;
}

/** How alike the translations and their references are, by language. */
async function translationFigures(client: SpeechClient, recordings: readonly Recording[]): Promise<readonly Figure[]> {
  const scores = new Map<string, number[]>();
  for (const { path, language, translation } of recordings) {
    if (translation === undefined) continue;
    const { text } = await client.transcribe(path, { task: "translate", language });
    const ofLanguage = scores.get(language) ?? [];
    scores.set(language, [...ofLanguage, characterScore(translation, text)]);
  }
  return [...scores].map(([language, all]) => ({
    measure: `translation into English, ${language}`,
    unit: "chrF2",
    baseline: 100,
    service: sum(all) / all.length,
  }));
}
