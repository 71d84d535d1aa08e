import { literal } from "#src/api/validation/literal.ts";
import { text } from "#src/api/validation/text.ts";
import type { GivenTranscriptionOptions } from "#src/domain/speech/transcription-options.ts";

/** Characters. */
const nameMax = 255;
const codeMax = 35;

/** Sarvam has two more, `translit` and `codemix`: here, words are written in the script that the model writes. */
const modes = ["transcribe", "translate", "verbatim"] as const;

/** Samples without a header, as Sarvam has them: 16 bits, little-endian, one channel of 16 kHz. */
const headerless = { encoding: "linear16", sampleRate: 16_000, channels: 1 } as const;
const headerlessNames = ["pcm_s16le", "pcm_l16", "pcm_raw"] as const;

export const mode = literal(modes).meta({
  description:
    "`transcribe` writes numbers in figures, `verbatim` as they were said, `translate` writes English where a model can.",
});

/** The options of a transcription for a mode. */
export function optionsOf(asked: (typeof modes)[number]): Pick<GivenTranscriptionOptions, "task" | "transcriptFormat"> {
  if (asked === "translate") return { task: "translate" };
  return { transcriptFormat: asked === "verbatim" ? "verbatim" : "smart" };
}

export const model = text({ min: 1, max: nameMax }).meta({
  description: "One of Sarvam's names, or what `model` of a transcription may be; others mean `auto`.",
  examples: ["saaras:v3"],
});

export const codec = text({ max: nameMax }).meta({
  description:
    "`pcm_s16le`, `pcm_l16` or `pcm_raw`: samples of 16 bits without a header, one channel of 16 kHz. Any other file says itself what it is.",
  examples: ["wav"],
});

/** The encoding of samples without a header; null where a file says itself what it is. */
export const samplesOf = ({ input_audio_codec: name }: { readonly input_audio_codec?: string | null | undefined }) =>
  headerlessNames.some((one) => one === name) ? headerless : null;

export const languageCode = text({ min: 1, max: codeMax }).meta({
  description:
    "`hi-IN`, `od-IN` and the like, or any other tag; detected where a model can, else English, when absent or `unknown`.",
  examples: ["hi-IN"],
});
