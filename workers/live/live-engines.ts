import { randomUUID } from "node:crypto";
import { turnModel } from "#src/domain/live/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { DetectedLanguage, RecognitionEngine } from "#workers/speech/engine.ts";
import type { LiveEngine } from "#workers/speech/live/live-types.ts";
import { openReadSlots } from "#workers/speech/live/read-slots.ts";
import type { TurnDetector } from "#workers/speech/live/turn-host.ts";
import type { VoiceActivity } from "#workers/speech/live/voice-host.ts";
import type { Recognizer } from "#workers/speech/recognizer.ts";
import { readUtteranceBy } from "#workers/transcription/awaited-engine.ts";
import type { SessionParts } from "./run-session.ts";

interface Parts {
  readonly recognizer: Recognizer;
  /** Null where Silero VAD is not installed. */
  readonly voice: VoiceActivity | null;
  /** Null where Smart Turn is not installed. */
  readonly turns: TurnDetector | null;
  /** Utterances that are read at once. */
  readonly readers: number;
}

/** The languages that sessions may be in, primary tags, and `auto`; the names of the models, the preferred one first, Smart Turn last. */
export interface LiveOffer {
  readonly languages: readonly string[];
  readonly models: readonly string[];
}

const usualLanguage = "en";
const missingVoice =
  "Live transcription needs silero-vad, which is not installed. Run: npm run models -- pull silero-vad";
/** A less likely language of an utterance is a guess, and mostly of noise. */
const leastProbability = 0.2;
/** A host loads its models with the first request: with the session, and not with its first words. */
const firstSamples = 8_000;

/** The offer of this process at this moment. */
export function offerOf({ recognizer, voice, turns }: Parts): LiveOffer {
  const manifests = voice === null ? [] : recognizer.manifests;
  const languages = [...new Set(manifests.flatMap((manifest) => manifest.languages))];
  const models = [...manifests.map(({ name }) => name), ...(turns === null ? [] : [turnModel])];
  return { languages: languages.length === 0 ? [] : ["auto", ...languages], models };
}

/** Finds the engine for each session. All share the slots for reading. */
export function liveEngines({ recognizer, voice, turns, readers }: Parts): SessionParts["engineFor"] {
  const slots = openReadSlots(readers);
  const now = (): number => performance.now();
  return ({ language, model, end_of_turn: endOfTurn }) => {
    if (voice === null) throw new DomainError("engine_unavailable", missingVoice);
    const ask = <Answer>(spoken: string, question: (engine: RecognitionEngine) => Promise<Answer>): Promise<Answer> =>
      recognizer.ask({ language: spoken, model }, question);
    const read: LiveEngine["read"] = (samples, options) =>
      ask(options.language, (engine) => readUtteranceBy(engine, samples, options));
    const named = language === "auto" ? usualLanguage : language;
    const canFind = recognizer.manifests.some(({ detectsLanguage }) => detectsLanguage);
    const first = recognizer.chosen({ language: named, model });
    warmUp({ read, voice, turns: endOfTurn === "smart" ? turns : null }, named);
    const findLanguage: LiveEngine["findLanguage"] = async (samples, options) => {
      const find = async (engine: RecognitionEngine) => engine.findSpokenLanguages?.(samples, options) ?? [];
      const found = await recognizer.ask({ language: "auto" }, find);
      const isLikely = ({ language: spoken, probability }: DetectedLanguage): boolean =>
        probability >= leastProbability && recognizer.reads({ language: spoken, model });
      return found.find(isLikely) ?? null;
    };
    const hear: LiveEngine["hear"] = (request, stream) => voice.hear(request, stream);
    const judgeTurn: LiveEngine["judgeTurn"] =
      turns === null ? null : (request, stream) => turns.judge(request, stream);
    const engine = { hear, read, findLanguage: canFind ? findLanguage : null, judgeTurn, slots, now };
    return { engine, model: first };
  };
}

interface WarmedParts {
  readonly read: LiveEngine["read"];
  readonly voice: VoiceActivity;
  readonly turns: TurnDetector | null;
}

function warmUp({ read, voice, turns }: WarmedParts, language: string): void {
  const signal = new AbortController().signal;
  const owner = { account: randomUUID(), file: {} };
  const samples = new Int16Array(firstSamples);
  // The session itself tells of what fails.
  void voice.hear({ samples: samples.subarray(0, 512), memory: null }, { owner, signal }).catch(() => undefined);
  void turns?.judge({ samples }, { owner, signal }).catch(() => undefined);
  void read(samples, { language, owner, signal, speech: [], effort: "draft" }).catch(() => undefined);
}
