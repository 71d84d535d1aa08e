import type { RecognitionTask } from "#workers/speech/engine.ts";

type Field = readonly [name: string, value: string];

/** How a kind of speech server is asked, as far as it does not show by its answers. */
export interface ServerProfile {
  /** The path for each task; null where the server cannot do it. */
  readonly paths: Readonly<Record<RecognitionTask, string | null>>;
  /** The field with the name of the model; null where a server has one model. */
  readonly modelField: "model" | "model_name" | null;
  /** Where the language stands, which is left out where the server detects it. */
  readonly languageIn: "form" | "query";
  /** The server's names of languages, by primary tag; a language without one is called by its tag. */
  readonly languageNames: Readonly<Record<string, string>>;
  /** The answers to ask for, the richest first: many servers know no words, some only the text. */
  readonly formats: readonly (readonly Field[])[];
  /** Longer files are sent in stretches. */
  readonly maxStretchSeconds: number;
}

const verboseJson: Field = ["response_format", "verbose_json"];

/**
 * OpenAI's form, which speaches, vLLM and LocalAI have, too. Ten minutes are the most that vLLM takes by default, and 25 MB the
 * most that OpenAI does, which is 13 minutes.
 */
const openai: ServerProfile = {
  paths: { transcribe: "/v1/audio/transcriptions", translate: "/v1/audio/translations" },
  modelField: "model",
  languageIn: "form",
  languageNames: {},
  formats: [
    [verboseJson, ["timestamp_granularities[]", "word"], ["timestamp_granularities[]", "segment"]],
    [verboseJson],
    [["response_format", "json"]],
  ],
  maxStretchSeconds: 9 * 60,
};

export const serverProfiles = {
  openai,
  /** The package of PyPI, which passes over `model`, takes its default model then, and knows no words. */
  "faster-whisper-server": { ...openai, modelField: "model_name", formats: [[verboseJson]] },
  /**
   * asr-indic-server around AI4Bharat's IndicConformer: a language by its English name, and an answer of text alone. The model
   * attends to the whole of a file at once, whose memory grows with the square of its length.
   */
  "indic-conformer": {
    paths: { transcribe: "/transcribe/", translate: null },
    modelField: null,
    languageIn: "query",
    languageNames: {
      ...{ as: "assamese", bn: "bengali", brx: "bodo", doi: "dogri", gu: "gujarati", hi: "hindi", kn: "kannada" },
      ...{ kok: "konkani", ks: "kashmiri", mai: "maithili", ml: "malayalam", mni: "manipuri", mr: "marathi" },
      ...{ ne: "nepali", or: "odia", pa: "punjabi", sa: "sanskrit", sat: "santali", sd: "sindhi", ta: "tamil" },
      ...{ te: "telugu", ur: "urdu" },
    },
    formats: [[]],
    maxStretchSeconds: 30,
  },
} as const satisfies Readonly<Record<string, ServerProfile>>;
