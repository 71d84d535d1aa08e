import { ModelError } from "#src/models/model-error.ts";
import { blockField, type Field, fieldsOf } from "./protobuf.ts";

/** Numbers of fields in https://github.com/onnx/onnx/blob/main/onnx/onnx.proto. */
export const ofGraph = { node: 1, initializer: 5, valueInfo: 13 } as const;
const ofModel = { graph: 7 } as const;
const ofNode = { input: 1, output: 2, name: 3, op: 4, attribute: 5 } as const;
const ofTensor = { dimension: 1, name: 8, raw: 9 } as const;
const ofAttribute = { name: 1, integer: 3, integers: 8 } as const;

export interface Node {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly name: string;
  readonly op: string;
  readonly attributes: readonly Buffer[];
}

/** A node as it stands in a graph. */
export interface ReadNode extends Node {
  readonly raw: Buffer;
}

/** A value that a graph starts with. */
export interface ReadInitializer {
  readonly name: string;
  readonly shape: readonly number[];
  /** Its numbers, little-endian. */
  readonly content: Buffer;
}

/**
 * The same model with another graph.
 * @param change takes the fields of the graph and returns the changed ones
 * @throws ModelError when there is no graph
 */
export function withGraph(model: Buffer, change: (fields: readonly Field[]) => Buffer): Buffer {
  const fields = [...fieldsOf(model)];
  const graph = fields.find(({ number }) => number === ofModel.graph);
  if (graph === undefined) throw new ModelError("The file holds no graph.");
  const changed = blockField(ofModel.graph, change([...fieldsOf(graph.content)]));
  return Buffer.concat(fields.map((field) => (field === graph ? changed : field.raw)));
}

export function nodeOf({ content, raw }: Field): ReadNode {
  const fields = [...fieldsOf(content)];
  const texts = (number: number): readonly string[] =>
    fields.filter((field) => field.number === number).map((field) => field.content.toString());
  const attributes = fields.filter(({ number }) => number === ofNode.attribute).map((field) => field.raw);
  const [name = "", op = ""] = [texts(ofNode.name)[0], texts(ofNode.op)[0]];
  return { inputs: texts(ofNode.input), outputs: texts(ofNode.output), name, op, attributes, raw };
}

export function initializerOf({ content }: Field): ReadInitializer {
  const fields = [...fieldsOf(content)];
  const find = (number: number): Buffer | undefined => fields.find((field) => field.number === number)?.content;
  return {
    name: find(ofTensor.name)?.toString() ?? "",
    shape: fields.filter(({ number }) => number === ofTensor.dimension).map(({ value }) => value),
    content: find(ofTensor.raw) ?? Buffer.alloc(0),
  };
}

/** The nodes that use each value. */
export function usesOf(nodes: readonly ReadNode[]): ReadonlyMap<string, readonly ReadNode[]> {
  const uses = new Map<string, ReadNode[]>();
  for (const node of nodes) {
    for (const input of node.inputs) {
      const known = uses.get(input);
      if (known === undefined) uses.set(input, [node]);
      else known.push(node);
    }
  }
  return uses;
}

/** The whole numbers of an attribute, which may be one; empty where the node has no such attribute. */
export function integersOf({ attributes }: Node, name: string): readonly number[] {
  const fields = attributes.flatMap((attribute) =>
    [...fieldsOf(attribute)].map(({ content }) => [...fieldsOf(content)]),
  );
  const found = fields.find((parts) =>
    parts.some((part) => part.number === ofAttribute.name && part.content.toString() === name),
  );
  return (found ?? [])
    .filter(({ number }) => number === ofAttribute.integer || number === ofAttribute.integers)
    .map(({ value }) => value);
}

export const encoded = ({ inputs, outputs, name, op, attributes }: Node): Buffer =>
  blockField(
    ofGraph.node,
    Buffer.concat([
      ...inputs.map((input) => blockField(ofNode.input, input)),
      ...outputs.map((output) => blockField(ofNode.output, output)),
      blockField(ofNode.name, name),
      blockField(ofNode.op, op),
      ...attributes,
    ]),
  );
