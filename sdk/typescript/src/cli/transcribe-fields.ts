import type { Command } from "commander";
import type { CommonOptions } from "./context.ts";
import { numberOf } from "./usage-error.ts";

/** The options of `speech transcribe`. */
export interface TranscribeOptions extends CommonOptions {
  readonly format: string;
  readonly outDir?: string;
  readonly language?: string;
  readonly model?: string;
  readonly translate?: boolean;
  readonly start?: string;
  readonly end?: string;
  readonly speakers?: string;
  readonly channels?: true;
  readonly keyTerm?: readonly string[];
  readonly redact?: string;
  readonly redactAudio?: boolean;
  readonly maskProfanity?: boolean;
  readonly paragraphs?: boolean;
  readonly chapters?: boolean;
  readonly summary?: boolean;
  readonly topics?: boolean;
  readonly translateTo?: string;
  readonly microphone?: true;
  readonly seconds?: string;
  readonly maxLineWidth?: string;
  readonly maxLines?: string;
  readonly maxWords?: string;
}

/** The fields that say what is made of the words. */
export const textFieldsOf = ({
  redact,
  redactAudio,
  maskProfanity,
  translateTo,
  ...parts
}: Partial<TranscribeOptions>) => ({
  ...(redact !== undefined && { redact: [redact] }),
  ...(redactAudio === true && { redact_audio: true }),
  ...(maskProfanity === true && { profanity: "mask" as const }),
  ...(translateTo !== undefined && { translate_to: translateTo }),
  ...(parts.paragraphs === true && { paragraphs: true }),
  ...(parts.chapters === true && { chapters: true }),
  ...(parts.summary === true && { summary: true }),
  ...(parts.topics === true && { topics: true }),
});

/** @throws UsageError */
export const fieldsOf = ({
  language,
  model,
  translate,
  start,
  end,
  speakers,
  channels,
  keyTerm,
  ...options
}: TranscribeOptions) => ({
  ...(language !== undefined && { language }),
  ...(model !== undefined && { model }),
  ...(translate === true && { task: "translate" as const }),
  ...(start !== undefined && { start: numberOf("--start", start) }),
  ...(end !== undefined && { end: numberOf("--end", end) }),
  ...(speakers !== undefined && { diarize: true }),
  ...(speakers !== undefined && speakers !== "any" && { speakers: numberOf("--speakers", speakers) }),
  ...(channels === true && { channels: "separate" as const }),
  ...(keyTerm !== undefined && { key_terms: [...keyTerm] }),
  ...textFieldsOf(options),
});

/** The values of an option that is repeated. */
const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** The options that become fields of a call. */
export const addFields = (command: Command): Command =>
  command
    .option("--model <model>", "auto, fast, accurate or the name of an engine")
    .option(
      "--key-term <term>",
      "a name or word that may be said, as it is to be written; repeat it for others",
      collect,
    )
    .option("--translate", "write down in English what is said in another language")
    .option("--start <seconds>", "transcribe, and pay for, only what comes after so many seconds")
    .option("--end <seconds>", "or before so many")
    .option("--speakers <count>", "tell apart who speaks: how many people, or any")
    .option("--channels", "transcribe each channel by itself, and pay for each")
    .option("--redact <kinds>", "replace personal data: all, or kinds with commas such as card,phone,email")
    .option("--redact-audio", "mute these words in the recording that is kept")
    .option("--mask-profanity", "leave profanities their first letter")
    .option("--paragraphs", "part the text by pauses and speakers")
    .option("--chapters", "tell chapters with typical words, in --format json")
    .option("--summary", "have the operator's text model sum it up, in --format json")
    .option("--topics", "have it list the topics, in --format json")
    .option("--translate-to <tag>", "have it translate the transcript, in --format json");
