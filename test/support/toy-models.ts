import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { floats, integers, node, onnxFile, type OnnxModel, tensor } from "./onnx.ts";

/**
 * Toy speech models of some kilobytes that tell low tones from high ones, in the formats of trained models: what sherpa-onnx
 * does with them is what it does with real ones.
 */
export interface ToyModel {
  readonly loader: string;
  readonly files: Readonly<Record<string, Buffer | string>>;
}

/** Bands of sound. */
export const bins = 80;
/** So much louder the low or high sound must be, in the natural logarithm, to count. */
const clear = 1;

/** Weighs a frame of so many bands for the tokens `low` and `high`, of so many. */
export const listening = (tokens: number, [low, high]: readonly number[], bands = bins): readonly number[] =>
  Array.from({ length: bands }, (_, band) => {
    const [lows, highs] = [Math.round(0.3 * bands), Math.round(0.5 * bands)];
    return band < lows ? 1 / lows : band >= highs ? -1 / (bands - highs) : 0;
  }).flatMap((weight) =>
    Array.from({ length: tokens }, (_ignored, id) => (id === low ? weight : id === high ? -weight : 0)),
  );

export const only = (length: number, id: number, value: number): readonly number[] =>
  Array.from({ length }, (_, at) => (at === id ? value : 0));

export const rows = (length: number, ids: readonly number[], value: number): readonly number[] =>
  ids.flatMap((id) => only(length, id, value));

const listOf = (tokens: readonly string[]): string => tokens.map((token, id) => `${token} ${id}\n`).join("");

/** Speech is what is loud. */
export const toyVad: Buffer = onnxFile({
  inputs: [tensor("input", "float", 1, 576), tensor("state", "float", 2, 1, 128), tensor("sr", "int64")],
  outputs: [tensor("output", "float", 1, 1), tensor("stateN", "float", 2, 1, 128)],
  constants: [floats("gain", [1], [30])],
  nodes: [
    node("Abs", ["input", "loud"]),
    node("ReduceMean", ["loud", "mean"], { axes: [1], keepdims: 1 }),
    node("Mul", ["mean gain", "output"]),
    node("Identity", ["state", "stateN"]),
  ],
});

/** From bands to scores of tokens, and from `x` to `y`. */
const scored = (tokens: number, [low, high, blank]: readonly [number, number, number], bands = bins) => ({
  constants: [
    floats("W", [bands, tokens], listening(tokens, [low, high], bands)),
    floats("b", [tokens], only(tokens, blank, clear)),
  ],
  nodes: [node("MatMul", ["x W", "xW"]), node("Add", ["xW b", "y"])],
});

export function nemoCtc(): ToyModel {
  const { constants, nodes } = scored(4, [0, 1, 3]);
  const model = onnxFile({
    inputs: [tensor("audio_signal", "float", "N", bins, "T"), tensor("length", "int64", "N")],
    outputs: [tensor("logprobs", "float", "N", "T", 4)],
    constants,
    nodes: [
      node("Transpose", ["audio_signal", "x"], { perm: [0, 2, 1] }),
      ...nodes,
      node("Identity", ["y", "logprobs"]),
    ],
    metadata: { model_type: "EncDecCTCModelBPE", vocab_size: 4, subsampling_factor: 1, normalize_type: "" },
  });
  return { loader: "nemo-ctc", files: { "model.onnx": model, "tokens.txt": listOf(["▁नीचे", "▁ऊपर", "▁और", "<blk>"]) } };
}

export function senseVoice(): ToyModel {
  const tokens = [
    "<blk>",
    "<|ja|>",
    "<|zh|>",
    "<|NEUTRAL|>",
    "<|Speech|>",
    "<|woitn|>",
    "低",
    "高",
    "矮",
    "尖",
    "<|en|>",
  ];
  const count = tokens.length;
  const languages = { lang_auto: 0, lang_zh: 3, lang_en: 4, lang_yue: 7, lang_ja: 11, lang_ko: 12 };
  const named: Readonly<Record<number, number>> = { 3: 2, 4: 10 };
  const model = onnxFile({
    inputs: [
      tensor("x", "float", "N", "T", 7 * bins),
      tensor("x_length", "int32", "N"),
      tensor("language", "int32", "N"),
      tensor("text_norm", "int32", "N"),
    ],
    outputs: [tensor("logits", "float", "N", "L", count)],
    constants: [
      floats(
        "W",
        [7 * bins, count],
        [...listening(count, [6, 7]), ...Array.from({ length: 6 * bins * count }, () => 0)],
      ),
      floats("b", [count], only(count, 0, clear)),
      // In Chinese 8 and 9 stand for what 6 and 7 stand for elsewhere.
      floats(
        "E",
        [13, count * count],
        Array.from({ length: 13 }, (_, id) => writtenIn(count, id === languages.lang_zh)).flat(),
      ),
      floats(
        "names",
        [13, count],
        rows(
          count,
          Array.from({ length: 13 }, (_, id) => named[id] ?? 1),
          9,
        ),
      ),
      floats("rest", [1, 3, count], rows(count, [3, 4, 5], 9)),
      integers("one", [1], [1]),
      integers("square", [2], [count, count]),
    ],
    nodes: [
      node("MatMul", ["x W", "xW"]),
      node("Add", ["xW b", "heard"]),
      node("Gather", ["E language", "e0"]),
      node("Reshape", ["e0 square", "e"]),
      node("MatMul", ["heard e", "frames"]),
      node("Gather", ["names language", "name0"]),
      node("Unsqueeze", ["name0 one", "name"]),
      node("Concat", ["name rest frames", "logits"], { axis: 1 }),
    ],
    metadata: {
      ...{ comment: "toy model", vocab_size: count, lfr_window_size: 7, lfr_window_shift: 6, normalize_samples: 1 },
      ...{ with_itn: 14, without_itn: 15, ...languages },
      neg_mean: Array.from({ length: 7 * bins }, () => 0).join(","),
      inv_stddev: Array.from({ length: 7 * bins }, () => 1).join(","),
    },
  });
  return { loader: "sense-voice", files: { "model.onnx": model, "tokens.txt": listOf(tokens) } };
}

/** A square of ones on the diagonal, where in Chinese 6 and 7 become 8 and 9. */
const writtenIn = (count: number, isChinese: boolean): readonly number[] =>
  rows(
    count,
    Array.from({ length: count }, (_, id) => (isChinese && (id === 6 || id === 7) ? id + 2 : id)),
    1,
  );

/** This many waves in a fiftieth of a second. */
const waves = (wave: (radians: number) => number, cycles: number): readonly number[] =>
  Array.from({ length: 320 }, (_, at) => wave((2 * Math.PI * cycles * at) / 320) / 160);

/** The power of the low and of the high tone in `input`, as `frames` of a fiftieth of a second. */
export const tonePower = (input: string) => ({
  constants: [
    integers("one", [1], [1]),
    floats(
      "W",
      [4, 1, 320],
      [6, 60].flatMap((cycles) => [...waves(Math.sin, cycles), ...waves(Math.cos, cycles)]),
    ),
  ],
  nodes: [
    node("Unsqueeze", [`${input} one`, "channel"]),
    node("Conv", ["channel W", "waves"], { strides: [320] }),
    node("Mul", ["waves waves", "power"]),
    node("Transpose", ["power", "frames"], { perm: [0, 2, 1] }),
  ],
});

export function omnilingual(): ToyModel {
  const { constants, nodes } = tonePower("x");
  const model = onnxFile({
    inputs: [tensor("x", "float", "N", "S")],
    outputs: [tensor("logits", "float", "N", "T", 4)],
    constants: [...constants, floats("tokens", [4, 4], rows(4, [2, 2, 3, 3], 1)), floats("b", [4], [-1, 0.1, 0, 0])],
    nodes: [...nodes, node("MatMul", ["frames tokens", "y"]), node("Add", ["y b", "logits"])],
  });
  return { loader: "omnilingual-ctc", files: { "model.onnx": model, "tokens.txt": "<blk> 0\n  1\nl 2\nh 3\n" } };
}

/** The parts of a NeMo transducer behind the encoder: a token that has just come does not come again. */
function nemoDecoder(targets: "int32" | "int64"): Buffer {
  const state = (name: string) => tensor(name, "float", 1, "N", 4);
  return onnxFile({
    inputs: [tensor("targets", targets, "N", 1), tensor("target_length", "int32", "N"), state("h"), state("c")],
    outputs: [
      tensor("outputs", "float", "N", 3, 1),
      tensor("prednet_lengths", "int32", "N"),
      state("h_next"),
      state("c_next"),
    ],
    constants: [floats("P", [3, 3], [-100, 0, 0, 0, -100, 0, 0, 0, 0])],
    nodes: [
      node("Gather", ["P targets", "p"]),
      node("Transpose", ["p", "outputs"], { perm: [0, 2, 1] }),
      node("Identity", ["target_length", "prednet_lengths"]),
      node("Identity", ["h", "h_next"]),
      node("Identity", ["c", "c_next"]),
    ],
  });
}

function nemoJoiner(durations: number): Buffer {
  const one = (name: string) => tensor(name, "float", "N", 3, 1);
  return onnxFile({
    inputs: [one("encoder_outputs"), one("decoder_outputs")],
    outputs: [tensor("outputs", "float", "N", 1, 1, 3 + durations)],
    constants: [
      integers("one", [1], [1]),
      ...(durations > 0 ? [floats("durations", [1, 1, 1, durations], only(durations, 2, 1))] : []),
    ],
    nodes: [
      node("Add", ["encoder_outputs decoder_outputs", "sum"]),
      node("Transpose", ["sum", "row"], { perm: [0, 2, 1] }),
      ...(durations > 0
        ? [node("Unsqueeze", ["row one", "tokens"]), node("Concat", ["tokens durations", "outputs"], { axis: 3 })]
        : [node("Unsqueeze", ["row one", "outputs"])]),
    ],
  });
}

const nemoTokens = listOf(["▁tief", "▁hoch", "<blk>"]);
const nemoFacts = { vocab_size: 2, subsampling_factor: 1, normalize_type: "", pred_rnn_layers: 1, pred_hidden: 4 };

/** Encodes to scores of the three tokens. */
const nemoEncoder = (more: Pick<OnnxModel, "inputs" | "outputs" | "nodes" | "metadata">, bands = bins): Buffer => {
  const { constants, nodes } = scored(3, [0, 1, 2], bands);
  return onnxFile({
    inputs: [tensor("audio_signal", "float", "N", bands, "T"), tensor("length", "int64", "N"), ...more.inputs],
    outputs: [tensor("outputs", "float", "N", 3, "T"), tensor("encoded_lengths", "int64", "N"), ...more.outputs],
    constants,
    nodes: [
      node("Transpose", ["audio_signal", "x"], { perm: [0, 2, 1] }),
      ...nodes,
      node("Transpose", ["y", "outputs"], { perm: [0, 2, 1] }),
      node("Identity", ["length", "encoded_lengths"]),
      ...more.nodes,
    ],
    metadata: { ...nemoFacts, ...more.metadata },
  });
};

/** With durations, as a token-and-duration transducer (TDT) has them, or without. Parakeet listens to 128 bands. */
export function nemoTransducer(durations: number, bands = bins): ToyModel {
  // sherpa-onnx knows the one with durations by its address.
  const metadata = {
    model_type: "EncDecRNNTBPEModel",
    url: durations > 0 ? "nvidia/parakeet-tdt" : "",
    feat_dim: bands,
  };
  const files = {
    "encoder.onnx": nemoEncoder({ inputs: [], outputs: [], nodes: [], metadata }, bands),
    "decoder.onnx": nemoDecoder("int32"),
    "joiner.onnx": nemoJoiner(durations),
    "tokens.txt": nemoTokens,
  };
  return { loader: "nemo-transducer", files };
}

/** An input that comes out as it is. */
export const kept = (name: string, type: "float" | "int64", shape: readonly (number | string)[]) => ({
  input: tensor(name, type, ...shape),
  output: tensor(`new_${name}`, type, ...shape),
  node: node("Identity", [name, `new_${name}`]),
});

export function streamingNemoTransducer(): ToyModel {
  const caches = [
    kept("cache_last_channel", "float", ["N", 1, 2, 4]),
    kept("cache_last_time", "float", ["N", 1, 4, 2]),
    kept("cache_last_channel_len", "int64", ["N"]),
  ];
  const encoder = nemoEncoder({
    inputs: caches.map(({ input }) => input),
    outputs: caches.map(({ output }) => output),
    nodes: caches.map((cache) => cache.node),
    metadata: {
      ...{ model_type: "EncDecHybridRNNTCTCBPEModel", window_size: 20, chunk_shift: 20 },
      ...{ cache_last_channel_dim1: 1, cache_last_channel_dim2: 2, cache_last_channel_dim3: 4 },
      ...{ cache_last_time_dim1: 1, cache_last_time_dim2: 4, cache_last_time_dim3: 2 },
    },
  });
  const files = {
    "encoder.onnx": encoder,
    "decoder.onnx": nemoDecoder("int32"),
    "joiner.onnx": nemoJoiner(0),
    "tokens.txt": nemoTokens,
  };
  return { loader: "streaming-nemo-transducer", files };
}

/** The state that a Zipformer of one layer keeps between two chunks, the frames of a chunk, and its metadata. */
const zipformers = {
  first: {
    frames: 39,
    states: [
      kept("cached_len_0", "int64", [1, "N"]),
      kept("cached_avg_0", "float", [1, "N", 4]),
      kept("cached_key_0", "float", [1, 2, "N", 4]),
      kept("cached_val_0", "float", [1, 2, "N", 2]),
      kept("cached_val2_0", "float", [1, 2, "N", 2]),
      kept("cached_conv1_0", "float", [1, "N", 4, 2]),
      kept("cached_conv2_0", "float", [1, "N", 4, 2]),
    ],
    metadata: { model_type: "zipformer", attention_dims: 4 },
  },
  second: {
    frames: 45,
    states: [
      kept("cached_key_0", "float", [2, "N", 4]),
      kept("cached_nonlin_attn_0", "float", [1, "N", 2, 3]),
      kept("cached_val1_0", "float", [2, "N", 4]),
      kept("cached_val2_0", "float", [2, "N", 4]),
      kept("cached_conv1_0", "float", ["N", 4, 1]),
      kept("cached_conv2_0", "float", ["N", 4, 1]),
      kept("embed_states", "float", ["N", 128, 3, 19]),
      kept("processed_lens", "int64", ["N"]),
    ],
    metadata: { model_type: "zipformer2", query_head_dims: 2, value_head_dims: 2, num_heads: 2 },
  },
};

export function streamingZipformer(generation: keyof typeof zipformers = "second"): ToyModel {
  const { frames, states, metadata } = zipformers[generation];
  const { constants, nodes } = scored(3, [1, 2, 0]);
  const bounds = [
    integers("from", [1], [0]),
    integers("to", [1], [32]),
    integers("axis", [1], [1]),
    integers("step", [1], [4]),
  ];
  const encoder = onnxFile({
    inputs: [tensor("frames", "float", "N", frames, bins), ...states.map(({ input }) => input)],
    outputs: [tensor("encoder_out", "float", "N", 8, 3), ...states.map(({ output }) => output)],
    constants: [...constants, ...bounds],
    nodes: [
      node("Slice", ["frames from to axis step", "x"]),
      ...nodes,
      node("Identity", ["y", "encoder_out"]),
      ...states.map((state) => state.node),
    ],
    metadata: {
      ...{ ...metadata, T: frames, decode_chunk_len: 32, num_encoder_layers: 1, encoder_dims: 4 },
      ...{ cnn_module_kernels: 3, left_context_len: 2 },
    },
  });
  const decoder = onnxFile({
    inputs: [tensor("y", "int64", "N", 2)],
    outputs: [tensor("decoder_out", "float", "N", 3)],
    constants: [
      floats("P", [3, 3], [0, 0, 0, 0, -100, 0, 0, 0, -100]),
      ...[integers("from", [1], [1]), integers("to", [1], [2]), integers("axis", [1], [1])],
    ],
    nodes: [
      node("Slice", ["y from to axis", "last"]),
      node("Gather", ["P last", "p"]),
      node("Squeeze", ["p axis", "decoder_out"]),
    ],
    metadata: { vocab_size: 3, context_size: 2 },
  });
  const joiner = onnxFile({
    inputs: [tensor("encoder_out", "float", "N", 3), tensor("decoder_out", "float", "N", 3)],
    outputs: [tensor("logit", "float", "N", 3)],
    nodes: [node("Add", ["encoder_out decoder_out", "logit"])],
    metadata: { joiner_dim: 3 },
  });
  const tokens = listOf(["<blk>", "▁low", "▁high"]);
  const files = { "encoder.onnx": encoder, "decoder.onnx": decoder, "joiner.onnx": joiner, "tokens.txt": tokens };
  return { loader: "streaming-zipformer", files };
}

/**
 * Writes the files of a model into a folder. The runtime takes the form of a file from its name, so that one named .ort is
 * written as .onnx.
 * @returns their paths by their names
 */
export async function writeModel(folder: string, { files }: ToyModel): Promise<Readonly<Record<string, string>>> {
  await mkdir(folder, { recursive: true });
  const pathOf = (name: string): string => join(folder, name.replace(/\.ort$/, ".onnx"));
  for (const [name, content] of Object.entries(files)) await writeFile(pathOf(name), content);
  return Object.fromEntries(Object.keys(files).map((name) => [name, pathOf(name)]));
}
