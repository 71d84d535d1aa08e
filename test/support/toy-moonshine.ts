import { only, rows, tonePower, type ToyModel } from "./toy-models.ts";
import { floats, node, onnxFile, tensor } from "./onnx.ts";

const tokens = ["<unk>", "<s>", "</s>", "▁低い。", "▁高い。"];
const count = tokens.length;

/** It says one word, low or high. */
export function moonshine(): ToyModel {
  const { constants, nodes } = tonePower("input_values");
  const encoder = onnxFile({
    inputs: [tensor("input_values", "float", "N", "S")],
    outputs: [tensor("last_hidden_state", "float", "N", "T", 1)],
    constants: [...constants, floats("sides", [4, 1], [1, 1, -1, -1])],
    nodes: [...nodes, node("MatMul", ["frames sides", "last_hidden_state"])],
  });
  const caches = ["decoder.key", "decoder.value", "encoder.key", "encoder.value"];
  const cache = (name: string) => tensor(name, "float", "N", 1, "P", 2);
  const decoder = onnxFile({
    inputs: [
      tensor("input_ids", "int64", "N", "L"),
      tensor("encoder_hidden_states", "float", "N", "T", 1),
      ...caches.map((name) => cache(`past_key_values.0.${name}`)),
      tensor("use_cache_branch", "bool", 1),
    ],
    outputs: [tensor("logits", "float", "N", "L", count), ...caches.map((name) => cache(`present.0.${name}`))],
    constants: [
      floats(
        "table",
        [count, count],
        [0, 1, 2, 3, 4].flatMap((id) => (id < 3 ? rows(count, [0], -1) : only(count, 2, 1e6))),
      ),
      floats("heard", [1, 1, count], [0, 0, 0, 1e3, -1e3]),
      floats("kept", [1, 1, 2, 2], [0, 0, 0, 0]),
    ],
    nodes: [
      node("Gather", ["table input_ids", "next"]),
      node("ReduceMean", ["encoder_hidden_states", "score"], { axes: [1], keepdims: 1 }),
      node("Mul", ["score heard", "sound"]),
      node("Add", ["next sound", "logits"]),
      ...caches.map((name) => node("Identity", ["kept", `present.0.${name}`])),
    ],
  });
  const list = tokens.map((token, id) => `${Buffer.from(token).toString("base64")} ${id}\n`).join("");
  const files = { "encoder_model.ort": encoder, "decoder_model_merged.ort": decoder, "tokens.txt": list };
  return { loader: "moonshine", files };
}
