import { whisperCode } from "#workers/speech/recognition/whisper-codes.ts";
import type { OfflineModel, OnlineModel } from "sherpa-onnx-node";

/** The path of a file of the model, by its name in the catalogue. */
type PathOf = (file: string) => string;

interface Common {
  /** The files besides `tokens.txt`. */
  readonly files: readonly string[];
}

/** Reads a piece as a whole. */
export interface OfflineKind extends Common {
  readonly mode: "offline";
  /** True when the language can be set, or is detected and returned. */
  readonly takesLanguage: boolean;
  /** Shorter sound is filled up with silence to so many samples: some models fail on it. Default: half a second. */
  readonly leastSamples?: number;
  /** @param language a primary tag, or `auto`; of no consequence where the kind takes none */
  readonly model: (pathOf: PathOf, language: string) => OfflineModel;
}

/** Reads sound as it comes. Here it gets all of a piece, too. */
export interface OnlineKind extends Common {
  readonly mode: "online";
  readonly takesLanguage: false;
  readonly model: (pathOf: PathOf) => OnlineModel;
}

export type ModelKind = OfflineKind | OnlineKind;

const transducerFiles = ["encoder.onnx", "decoder.onnx", "joiner.onnx"] as const;

const transducer = (pathOf: PathOf) => {
  const [encoder, decoder, joiner] = transducerFiles;
  return { encoder: pathOf(encoder), decoder: pathOf(decoder), joiner: pathOf(joiner) };
};

const nemoTransducer: OfflineKind = {
  ...{ mode: "offline", files: transducerFiles, takesLanguage: false },
  model: (pathOf) => ({ transducer: transducer(pathOf), modelType: "nemo_transducer" }),
};

const streamingTransducer: OnlineKind = {
  ...{ mode: "online", files: transducerFiles, takesLanguage: false },
  model: (pathOf) => ({ transducer: transducer(pathOf) }),
};

const nemoCtc: OfflineKind = {
  ...{ mode: "offline", files: ["model.onnx"], takesLanguage: false },
  model: (pathOf) => ({ nemoCtc: { model: pathOf("model.onnx") } }),
};

const omnilingualCtc: OfflineKind = {
  ...{ mode: "offline", files: ["model.onnx"], takesLanguage: false },
  model: (pathOf) => ({ omnilingual: { model: pathOf("model.onnx") } }),
};

const senseVoice: OfflineKind = {
  ...{ mode: "offline", files: ["model.onnx"], takesLanguage: true },
  // With case, punctuation and figures.
  model: (pathOf, language) => ({
    senseVoice: { model: pathOf("model.onnx"), language, useInverseTextNormalization: 1 },
  }),
};

const moonshine: OfflineKind = {
  ...{ mode: "offline", files: ["encoder_model.ort", "decoder_model_merged.ort"], takesLanguage: false },
  leastSamples: 0,
  model: (pathOf) => ({
    moonshine: { encoder: pathOf("encoder_model.ort"), mergedDecoder: pathOf("decoder_model_merged.ort") },
  }),
};

const whisper: OfflineKind = {
  ...{ mode: "offline", files: ["encoder.onnx", "decoder.onnx"], takesLanguage: true },
  model: (pathOf, language) => ({
    whisper: {
      ...{ encoder: pathOf("encoder.onnx"), decoder: pathOf("decoder.onnx"), task: "transcribe" },
      language: language === "auto" ? "" : whisperCode(language),
    },
  }),
};

const kinds: ReadonlyMap<string, ModelKind> = new Map<string, ModelKind>([
  ["moonshine", moonshine],
  ["whisper", whisper],
  ["sense-voice", senseVoice],
  ["nemo-transducer", nemoTransducer],
  ["nemo-ctc", nemoCtc],
  ["omnilingual-ctc", omnilingualCtc],
  ["streaming-zipformer", streamingTransducer],
  ["streaming-nemo-transducer", streamingTransducer],
]);

/** The kind of a model by its `loader` in the catalogue; undefined where sherpa-onnx is not what loads it. */
export const modelKind = (loader: string): ModelKind | undefined => kinds.get(loader);
