import { withFasterOperations } from "./faster-operations.ts";
import { withFloatConvolutions } from "./float-convolutions.ts";
import { type FrameValues, withKeptFrames } from "./kept-frames.ts";
import { writeMore } from "./onnx-writer.ts";
import { blockField } from "./protobuf.ts";

/** The edits that a step `onnx` of the catalogue names. */
interface ModelEdits {
  readonly metadata: Readonly<Record<string, string>>;
  readonly isFaster: boolean;
  readonly outputs: Readonly<Record<string, string>>;
  readonly frameValues?: FrameValues | undefined;
}

/** Edits the graph of a model as it was published. @throws ModelError when the graph is another one */
export function editedModel(published: Buffer, { isFaster, frameValues, outputs, metadata }: ModelEdits): Buffer {
  const model = isFaster ? withFasterOperations(withFloatConvolutions(published)) : published;
  const cut = frameValues === undefined ? model : withKeptFrames(model, frameValues);
  return withMetadata(withOutputs(cut, outputs), metadata);
}

/** The same model with more outputs: matrices of floating-point numbers that it computes anyway, by their new names. */
function withOutputs(model: Buffer, outputs: Readonly<Record<string, string>>): Buffer {
  const added = Object.entries(outputs);
  if (added.length === 0) return model;
  const more = {
    nodes: added.map(([name, value]) => ({ operator: "Identity", inputs: [value], outputs: [name] })),
    outputs: added.map(([name]) => ({ name, shape: ["rows", "columns"] })),
  };
  return Buffer.concat([model, writeMore(more)]);
}

/** `metadata_props` in https://github.com/onnx/onnx/blob/main/onnx/onnx.proto, each with a key, 1, and a value, 2. */
const metadataField = 14;

/** The same model with metadata behind it: a protocol buffer may have fields of a list anywhere. */
const withMetadata = (model: Buffer, metadata: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat([
    model,
    ...Object.entries(metadata).map(([key, value]) =>
      blockField(metadataField, Buffer.concat([blockField(1, key), blockField(2, value)])),
    ),
  ]);
