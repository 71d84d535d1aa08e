import { blockField, numberField } from "./protobuf.ts";

/** A value that a graph starts with: a matrix of weights or a list of axes. */
export interface Initializer {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array | BigInt64Array;
}

/** An attribute is a number, or a list of them; whole ones. */
export interface GraphNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

/** A named float tensor; a dimension is a number or the name of one that is left open. */
interface GraphValue {
  readonly name: string;
  readonly shape: readonly (number | string)[];
}

interface Graph {
  readonly inputs: readonly GraphValue[];
  readonly outputs: readonly GraphValue[];
  readonly nodes: readonly GraphNode[];
  readonly initializers: readonly Initializer[];
}

/** The numbers of types in ONNX' `TensorProto.DataType` and `AttributeProto.AttributeType`. */
const types = { float: 1, int64: 7, attributeInt: 2, attributeInts: 7 } as const;

/**
 * Writes more of a graph, to stand behind a model: a message that is in a protocol buffer twice is read as one. The numbers of the
 * fields of onnx.proto stand beside each.
 */
export const writeMore = (more: Partial<Graph>): Buffer => Buffer.concat(message(7, graphOf(more))); // ModelProto.graph

type Parts = readonly Buffer[];

const graphOf = ({ inputs = [], outputs = [], nodes = [], initializers = [] }: Partial<Graph>): Parts => [
  ...nodes.flatMap((node) => message(1, nodeOf(node))), // GraphProto.node
  ...initializers.flatMap((initializer) => message(5, tensorOf(initializer))), // .initializer
  ...inputs.flatMap((value) => message(11, valueOf(value))), // .input
  ...outputs.flatMap((value) => message(12, valueOf(value))), // .output
];

const nodeOf = ({ operator, inputs, outputs, attributes = {} }: GraphNode): Parts => [
  ...inputs.flatMap((name) => text(1, name)), // NodeProto.input
  ...outputs.flatMap((name) => text(2, name)), // .output
  ...text(4, operator), // .op_type
  ...Object.entries(attributes).flatMap(([name, value]) => message(5, attributeOf(name, value))), // .attribute
];

const attributeOf = (name: string, value: number | readonly number[]): Parts =>
  typeof value === "number"
    ? [...text(1, name), ...number(3, value), ...number(20, types.attributeInt)] // AttributeProto.name, .i, .type
    : [...text(1, name), ...value.flatMap((one) => number(8, one)), ...number(20, types.attributeInts)]; // .ints

const tensorOf = ({ name, shape, values }: Initializer): Parts => [
  ...shape.flatMap((size) => number(1, size)), // TensorProto.dims
  ...number(2, values instanceof Float32Array ? types.float : types.int64), // .data_type
  ...text(8, name), // .name
  ...bytes(9, Buffer.from(values.buffer, values.byteOffset, values.byteLength)), // .raw_data, little-endian
];

const valueOf = ({ name, shape }: GraphValue): Parts => {
  // TensorShapeProto.dim: dim_value or dim_param
  const dimensions = shape.flatMap((size) => message(1, typeof size === "number" ? number(1, size) : text(2, size)));
  // TypeProto.tensor_type: elem_type, shape
  const tensor = [...number(1, types.float), ...message(2, dimensions)];
  return [...text(1, name), ...message(2, message(1, tensor))]; // ValueInfoProto.name, .type
};

const number = (field: number, value: number): Parts => [numberField(field, value)];
const bytes = (field: number, content: Buffer): Parts => [blockField(field, content)];
const text = (field: number, content: string): Parts => [blockField(field, content)];
const message = (field: number, parts: Parts): Parts => [blockField(field, Buffer.concat(parts))];
