import test from "ava";
import { kokoroTokens, withMetadata } from "#src/models/build-file.ts";
import { readCatalogue } from "#src/models/catalogue.ts";
import { withFloatConvolutions } from "#tools/models/float-convolutions.ts";
import { withOutputs } from "#tools/models/graph-outputs.ts";
import { fieldsOf } from "#tools/models/protobuf.ts";
import { integers, node, onnxFile, tensor } from "#test/support/onnx.ts";
import { kokoroVoices } from "#workers/speech/engines/kokoro/voices.ts";

/** A convolution of quantised numbers as the published model has them, with a zero point for each of its two channels. */
const quantised = onnxFile({
  inputs: [tensor("x", "float", 1, 1, "length"), tensor("weight", "int32", 2, 1, 3)],
  outputs: [tensor("y", "int32", 1, 2, "rest")],
  constants: [integers("zeros", [2], [1, 2]), integers("weight_q", [2, 1, 3], [1, 2, 3, 4, 5, 6])],
  nodes: [
    node("DynamicQuantizeLinear", ["x", "x_q x_scale x_zero"]),
    node("ConvInteger", ["x_q weight_q x_zero zeros", "y"], { group: 1 }),
    node("Mul", ["x_scale w_scale", "scale"]),
    node("Floor", ["bias", "floored"]),
    node("Cast", ["floored", "bias_quantized"], { to: 6 }),
    node("Cast", ["y", "other"], { to: 1 }),
  ],
});

/** Each node as `op inputs > outputs`. */
function nodesOf(model: Buffer): readonly string[] {
  const graph = [...fieldsOf(model)].find(({ number }) => number === 7);
  return [...fieldsOf(graph?.content ?? Buffer.alloc(0))]
    .filter(({ number }) => number === 1)
    .map(({ content }) => {
      const texts = (number: number): string =>
        [...fieldsOf(content)]
          .filter((field) => field.number === number)
          .map((field) => field.content.toString())
          .join(" ");
      return `${texts(4)} ${texts(1)} > ${texts(2)}`;
    });
}

test("quantised convolutions become those of floats, their biases stay unrounded, all else stays", (t) => {
  t.deepEqual(nodesOf(withFloatConvolutions(quantised)), [
    "Cast weight_q > weight_q_f32_c",
    "Cast zeros > weight_q_f32_z",
    "Reshape weight_q_f32_z weight_q_f32_s > weight_q_f32_zr",
    "Sub weight_q_f32_c weight_q_f32_zr > weight_q_f32",
    "Conv x weight_q_f32 > y",
    "Mul one_f32 w_scale > scale",
    "Identity bias > floored",
    "Identity floored > bias_quantized",
    "Cast y > other",
  ]);
});

test("a quantised input that something else uses, too, stays as it is", (t) => {
  const shared = onnxFile({
    inputs: [],
    outputs: [],
    nodes: [
      node("DynamicQuantizeLinear", ["x", "x_q x_scale x_zero"]),
      node("ConvInteger", ["x_q w x_zero z", "y"]),
      node("MatMulInteger", ["x_q v x_zero z", "m"]),
    ],
  });
  t.deepEqual(nodesOf(withFloatConvolutions(shared)), nodesOf(shared));
});

test("a file without a graph, and one that is cut off, are refused", (t) => {
  t.throws(() => withFloatConvolutions(Buffer.from([8, 8])), { message: "The file holds no graph." });
  t.throws(() => withFloatConvolutions(quantised.subarray(0, -3)), { instanceOf: RangeError });
});

test("a value of the graph becomes an output, behind the model", (t) => {
  const model = withOutputs(quantised, { durations: "scale" });
  t.deepEqual(model.subarray(0, quantised.length), quantised);
  t.deepEqual(nodesOf(model.subarray(quantised.length)), ["Identity scale > durations"]);
  t.is(withOutputs(quantised, {}), quantised);
});

test("metadata are put behind a model, in their order", (t) => {
  const model = withMetadata(Buffer.from([8, 8]), { kind: "a", rate: "24000" });
  const entries = [...fieldsOf(model)].filter(({ number }) => number === 14);
  const texts = entries.map(({ content }) => [...fieldsOf(content)].map((field) => field.content.toString()));
  t.deepEqual(texts, [
    ["kind", "a"],
    ["rate", "24000"],
  ]);
  t.deepEqual(model.subarray(0, 2), Buffer.from([8, 8]));
});

test("a list of phonemes becomes lines, the space one, too", (t) => {
  t.is(kokoroTokens(Buffer.from('{"vocab":{";":1," ":16,"ɹ":123}}')), "; 1\n  16\nɹ 123\n");
});

test("the voices of the engine are those that the catalogue joins, in their order", async (t) => {
  const models = (await readCatalogue()).filter(({ loader }) => loader === "kokoro");
  t.is(models.length, 2);
  for (const { name, files } of models) {
    const from = files.find(({ path }) => path === "voices.bin")?.from ?? [];
    const names = [from].flat().map((path) => /([a-z]{2}_[a-z]+)\.bin$/.exec(path)?.[1]);
    t.deepEqual(names, [...kokoroVoices], name);
  }
});
