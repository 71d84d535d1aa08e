import { bins, type ToyModel, kept, listening, only } from "./toy-models.ts";
import { floats, integers, node, onnxFile, tensor } from "./onnx.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Two languages, each with its words for low and for high sound. */
const german = { code: "de", low: " tief", high: " hoch" };
const hindi = { code: "hi", low: " नीचे", high: " ऊपर" };

/** It says what it hears in the language that it is told or finds: low tones are of the first language to it, high ones of the other. */
export function whisper(first = german, second = hindi): ToyModel {
  const words = [first.low, first.high, second.low, second.high];
  const [eot, sot, firstId, secondId, transcribe, translate, noTimestamps, noSpeech, blank, count] = [
    4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
  ];
  const table = Array.from({ length: count }, (_, id): readonly number[] => {
    if (id < eot) return only(count, eot, 1000);
    if (id === firstId) return Array.from({ length: count }, (_ignored, at) => (at < 2 ? 50 : at < eot ? 0 : -100));
    if (id === secondId) return Array.from({ length: count }, (_ignored, at) => (at < 2 ? 0 : at < eot ? 50 : -100));
    return only(count, -1, 0);
  });
  const heard = Array.from({ length: count }, (_, id) => [1, -1, 1, -1, 0, 0, 1, -1][id] ?? 0);
  const encoder = onnxFile({
    inputs: [tensor("mel", "float", "N", bins, "T")],
    outputs: [tensor("n_layer_cross_k", "float", 1, "N", 1, 1), tensor("n_layer_cross_v", "float", 1, "N", 1, 1)],
    constants: [floats("W", [bins, 1], listening(1, [0])), integers("zero", [1], [0])],
    nodes: [
      node("Transpose", ["mel", "frames"], { perm: [0, 2, 1] }),
      node("MatMul", ["frames W", "scores"]),
      node("ReduceMean", ["scores", "score"], { axes: [1], keepdims: 1 }),
      node("Unsqueeze", ["score zero", "n_layer_cross_k"]),
      node("Unsqueeze", ["score zero", "n_layer_cross_v"]),
    ],
    metadata: {
      ...{
        model_type: "whisper-tiny",
        n_mels: bins,
        n_text_layer: 1,
        n_text_ctx: 448,
        n_text_state: 4,
        n_vocab: count,
      },
      ...{ sot, eot, blank_id: blank, translate, transcribe, is_multilingual: 1, no_timestamps: noTimestamps },
      ...{ no_speech: noSpeech, sot_sequence: [sot, firstId, transcribe].join(",") },
      ...{ all_language_tokens: [firstId, secondId].join(","), all_language_codes: `${first.code},${second.code}` },
    },
  });
  const cache = [kept("self_k", "float", [1, "N", 448, 4]), kept("self_v", "float", [1, "N", 448, 4])];
  const cross = (name: string) => tensor(name, "float", 1, "N", 1, 1);
  const decoder = onnxFile({
    inputs: [
      tensor("tokens", "int64", "N", "L"),
      ...cache.map(({ input }) => input),
      ...[cross("cross_k"), cross("cross_v"), tensor("offset", "int64", 1)],
    ],
    outputs: [tensor("logits", "float", "N", "L", count), ...cache.map(({ output }) => output)],
    constants: [
      floats("table", [count, count], table.flat()),
      floats(
        "heard",
        [1, 1, count],
        heard.map((value) => 10 * value),
      ),
      ...[integers("zero", [1], [0]), integers("one", [1], [1]), floats("none", [1, 1, 1], [0])],
    ],
    nodes: [
      node("Gather", ["table tokens", "rows"]),
      node("ReduceSum", ["rows one", "sum"], { keepdims: 1 }),
      // As many rows as tokens, all the same.
      node("Mul", ["rows none", "nothing"]),
      node("Squeeze", ["cross_k zero", "score"]),
      node("Mul", ["score heard", "sound"]),
      node("Add", ["sum sound", "both"]),
      node("Add", ["both nothing", "logits"]),
      ...cache.map((state) => state.node),
    ],
  });
  const tokens = [...words, "", "", "", "", "", "", "", "", ""].map((word, id) => `${base64(word)} ${id}\n`);
  const files = { "encoder.onnx": encoder, "decoder.onnx": decoder, "tokens.txt": tokens.slice(0, eot).join("") };
  return { loader: "whisper", files };
}
