import { ModelError } from "#src/models/model-error.ts";
import { type GraphNode, type Initializer, writeMore } from "./onnx-writer.ts";
import { blockField, type Field, fieldsOf } from "./protobuf.ts";

/** Values of a graph that decides how many frames of sound each symbol takes, and then makes sound of the frames. */
export interface FrameValues {
  /** The frames of each symbol, as floating-point numbers. */
  readonly durations: string;
  /** Values with a last axis of frames, of which the sound is made. */
  readonly frames: readonly string[];
  /** Those with a last axis of half frames. */
  readonly halfFrames: readonly string[];
}

/** Numbers of fields in https://github.com/onnx/onnx/blob/main/onnx/onnx.proto. */
const ofModel = { graph: 7 } as const;
const ofGraph = { node: 1 } as const;
const ofNode = { input: 1 } as const;
const int64 = 7;

/** The name of the new input: the number of frames of the first symbol and of the last two become sound at most. */
export const keptFrames = "kept_frames";

const cutName = (value: string): string => `${value}_cut`;

/**
 * The same model with an input that says how much of the silence at both ends is computed. What is left out was cut off
 * afterwards anyway, and each frame costs the same. The lengths and the melody of the speech are decided before, for all frames.
 *
 * @throws ModelError when the graph does not use one of the values
 */
export function withKeptFrames(model: Buffer, values: FrameValues): Buffer {
  const cut = [...values.frames, ...values.halfFrames];
  const found = new Set<string>();
  const changed = [...fieldsOf(model)].map((field) => {
    if (field.number !== ofModel.graph) return field.raw;
    return blockField(ofModel.graph, rewired(field.content, new Set(cut), found));
  });
  const missing = cut.find((value) => !found.has(value));
  if (missing !== undefined) throw new ModelError(`The graph does not use ${missing}.`);
  const inputs = [{ name: keptFrames, shape: [2] }];
  return Buffer.concat([...changed, writeMore({ inputs, initializers: constants, nodes: nodesFor(values) })]);
}

/** Nodes that use one of the values take what is left of it. */
function rewired(graph: Buffer, cut: ReadonlySet<string>, found: Set<string>): Buffer {
  const withCut = ({ number, content, raw }: Field): Buffer => {
    const name = number === ofNode.input ? content.toString() : "";
    if (!cut.has(name)) return raw;
    found.add(name);
    return blockField(ofNode.input, cutName(name));
  };
  const fields = [...fieldsOf(graph)].map(({ number, content, raw }) =>
    number === ofGraph.node ? blockField(number, Buffer.concat([...fieldsOf(content)].map(withCut))) : raw,
  );
  return Buffer.concat(fields);
}

const list = (name: string, value: number): Initializer => {
  return { name: `kept_${name}`, shape: [1], values: BigInt64Array.of(BigInt(value)) };
};
const constants = [
  ...[list("0", 0), list("1", 1), list("2", 2), list("from_last", -2), list("all", -1)],
  list("end", Number.MAX_SAFE_INTEGER),
];

/** In the order in which they are computed. */
function nodesFor({ durations, frames, halfFrames }: FrameValues): readonly GraphNode[] {
  const nodes: GraphNode[] = [];
  const add = (operator: string, inputs: string, output: string): void => {
    nodes.push({ operator, inputs: inputs.split(" "), outputs: [output] });
  };
  add("Reshape", `${durations} kept_all`, "kept_durations");
  // The first symbol says where the sound begins.
  add("Slice", "kept_durations kept_0 kept_1", "kept_first");
  add("Slice", `${keptFrames} kept_0 kept_1`, "kept_most_first");
  add("Sub", "kept_first kept_most_first", "kept_before");
  add("Relu", "kept_before", "kept_start_frame");
  // The last two say where it ends.
  add("ReduceSum", "kept_durations kept_0", "kept_sum");
  add("Slice", "kept_durations kept_from_last kept_end", "kept_last_two");
  add("ReduceSum", "kept_last_two kept_0", "kept_last");
  add("Slice", `${keptFrames} kept_1 kept_2`, "kept_most_last");
  add("Sub", "kept_last kept_most_last", "kept_behind");
  add("Relu", "kept_behind", "kept_left_out");
  add("Sub", "kept_sum kept_left_out", "kept_end_frame");
  for (const edge of ["start", "end"]) {
    const [inputs, outputs] = [[`kept_${edge}_frame`], [`kept_${edge}_at`]];
    nodes.push({ operator: "Cast", inputs, outputs, attributes: { to: int64 } });
    add("Mul", `kept_${edge}_at kept_2`, `kept_${edge}_at_half`);
  }
  for (const value of frames) add("Slice", `${value} kept_start_at kept_end_at kept_all`, cutName(value));
  for (const value of halfFrames) add("Slice", `${value} kept_start_at_half kept_end_at_half kept_all`, cutName(value));
  return nodes;
}
