/** Writes small ONNX models: the protocol buffer of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto, without a library. */

/** The numbers that ONNX gives to element types. */
const elementTypes = { float: 1, int32: 6, int64: 7, bool: 9 } as const;
type ElementType = keyof typeof elementTypes;

/** A dimension by its size, or by a name where it varies. */
type Dimension = number | string;

export interface TensorType {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly Dimension[];
}

export interface Constant {
  readonly name: string;
  readonly type: "float" | "int64";
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

type Attribute = number | readonly number[];

export interface GraphNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, Attribute>>;
}

export interface OnnxModel {
  readonly inputs: readonly TensorType[];
  readonly outputs: readonly TensorType[];
  readonly constants?: readonly Constant[];
  readonly nodes: readonly GraphNode[];
  readonly metadata?: Readonly<Record<string, string | number>>;
}

export const tensor = (name: string, type: ElementType, ...shape: readonly Dimension[]): TensorType => {
  return { name, type, shape };
};

export const floats = (name: string, shape: readonly number[], values: readonly number[]): Constant => {
  return { name, type: "float", shape, values };
};

export const integers = (name: string, shape: readonly number[], values: readonly number[]): Constant => {
  return { name, type: "int64", shape, values };
};

export const node = (
  op: string,
  [inputs, outputs]: readonly [inputs: string, outputs: string],
  attributes: Readonly<Record<string, Attribute>> = {},
): GraphNode => ({ op, inputs: inputs.split(" "), outputs: outputs.split(" "), attributes });

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

const whole = (field: number, value: number): Buffer => Buffer.concat([varint(field << 3), varint(value)]);

function block(field: number, content: string | Uint8Array | readonly Buffer[]): Buffer {
  const isText = typeof content === "string" || content instanceof Uint8Array;
  const bytes = isText ? Buffer.from(content) : Buffer.concat(content);
  return Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);
}

const typeOf = ({ name, type, shape }: TensorType): readonly Buffer[] => {
  const dimensions = shape.map((size) => block(1, typeof size === "string" ? block(2, size) : whole(1, size)));
  return [block(1, name), block(2, [block(1, [whole(1, elementTypes[type]), block(2, dimensions)])])];
};

const constantOf = ({ name, type, shape, values }: Constant): readonly Buffer[] => {
  const data = type === "float" ? Float32Array.from(values) : BigInt64Array.from(values, BigInt);
  const raw = new Uint8Array(data.buffer);
  return [...shape.map((size) => whole(1, size)), whole(2, elementTypes[type]), block(8, name), block(9, raw)];
};

const attributeOf = ([name, value]: readonly [string, Attribute]): Buffer =>
  typeof value === "number"
    ? block(5, [block(1, name), whole(3, value), whole(20, 2)])
    : block(5, [block(1, name), ...value.map((one) => whole(8, one)), whole(20, 7)]);

const nodeOf = ({ op, inputs, outputs, attributes = {} }: GraphNode): readonly Buffer[] => [
  ...inputs.map((name) => block(1, name)),
  ...outputs.map((name) => block(2, name)),
  block(4, op),
  ...Object.entries(attributes).map(attributeOf),
];

/** The bytes of a model file. */
export function onnxFile({ inputs, outputs, constants = [], nodes, metadata = {} }: OnnxModel): Buffer {
  const graph = [
    ...nodes.map((one) => block(1, nodeOf(one))),
    block(2, "toy model"),
    ...constants.map((one) => block(5, constantOf(one))),
    ...inputs.map((one) => block(11, typeOf(one))),
    ...outputs.map((one) => block(12, typeOf(one))),
  ];
  const properties = Object.entries(metadata).map(([key, value]) => block(14, [block(1, key), block(2, `${value}`)]));
  return Buffer.concat([whole(1, 8), block(7, graph), block(8, whole(2, 17)), ...properties]);
}
