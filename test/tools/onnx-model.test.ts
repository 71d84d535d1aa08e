import test from "ava";
import ort from "onnxruntime-node";
import { floats, integers, node, onnxFile, type OnnxModel, tensor } from "#test/support/onnx.ts";
import { withFasterOperations } from "#tools/models/faster-operations.ts";
import { withFloatConvolutions } from "#tools/models/float-convolutions.ts";
import { keptFrames, withKeptFrames } from "#tools/models/kept-frames.ts";
import { editedModel } from "#tools/models/onnx-model.ts";
import { fieldsOf } from "#tools/models/protobuf.ts";

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

/** A step of the catalogue that changes nothing. */
const noEdits = { isFaster: false, outputs: {}, metadata: {} };

test("a value of the graph becomes an output, behind the model", (t) => {
  const model = editedModel(quantised, { ...noEdits, outputs: { durations: "scale" } });
  t.deepEqual(model.subarray(0, quantised.length), quantised);
  t.deepEqual(nodesOf(model.subarray(quantised.length)), ["Identity scale > durations"]);
  t.deepEqual(editedModel(quantised, noEdits), quantised);
});

test("metadata are put behind a model, in their order", (t) => {
  const model = editedModel(Buffer.from([8, 8]), { ...noEdits, metadata: { kind: "a", rate: "24000" } });
  const entries = [...fieldsOf(model)].filter(({ number }) => number === 14);
  const texts = entries.map(({ content }) => [...fieldsOf(content)].map((field) => field.content.toString()));
  t.deepEqual(texts, [
    ["kind", "a"],
    ["rate", "24000"],
  ]);
  t.deepEqual(model.subarray(0, 2), Buffer.from([8, 8]));
});

const wave = (length: number): readonly number[] => Array.from({ length }, (_, at) => 3 * Math.sin(at * 0.7) + at / 50);

/** @returns the numbers that a graph makes of a signal */
async function run(model: Buffer, shape: readonly number[]): Promise<readonly number[]> {
  const session = await ort.InferenceSession.create(model);
  const length = shape.reduce((product, size) => product * size, 1);
  const { y } = await session.run({ x: new ort.Tensor("float32", Float32Array.from(wave(length)), shape) });
  return Array.from(y?.data ?? [], Number);
}

interface Case {
  readonly replaced: string;
  readonly model: OnnxModel;
  readonly shape: readonly number[];
}

const x = (...shape: readonly (number | string)[]) => [tensor("x", "float", ...shape)];
const y = (...shape: readonly (number | string)[]) => [tensor("y", "float", ...shape)];

const cases: Readonly<Record<string, Case>> = {
  "the square of a sine": {
    replaced: "Sin product > sine",
    shape: [1, 2, 30],
    model: {
      ...{ inputs: x(1, 2, "n"), outputs: y(1, 2, "n") },
      constants: [floats("alpha", [1, 2, 1], [0.5, 40]), floats("two", [], [2])],
      nodes: [node("Mul", ["x alpha", "product"]), node("Sin", ["product", "sine"]), node("Pow", ["sine two", "y"])],
    },
  },
  "a division by a deviation": {
    replaced: "Div centered deviation > normal",
    shape: [1, 2, 30],
    model: {
      ...{ inputs: x(1, 2, "n"), outputs: y(1, 2, "n") },
      constants: [
        floats("mean", [1, 2, 1], [0.1, 0.2]),
        floats("gain", [1, 2, 1], [3, 4]),
        floats("variance", [1, 2, 1], [2, 5]),
      ],
      nodes: [
        node("Sub", ["x mean", "centered"]),
        node("Sqrt", ["variance", "deviation"]),
        node("Div", ["centered deviation", "normal"]),
        node("Mul", ["gain normal", "y"]),
      ],
    },
  },
  "a spectrum over time": {
    replaced: "STFT x step window length > y",
    shape: [1, 200],
    model: {
      ...{ inputs: x(1, "n"), outputs: y(1, "frames", 11, 2) },
      constants: [
        ...[integers("step", [], [5]), integers("length", [], [20])],
        floats(
          "window",
          [20],
          Array.from({ length: 20 }, (_, at) => Math.sin((Math.PI * at) / 20) ** 2),
        ),
      ],
      nodes: [node("STFT", ["x step window length", "y"], { onesided: 1 })],
    },
  },
  "a transposed convolution with a kernel of two strides": {
    replaced: "ConvTranspose x weight bias > y",
    shape: [1, 2, 9],
    model: {
      ...{ inputs: x(1, 2, "n"), outputs: y(1, 3, "longer") },
      constants: [
        floats(
          "weight",
          [2, 3, 12],
          Array.from({ length: 72 }, (_, at) => Math.cos(at)),
        ),
        floats("bias", [3], [1, 2, 3]),
      ],
      nodes: [
        node("ConvTranspose", ["x weight bias", "y"], { group: 1, kernel_shape: [12], strides: [6], pads: [3, 3] }),
      ],
    },
  },
};

for (const [what, { replaced, model, shape }] of Object.entries(cases))
  test(`${what} is replaced by operations that compute the same`, async (t) => {
    const before = onnxFile(model);
    const after = withFasterOperations(before);
    const [expected, found] = [await run(before, shape), await run(after, shape)];
    t.is(found.length, expected.length);
    const errors = found.map((value, at) => Math.abs(value - (expected[at] ?? Number.NaN)));
    t.true(Math.max(...errors) < 1e-4, `${Math.max(...errors)}`);
    t.true(nodesOf(before).includes(replaced));
    t.false(nodesOf(after).includes(replaced));
  });

test("a sine that is used without its square, and a shorter kernel, stay as they are", (t) => {
  const sine = onnxFile({
    ...{ inputs: x(1, 2, "n"), outputs: y(1, 2, "n") },
    constants: [floats("alpha", [1, 2, 1], [0.5, 40])],
    nodes: [node("Mul", ["x alpha", "product"]), node("Sin", ["product", "y"])],
  });
  const short = onnxFile({
    ...{ inputs: x(1, 1, "n"), outputs: y(1, 1, "longer") },
    constants: [floats("weight", [1, 1, 3], [1, 2, 3]), floats("bias", [1], [0])],
    nodes: [node("ConvTranspose", ["x weight bias", "y"], { group: 1, kernel_shape: [3], strides: [2], pads: [1, 1] })],
  });
  for (const model of [sine, short]) t.deepEqual(nodesOf(withFasterOperations(model)), nodesOf(model));
});

/** A graph that gives its frames back. */
const echo = onnxFile({
  inputs: [
    tensor("durations", "float", 1, "n"),
    tensor("frames", "float", 1, 1, "m"),
    tensor("halves", "float", 1, "k"),
  ],
  outputs: [tensor("sound", "float", 1, 1, "left"), tensor("pitch", "float", 1, "half_left")],
  constants: [],
  nodes: [node("Identity", ["frames", "sound"]), node("Identity", ["halves", "pitch"])],
});
const values = { durations: "durations", frames: ["frames"], halfFrames: ["halves"] };

const tensorOfFloats = (numbers: readonly number[], ...shape: readonly number[]) =>
  new ort.Tensor("float32", Float32Array.from(numbers), shape);
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** @returns the frames and the half frames that are left */
async function cut(durations: readonly number[], most: readonly [number, number]) {
  const session = await ort.InferenceSession.create(withKeptFrames(echo, values));
  const total = durations.reduce((sum, frames) => sum + frames, 0);
  const { sound, pitch } = await session.run({
    durations: tensorOfFloats(durations, 1, durations.length),
    frames: tensorOfFloats(upTo(total), 1, 1, total),
    halves: tensorOfFloats(upTo(2 * total), 1, 2 * total),
    [keptFrames]: tensorOfFloats(most, 2),
  });
  return [sound, pitch].map((output) => Array.from(output?.data ?? [], Number));
}

test("of the first symbol and of the last two so many frames are left, and all between", async (t) => {
  const [sound, pitch] = await cut([5, 3, 2, 4, 1], [2, 3]);
  t.deepEqual(sound, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  t.deepEqual(pitch, upTo(26).slice(6));
});

test("symbols that are shorter stay as they are", async (t) => {
  const [sound] = await cut([2, 3, 1, 1], [2, 3]);
  t.deepEqual(sound, upTo(7));
  const [all] = await cut([9, 1, 9, 9], [1e6, 1e6]);
  t.deepEqual(all, upTo(28));
});

test("a graph without one of the values is refused", (t) => {
  t.throws(() => withKeptFrames(echo, { ...values, frames: ["other"] }), {
    message: "The graph does not use other.",
  });
});
