import { mostOf } from "#workers/speech/text/most-of.ts";
import { DomainError } from "#src/errors.ts";
import type { EngineVoice, SynthesisEngine, SynthesizeOptions } from "#workers/speech/engine.ts";
import { availableVoices } from "./substitute-voice.ts";
import { languageOfScript, splitByScript } from "#workers/speech/text/script-runs.ts";

/** The engines of the synthesizer. */
export interface Engines {
  /** The engines voices may name. */
  readonly engines: readonly SynthesisEngine[];
  /** The one of them that takes over what another cannot say. Speaks English at least. */
  readonly fallback: SynthesisEngine;
}

/** One way to speak a text: the engine, the voice, the language, and whether it is spelled. */
export interface Speaker {
  readonly engine: SynthesisEngine;
  readonly voice: EngineVoice;
  readonly language: string;
  readonly spelled: boolean;
}

/** With more changes of speaker, one speaker reads the whole text: each change costs a process. */
const maxRuns = 64;

const sameSpeaker = (a: Speaker, b: Speaker): boolean =>
  a.engine === b.engine && a.language === b.language && a.spelled === b.spelled;

/**
 * All speakers for the text, the best first: the chosen voice, the fallback in the caller's language, then in that of
 * the script.
 */
const findSpeakers = (text: string, options: SynthesizeOptions, { engines, fallback }: Engines): Speaker[] => {
  const { voice, language } = options;
  const own = availableVoices(voice, language, engines).flatMap((one) => {
    const engine = engines.find(({ manifest }) => manifest.name === one.engine);
    return engine === undefined ? [] : [{ engine, voice: one, language, spelled: false }];
  });
  if (own.length === 0) throw unavailable(voice.engine, engines);
  const isFallback = ({ engine }: EngineVoice): boolean => engine === fallback.manifest.name;
  const spare = own.find((speaker) => isFallback(speaker.voice))?.voice ?? {
    ...{ engine: fallback.manifest.name, name: "", profile: null },
  };
  const byFallback = (tag: string) => ({ engine: fallback, voice: spare, language: tag, spelled: false });
  const languages = new Set([language, languageOfScript(text) ?? "en", "en"]);
  const candidates = [...own, ...[...languages].map(byFallback)];
  const able = candidates.filter((speaker) => speaker.engine.canSpeak(text, speaker.language, speaker.voice));
  return [...able, { ...byFallback("en"), spelled: true }];
};

function unavailable(name: string, engines: readonly SynthesisEngine[]): DomainError {
  const reason = engines.find(({ manifest }) => manifest.name === name)?.status().reason;
  return new DomainError("engine_unavailable", reason ?? `There is no engine ${name}.`);
}

/** A stretch of a text that is spoken by one speaker. */
export interface TextRun {
  readonly text: string;
  /** The speakers for it, the best first. */
  readonly speakers: readonly Speaker[];
}

const runOf = (text: string, options: SynthesizeOptions, synthesizer: Engines): TextRun => ({
  text,
  speakers: findSpeakers(text, options, synthesizer),
});

/** Neighbours with the same first speaker become one. */
const mergeRuns = (runs: readonly TextRun[]): readonly TextRun[] => {
  const merged: TextRun[] = [];
  for (const run of runs) {
    const [before, next] = [merged.at(-1)?.speakers[0], run.speakers[0]];
    if (before && next && sameSpeaker(before, next)) {
      const text = `${merged.pop()?.text ?? ""}${run.text}`;
      merged.push({ text, speakers: run.speakers });
    } else merged.push(run);
  }
  return merged;
};

/** The whole text by the fallback alone, in the language of most of it; it names the letters of other scripts. */
const byOneSpeaker = (text: string, runs: readonly TextRun[], fallback: SynthesisEngine): TextRun => {
  const most = mostOf(
    runs.map(({ text: { length }, speakers: [first] }) => [first?.engine === fallback ? first.language : null, length]),
  );
  const speakers = runs.flatMap((run) => run.speakers).filter(({ engine }) => engine === fallback);
  const speaker = speakers.find(({ language }) => language === most);
  return { text, speakers: [...(speaker ? [speaker] : []), ...speakers.filter(({ spelled }) => spelled).slice(0, 1)] };
};

const needsSpelling = ({ speakers }: TextRun): boolean => speakers[0]?.spelled !== false;

/** A number with the signs after it. */
const numbers = /(\d[^\p{L}]*)/u;

/** The text cut by script, and where a language has letters but no numbers, around these. */
const cutIntoRuns = (text: string, options: SynthesizeOptions, synthesizer: Engines): readonly TextRun[] => {
  const cut = (piece: string): TextRun => runOf(piece, options, synthesizer);
  return splitByScript(text)
    .map(cut)
    .flatMap((run) => (needsSpelling(run) ? run.text.split(numbers).filter(Boolean).map(cut) : [run]));
};

/** The stretches in which a text is spoken, each with those who can speak it. */
export const planTextRuns = (text: string, options: SynthesizeOptions, synthesizer: Engines): readonly TextRun[] => {
  const whole = runOf(text, options, synthesizer);
  if (!needsSpelling(whole)) return [whole];
  const runs = mergeRuns(cutIntoRuns(text, options, synthesizer));
  return runs.length > maxRuns ? [byOneSpeaker(text, runs, synthesizer.fallback)] : runs;
};
