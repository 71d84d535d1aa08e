import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openBareSynthesis } from "./bare-synthesis.ts";
import { heardErrors } from "./heard-errors.ts";
import { type ReadBack, readBacksOf, soundsHeard, soundsMeant } from "./phonetic-read-back.ts";
import type { Figure } from "./report.ts";
import { syllablesIn } from "./sound-classes.ts";
import type { SpeechClient } from "#harness/clients/speech-client.ts";
import type { SpeechSentence } from "./speech-sentences.ts";
import { quantile, sum } from "#harness/statistics.ts";
import { wavSeconds } from "./wav-seconds.ts";
import { type WordErrors, wordErrorRate } from "#harness/audio/word-error-rate.ts";

/** Percent. */
const maxErrorRate = 4;
/** Seconds of speech for a syllable, from fast to slow reading, with a short sentence's pauses. */
const plausiblePace = { from: 0.1, to: 0.4 } as const;
/** Sounds of other languages come out as their neighbours in English, so that a part of the distance remains. */
const maxDistanceRatio = 0.85;

export interface QualityOptions {
  readonly client: SpeechClient;
  /** An existing folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

interface Judged {
  readonly figures: readonly Figure[];
  readonly notes: readonly string[];
}

/** Speaks English sentences by the default voice and by flite alone, and lets the service transcribe both. */
export async function judgeEnglish(
  sentences: readonly SpeechSentence[],
  { client, directory, signal }: QualityOptions,
): Promise<Judged> {
  const [own, bare]: [WordErrors[], WordErrors[]] = [[], []];
  const notes: string[] = [];
  for (const [index, { text, spoken }] of sentences.entries()) {
    const name = `sentence-${index}`;
    const path = join(directory, `${name}.service.wav`);
    await writeFile(path, await client.speak(text, "en"));
    await (
      await openBareSynthesis(text, { directory, name, signal })
    )();
    const heard = (await client.transcribe(path)).text;
    const errors = heardErrors(spoken, heard);
    own.push(errors);
    bare.push(heardErrors(spoken, (await client.transcribe(join(directory, `${name}.wav`))).text));
    if (errors.errors > 0) notes.push(`${errors.errors} of ${errors.words} words: "${text}" was heard as "${heard}".`);
  }
  const target = { of: "service", atMost: maxErrorRate } as const;
  const [baseline, service] = [wordErrorRate(bare), wordErrorRate(own)];
  const measure = `word errors of ${sentences.length} English sentences, beside flite alone`;
  return { figures: [{ measure, unit: "%", baseline, service, target }], notes };
}

/** Speaks sentences of a language by its default voice: how long each takes, and what the phone loop hears of it. */
export async function judgeLanguage(
  language: string,
  sentences: readonly SpeechSentence[],
  { client, directory, signal }: QualityOptions,
): Promise<Judged> {
  const spoken: Spoken[] = [];
  for (const [index, { text, spoken: words }] of sentences.entries()) {
    const path = join(directory, `${language}-${index}.wav`);
    const wav = await client.speak(text, language);
    await writeFile(path, wav);
    const meant = await soundsMeant(words, language, signal);
    spoken.push({ path, meant, pace: wavSeconds(wav) / syllablesIn(meant) });
  }
  const heard = await soundsHeard(
    spoken.map(({ path }) => path),
    { directory, signal },
  );
  const meant = spoken.map((one) => one.meant);
  const readBacks = readBacksOf(meant, heard);
  const paces = spoken.map(({ pace }) => pace);
  const notes = sentences.map(({ text }, index) => {
    const [from, to] = [meant[index] ?? [], heard[index] ?? []];
    return `${language}: "${text}" has the sounds ${from.join("")} and was heard as ${to.join("")}.`;
  });
  return { figures: [...figuresOfPace(language, paces), ...figuresOfReadBack(language, readBacks)], notes };
}

interface Spoken {
  readonly path: string;
  /** Classes of sounds. */
  readonly meant: readonly string[];
  /** Seconds for a syllable. */
  readonly pace: number;
}

function figuresOfPace(language: string, paces: readonly number[]): readonly Figure[] {
  const baseline = sum(paces) / paces.length;
  const figureOf = (name: string, share: number): Figure => ({
    measure: `${language}: seconds for a syllable, ${name} of ${paces.length} sentences, beside their mean`,
    unit: "s",
    baseline,
    service: quantile(paces, share),
    target: { of: "service", ...plausiblePace },
  });
  return [figureOf("fastest", 0), figureOf("slowest", 1)];
}

/** By chance one of all sentences would be the nearest. */
function figuresOfReadBack(language: string, readBacks: readonly ReadBack[]): readonly Figure[] {
  const matched = readBacks.filter(({ own, nearestOther }) => own < nearestOther).length;
  const own = sum(readBacks.map((one) => one.own)) / readBacks.length;
  const other = sum(readBacks.map((one) => one.nearestOther)) / readBacks.length;
  return [
    {
      measure: `${language}: sentences of ${readBacks.length} heard nearest to their own sounds, beside chance`,
      unit: "",
      baseline: 1,
      service: matched,
      target: { of: "service", atLeast: readBacks.length },
    },
    {
      measure: `${language}: distance of what was heard from its own sounds, beside the nearest other sentence's`,
      unit: "%",
      baseline: 100 * other,
      service: 100 * own,
      target: { of: "ratio", atMost: maxDistanceRatio },
    },
  ];
}
