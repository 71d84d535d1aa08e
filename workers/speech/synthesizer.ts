import { DomainError } from "#src/errors.ts";
import { joinPcm } from "#workers/speech/encode/join-pcm.ts";
import type { EngineVoice, PcmFile, SynthesisEngine, SynthesisOptions } from "#workers/speech/engine.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";
import { normalizeText } from "#workers/speech/synthesis/normalize-text.ts";
import { languageOfScript, splitByScript } from "#workers/speech/synthesis/script-runs.ts";
import { soundsLike } from "#workers/speech/synthesis/sounds-like.ts";
import { spell } from "#workers/speech/synthesis/spell.ts";

export interface SynthesizerOptions {
  /** The engines voices may name. */
  readonly engines: readonly SynthesisEngine[];
  /** The one of them that takes over what another cannot say. Speaks English at least. */
  readonly fallback: SynthesisEngine;
}

export interface Synthesizer {
  /** Primary tags. */
  readonly languages: readonly string[];
  /** Speaks any text: letters in means speech out. Errors as the engines'; `language_unsupported` for a language of none. */
  synthesize(options: SynthesisOptions): Promise<PcmFile>;
}

/** One way to say a text: by whom and in what language, and whether letter by letter. */
interface Speaker {
  readonly engine: SynthesisEngine;
  readonly voice: EngineVoice;
  readonly language: string;
  readonly spelled: boolean;
}

/** Past this many changes of speaker a text is read by one, since each change costs a process. */
const maxRuns = 64;

const sameSpeaker = (a: Speaker, b: Speaker): boolean =>
  a.engine === b.engine && a.language === b.language && a.spelled === b.spelled;

/** Everyone who can say the text, the best first: the chosen voice, the fallback in the caller's language, then in the script's. */
const findSpeakers = (
  text: string,
  options: SynthesisOptions,
  { engines, fallback }: SynthesizerOptions,
): Speaker[] => {
  const { voice, language } = options;
  const chosen = engines.find(({ name }) => name === voice.engine);
  if (chosen === undefined) throw new DomainError("engine_unavailable", `There is no engine ${voice.engine}.`);
  const spare = chosen === fallback ? voice : { engine: fallback.name, name: "", profile: null };
  const byFallback = (tag: string) => ({ engine: fallback, voice: spare, language: tag, spelled: false });
  const languages = new Set([language, languageOfScript(text) ?? "en", "en"]);
  const candidates = [{ engine: chosen, voice, language, spelled: false }, ...[...languages].map(byFallback)];
  const able = candidates.filter((speaker) => speaker.engine.canSpeak(text, speaker.language));
  return [...able, { ...byFallback("en"), spelled: true }];
};

interface Run {
  readonly text: string;
  readonly speakers: readonly Speaker[];
}

const runOf = (text: string, options: SynthesisOptions, synthesizer: SynthesizerOptions): Run => ({
  text,
  speakers: findSpeakers(text, options, synthesizer),
});

/** Neighbours with the same first speaker become one. */
const mergeRuns = (runs: readonly Run[]): readonly Run[] => {
  const merged: Run[] = [];
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
const byOneSpeaker = (text: string, runs: readonly Run[], fallback: SynthesisEngine): Run => {
  const lengths = new Map<string, number>();
  for (const run of runs) {
    for (const { engine, language } of run.speakers.slice(0, 1)) {
      if (engine === fallback) lengths.set(language, (lengths.get(language) ?? 0) + run.text.length);
    }
  }
  const [most] = [...lengths].toSorted(([, a], [, b]) => b - a);
  const speakers = runs.flatMap((run) => run.speakers).filter(({ engine }) => engine === fallback);
  const speaker = speakers.find(({ language }) => language === most?.[0]);
  return { text, speakers: [...(speaker ? [speaker] : []), ...speakers.filter(({ spelled }) => spelled).slice(0, 1)] };
};

const needsSpelling = ({ speakers }: Run): boolean => speakers[0]?.spelled !== false;

/** A number with the signs after it. */
const numbers = /(\d[^\p{L}]*)/u;

/** The text cut by script, and where a language has letters but no numbers, around these. */
const cutIntoRuns = (text: string, options: SynthesisOptions, synthesizer: SynthesizerOptions): readonly Run[] => {
  const cut = (piece: string): Run => runOf(piece, options, synthesizer);
  return splitByScript(text)
    .map(cut)
    .flatMap((run) => (needsSpelling(run) ? run.text.split(numbers).filter(Boolean).map(cut) : [run]));
};

const planRuns = (text: string, options: SynthesisOptions, synthesizer: SynthesizerOptions): readonly Run[] => {
  const whole = runOf(text, options, synthesizer);
  if (!needsSpelling(whole)) return [whole];
  const runs = mergeRuns(cutIntoRuns(text, options, synthesizer));
  return runs.length > maxRuns ? [byOneSpeaker(text, runs, synthesizer.fallback)] : runs;
};

const speakRun = async ({ text, speakers }: Run, options: SynthesisOptions): Promise<PcmFile> => {
  for (const { engine, voice, language, spelled } of speakers) {
    const pcm = await engine.synthesize({ ...options, voice, language, text: spelled ? spell(text) : text });
    if (await soundsLike(pcm, text, options.speed)) return pcm;
  }
  throw new DomainError("engine_unavailable", "No engine made a sound of this text.");
};

/** What the service speaks with when nothing else is said. */
const usualEngines = (): SynthesizerOptions => {
  const fallback = openEspeak();
  return { engines: [openFlite(), fallback], fallback };
};

/**
 * Speaks with the voice asked for what its engine pronounces, and hands the rest, script by script, to the fallback: in
 * the caller's language if it uses the script, else in the script's best-known one, in the end letter by letter.
 */
export const openSynthesizer = (synthesizer: SynthesizerOptions = usualEngines()): Synthesizer => {
  const languages = [...new Set(synthesizer.engines.flatMap((engine) => engine.languages))].toSorted((a, b) =>
    a < b ? -1 : 1,
  );
  return {
    languages,
    async synthesize(options) {
      if (!languages.includes(options.language)) throw new DomainError("language_unsupported");
      const pieces: PcmFile[] = [];
      for (const run of planRuns(normalizeText(options.text), options, synthesizer)) {
        pieces.push(await speakRun(run, options));
      }
      return joinPcm(pieces, options);
    },
  };
};
