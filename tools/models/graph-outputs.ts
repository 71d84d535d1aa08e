import { writeMore } from "./onnx-writer.ts";

/** The same model with more outputs: matrices of floating-point numbers that it computes anyway, by their new names. */
export function withOutputs(model: Buffer, outputs: Readonly<Record<string, string>>): Buffer {
  const added = Object.entries(outputs);
  if (added.length === 0) return model;
  const more = {
    nodes: added.map(([name, value]) => ({ operator: "Identity", inputs: [value], outputs: [name] })),
    outputs: added.map(([name]) => ({ name, shape: ["rows", "columns"] })),
  };
  return Buffer.concat([model, writeMore(more)]);
}
