import test from "ava";
import ort from "onnxruntime-node";
import { keptFrames, withKeptFrames } from "#tools/models/kept-frames.ts";
import { node, onnxFile, tensor } from "#test/support/onnx.ts";

/** Gives its frames back. */
const model = onnxFile({
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

const floats = (numbers: readonly number[], ...shape: readonly number[]) =>
  new ort.Tensor("float32", Float32Array.from(numbers), shape);
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** @returns the frames and the half frames that are left */
async function cut(durations: readonly number[], most: readonly [number, number]) {
  const session = await ort.InferenceSession.create(withKeptFrames(model, values));
  const total = durations.reduce((sum, frames) => sum + frames, 0);
  const { sound, pitch } = await session.run({
    durations: floats(durations, 1, durations.length),
    frames: floats(upTo(total), 1, 1, total),
    halves: floats(upTo(2 * total), 1, 2 * total),
    [keptFrames]: floats(most, 2),
  });
  return [sound, pitch].map((tensorOf) => Array.from(tensorOf?.data ?? [], Number));
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
  t.throws(() => withKeptFrames(model, { ...values, frames: ["other"] }), { message: "The graph does not use other." });
});
