import test from "ava";
import { ModelError } from "#src/models/model-error.ts";
import { ge2eEncoder } from "#tools/models/ge2e-encoder.ts";
import { writeOnnx } from "#tools/models/onnx-writer.ts";
import { readTorchWeights } from "#tools/models/torch-weights.ts";
import { unpickle } from "#tools/models/unpickle.ts";

const none = { functions: {}, persistent: () => null };
const proto = "\x80\x02";

const text = (value: string): string => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(Buffer.byteLength(value));
  return `X${length.toString("latin1")}${value}`;
};

const pickle = (body: string): Buffer => Buffer.from(`${proto}${body}.`, "latin1");

test("a pickle of plain values is read, without the bytes behind it", (t) => {
  const body = `}q\x00(${text("a")}K\x07${text("b")}]q\x01(M\x01\x02J\xff\xff\xff\xffG\x3f\xf8\x00\x00\x00\x00\x00\x00N\x88\x89eu`;
  const bytes = Buffer.concat([pickle(body), Buffer.from("rest")]);
  const { value, end } = unpickle(bytes, 0, none);
  t.deepEqual(
    value,
    new Map<string, unknown>([
      ["a", 7],
      ["b", [513, -1, 1.5, null, true, false]],
    ]),
  );
  t.is(bytes.toString("latin1", end), "rest");
});

test("a pickle runs nothing: names that are not allowed are refused before they are used", (t) => {
  const attack = pickle(`cos\nsystem\n(${text("echo pwned")}tR`);
  t.throws(() => unpickle(attack, 0, none), {
    instanceOf: ModelError,
    message: /os\.system.*not one of the names allowed/,
  });
  const inherited = pickle("cconstructor\n\n)R");
  t.throws(() => unpickle(inherited, 0, none), { instanceOf: ModelError });
});

for (const [what, body] of [
  ["an unknown opcode", "\x95"],
  ["a call of a number", "K\x01)R"],
  ["an item of what is no dictionary", "K\x01K\x02K\x03s"],
  ["a value from an empty stack", "Q"],
  ["a tuple without a mark", "K\x01t"],
  ["what was never kept", "h\x05"],
] as const) {
  test(`a pickle with ${what} is refused`, (t) => {
    t.throws(() => unpickle(pickle(body), 0, none), { instanceOf: ModelError });
  });
}

test("a pickle that is cut off is refused wherever it is cut", (t) => {
  const whole = pickle(`}(${text("key")}M\x01\x02u`);
  for (let length = 0; length < whole.length; length += 1) {
    t.throws(() => unpickle(whole.subarray(0, length), 0, none), { instanceOf: ModelError });
  }
});

/** A checkpoint with one tensor of 2 × 2 and one of three numbers, which lie in one storage. */
function checkpoint(numbers: readonly number[]): Buffer {
  const tensor = (offset: string, shape: string, strides: string): string =>
    `ctorch._utils\n_rebuild_tensor_v2\n((${text("storage")}ctorch\nFloatStorage\n${text("1")}${text("cpu")}K\x07NtQK${offset}${shape}${strides}\x89ccollections\nOrderedDict\n)RtR`;
  const state = `ccollections\nOrderedDict\n)R(${text("square")}${tensor("\x00", "K\x02K\x02\x86", "K\x02K\x01\x86")}${text("row")}${tensor("\x04", "K\x03\x85", "K\x01\x85")}u`;
  const magic = pickle("\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19");
  const floats = Buffer.from(Float32Array.from(numbers).buffer);
  const count = Buffer.alloc(8);
  count.writeBigInt64LE(BigInt(numbers.length));
  const pickles = [
    magic,
    pickle("M\xe9\x03"),
    pickle("}"),
    pickle(`}${text("state")}${state}s`),
    pickle(`](${text("1")}e`),
  ];
  return Buffer.concat([...pickles, count, floats]);
}

test("the tensors of a checkpoint are read with their shapes", (t) => {
  const weights = readTorchWeights(checkpoint([1, 2, 3, 4, 5, 6, 7]), "state");
  t.deepEqual(weights.get("square"), { shape: [2, 2], values: Float32Array.of(1, 2, 3, 4) });
  t.deepEqual(weights.get("row"), { shape: [3], values: Float32Array.of(5, 6, 7) });
});

test("a checkpoint of something else, with too few numbers or of another format is refused", (t) => {
  const whole = checkpoint([1, 2, 3, 4, 5, 6, 7]);
  t.throws(() => readTorchWeights(whole, "other"), { instanceOf: ModelError, message: /has no other/ });
  t.throws(() => readTorchWeights(checkpoint([1, 2, 3, 4, 5]), "state"), { instanceOf: ModelError });
  t.throws(() => readTorchWeights(whole.subarray(0, -4), "state"), { instanceOf: ModelError });
  t.throws(() => readTorchWeights(pickle("N"), "state"), {
    instanceOf: ModelError,
    message: /not a PyTorch checkpoint/,
  });
  t.throws(() => ge2eEncoder(whole), { instanceOf: ModelError, message: /has no model_state/ });
});

test("a graph is written as protocol buffers, the same each time", (t) => {
  const graph = {
    ...{ name: "g", inputs: [{ name: "x", shape: ["B", 2] }], outputs: [{ name: "y", shape: ["B", 2] }] },
    nodes: [{ operator: "Mul", inputs: ["x", "w"], outputs: ["y"], attributes: { axis: 1, perm: [1, 0] } }],
    initializers: [{ name: "w", shape: [2], values: Float32Array.of(1, 2) }],
  };
  const bytes = writeOnnx(graph);
  t.deepEqual(bytes, writeOnnx(graph));
  t.is(bytes.toString("hex", 0, 2), "0808");
  t.true(bytes.includes("Mul"));
  t.true(bytes.includes(Buffer.from(Float32Array.of(1, 2).buffer)));
});
