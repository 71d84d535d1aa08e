import { ModelError } from "#src/models/model-error.ts";
import { type Graph, type GraphNode, type Initializer, writeOnnx } from "./onnx-writer.ts";
import { readTorchWeights, type Weights } from "./torch-weights.ts";

const [hidden, layers, bands, embedding] = [256, 3, 40, 256] as const;
const gates = 4;

/**
 * The speaker encoder of Resemblyzer (GE2E) as an ONNX graph: `mel` float[B, T, 40] → `emb` float[B, 256] of unit length. Its
 * weights are those of the checkpoint.
 * @throws ModelError when the checkpoint is not that of this encoder
 */
export function ge2eEncoder(checkpoint: Buffer): Buffer {
  const weights = readTorchWeights(checkpoint, "model_state");
  const read = (name: string, shape: readonly number[]): Float32Array => valuesOf(weights, name, shape);
  const recurrent = Array.from({ length: layers }, (_, layer) => lstmLayer(layer, read));
  const graph: Graph = {
    name: "ge2e",
    inputs: [{ name: "mel", shape: ["B", "T", bands] }],
    outputs: [{ name: "emb", shape: ["B", embedding] }],
    nodes: [
      { operator: "Transpose", inputs: ["mel"], outputs: ["x0"], attributes: { perm: [1, 0, 2] } },
      ...recurrent.flatMap(({ nodes }) => nodes),
      { operator: "Gemm", inputs: [`x${layers}`, "LW", "LB"], outputs: ["l"], attributes: { transB: 1 } },
      { operator: "Relu", inputs: ["l"], outputs: ["r"] },
      { operator: "LpNormalization", inputs: ["r"], outputs: ["emb"], attributes: { axis: 1, p: 2 } },
    ],
    initializers: [
      ...recurrent.flatMap(({ initializers }) => initializers),
      { name: "LW", shape: [embedding, hidden], values: read("linear.weight", [embedding, hidden]) },
      { name: "LB", shape: [embedding], values: read("linear.bias", [embedding]) },
    ],
  };
  return writeOnnx(graph);
}

function valuesOf(weights: ReadonlyMap<string, Weights>, name: string, shape: readonly number[]): Float32Array {
  const found = weights.get(name);
  if (found === undefined) throw new ModelError(`The checkpoint has no ${name}.`);
  if (found.shape.join() !== shape.join())
    throw new ModelError(`${name} of the checkpoint is ${found.shape.join(" × ")} instead of ${shape.join(" × ")}.`);
  return found.values;
}

interface Layer {
  readonly nodes: readonly GraphNode[];
  readonly initializers: readonly Initializer[];
}

/** From `x<layer>` to `x<layer + 1>`: all steps of it, or, behind the last layer, the last one. */
function lstmLayer(layer: number, read: (name: string, shape: readonly number[]) => Float32Array): Layer {
  const inputs = layer === 0 ? bands : hidden;
  const rows = gates * hidden;
  const bias = (name: string): Float32Array => reorderGates(read(`lstm.bias_${name}_l${layer}`, [rows]));
  const [W, R, B, axis] = [`W${layer}`, `R${layer}`, `B${layer}`, `ax${layer}`];
  const isLast = layer === layers - 1;
  return {
    nodes: [
      {
        operator: "LSTM",
        inputs: [`x${layer}`, W, R, B],
        outputs: [`y${layer}`, `h${layer}`],
        attributes: { hidden_size: hidden },
      },
      { operator: "Squeeze", inputs: [isLast ? `h${layer}` : `y${layer}`, axis], outputs: [`x${layer + 1}`] },
    ],
    initializers: [
      { name: W, shape: [1, rows, inputs], values: reorderGates(read(`lstm.weight_ih_l${layer}`, [rows, inputs])) },
      { name: R, shape: [1, rows, hidden], values: reorderGates(read(`lstm.weight_hh_l${layer}`, [rows, hidden])) },
      { name: B, shape: [1, 2 * rows], values: Float32Array.from([...bias("ih"), ...bias("hh")]) },
      { name: axis, shape: [1], values: BigInt64Array.of(isLast ? 0n : 1n) },
    ],
  };
}

/** PyTorch keeps the gates as input, forget, cell, output; ONNX as input, output, forget, cell. */
function reorderGates(values: Float32Array): Float32Array {
  const size = values.length / gates;
  const ordered = new Float32Array(values.length);
  for (const [slot, gate] of [0, 3, 1, 2].entries()) {
    ordered.set(values.subarray(gate * size, (gate + 1) * size), slot * size);
  }
  return ordered;
}
