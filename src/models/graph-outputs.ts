import { blockField, numberField } from "./protobuf.ts";

/** Numbers of fields in https://github.com/onnx/onnx/blob/main/onnx/onnx.proto. */
const ofModel = { graph: 7 } as const;
const ofGraph = { node: 1, output: 12 } as const;
const ofNode = { input: 1, output: 2, op: 4 } as const;
const ofValue = { name: 1, type: 2 } as const;
const ofType = { tensor: 1 } as const;
const ofTensor = { elementType: 1, shape: 2 } as const;
const ofShape = { dimension: 1 } as const;
const ofDimension = { parameter: 2 } as const;
const float = 1;

/** Of any size. */
const shape = Buffer.concat(
  ["rows", "columns"].map((name) => blockField(ofShape.dimension, blockField(ofDimension.parameter, name))),
);

const outputOf = ([name, value]: readonly [string, string]): Buffer => {
  const node = [blockField(ofNode.input, value), blockField(ofNode.output, name), blockField(ofNode.op, "Identity")];
  const tensor = Buffer.concat([numberField(ofTensor.elementType, float), blockField(ofTensor.shape, shape)]);
  const type = blockField(ofValue.type, blockField(ofType.tensor, tensor));
  return Buffer.concat([
    blockField(ofGraph.node, Buffer.concat(node)),
    blockField(ofGraph.output, Buffer.concat([blockField(ofValue.name, name), type])),
  ]);
};

/**
 * The same model with more outputs: matrices of floating-point numbers that it computes anyway, by their new names. A message that
 * stands in a protocol buffer twice is read as one, so they go behind the model.
 */
export function withOutputs(model: Buffer, outputs: Readonly<Record<string, string>>): Buffer {
  const added = Object.entries(outputs).map(outputOf);
  return added.length === 0 ? model : Buffer.concat([model, blockField(ofModel.graph, Buffer.concat(added))]);
}
