import test from "ava";
import ort from "onnxruntime-node";
import { withFasterOperations } from "#tools/models/faster-operations.ts";
import { fieldsOf } from "#tools/models/protobuf.ts";
import { floats, integers, node, onnxFile, type OnnxModel, tensor } from "#test/support/onnx.ts";

const wave = (length: number): readonly number[] => Array.from({ length }, (_, at) => 3 * Math.sin(at * 0.7) + at / 50);

/** @returns the numbers that a graph makes of a signal */
async function run(model: Buffer, shape: readonly number[]): Promise<readonly number[]> {
  const session = await ort.InferenceSession.create(model);
  const length = shape.reduce((product, size) => product * size, 1);
  const { y } = await session.run({ x: new ort.Tensor("float32", Float32Array.from(wave(length)), shape) });
  return Array.from(y?.data ?? [], Number);
}

/** Each node as `op inputs`. */
const nodesOf = (model: Buffer): readonly string[] =>
  [...fieldsOf(model)]
    .filter(({ number }) => number === 7)
    .flatMap(({ content }) => [...fieldsOf(content)].filter(({ number }) => number === 1))
    .map(({ content }) => {
      const texts = (wanted: number) =>
        [...fieldsOf(content)].filter(({ number }) => number === wanted).map((field) => field.content.toString());
      return [...texts(4), ...texts(1)].join(" ");
    });

interface Case {
  readonly replaced: string;
  readonly model: OnnxModel;
  readonly shape: readonly number[];
}

const x = (...shape: readonly (number | string)[]) => [tensor("x", "float", ...shape)];
const y = (...shape: readonly (number | string)[]) => [tensor("y", "float", ...shape)];

const cases: Readonly<Record<string, Case>> = {
  "the square of a sine": {
    replaced: "Sin product",
    shape: [1, 2, 30],
    model: {
      ...{ inputs: x(1, 2, "n"), outputs: y(1, 2, "n") },
      constants: [floats("alpha", [1, 2, 1], [0.5, 40]), floats("two", [], [2])],
      nodes: [node("Mul", ["x alpha", "product"]), node("Sin", ["product", "sine"]), node("Pow", ["sine two", "y"])],
    },
  },
  "a division by a deviation": {
    replaced: "Div centered deviation",
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
    replaced: "STFT x step window length",
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
    replaced: "ConvTranspose x weight bias",
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
