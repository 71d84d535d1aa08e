import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openBareSynthesis } from "./bare-synthesis.ts";
import { heardErrors } from "./heard-errors.ts";
import type { Figure } from "./report.ts";
import type { SpeechClient } from "./speech-client.ts";
import type { SpeechSentence } from "./speech-sentences.ts";
import { quantile, sum } from "./statistics.ts";
import { wavSeconds } from "./wav-seconds.ts";
import { type WordErrors, wordErrorRate } from "./word-error-rate.ts";

/** Percent. */
const maxErrorRate = 4;
/** Seconds of speech for a character of what is spoken, from fast to slow reading, with a short sentence's pauses. */
const plausiblePace = { from: 0.035, to: 0.16 } as const;

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

/** Speaks sentences of a language; the recogniser knows English alone, so what it hears is for people to read. */
export async function judgeLanguage(
  language: string,
  sentences: readonly SpeechSentence[],
  { client, directory }: QualityOptions,
): Promise<Judged> {
  const paces: number[] = [];
  const notes: string[] = [];
  for (const [index, { text, spoken }] of sentences.entries()) {
    const path = join(directory, `${language}-${index}.wav`);
    const wav = await client.speak(text, language);
    await writeFile(path, wav);
    paces.push(wavSeconds(wav) / spoken.length);
    notes.push(`${language}: "${text}" was heard by ears for English as "${(await client.transcribe(path)).text}".`);
  }
  const target = { of: "service", ...plausiblePace } as const;
  const baseline = sum(paces) / paces.length;
  const figureOf = (name: string, share: number): Figure => ({
    measure: `${language}: seconds for a character, ${name} of ${paces.length} sentences, beside their mean`,
    unit: "s",
    baseline,
    service: quantile(paces, share),
    target,
  });
  return { figures: [figureOf("fastest", 0), figureOf("slowest", 1)], notes };
}
