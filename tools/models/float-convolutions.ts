import { encoded, initializerOf, type Node, nodeOf, ofGraph, type ReadNode, usesOf, withGraph } from "./onnx-graph.ts";
import { blockField, type Field, numberField } from "./protobuf.ts";

/** Numbers of fields in https://github.com/onnx/onnx/blob/main/onnx/onnx.proto. */
const ofNode = { attribute: 5 } as const;
const ofTensor = { dimension: 1, elementType: 2, name: 8, raw: 9 } as const;
const ofAttribute = { name: 1, integer: 3, type: 20 } as const;
const elementTypes = { float: 1, int64: 7 } as const;
const integerAttribute = 2;

/** The scale of an input that is not quantised any more. */
const one = "one_f32";

/** The additions to the graph beside its nodes. */
interface Additions {
  readonly nodes: Buffer[];
  readonly initializers: Buffer[];
  /** The name of each weight as floating-point numbers, by the names of weight and zero point. */
  readonly weights: Map<string, string>;
}

/**
 * The same model with convolutions of floating-point numbers in place of those of 8-bit integers, which run twice as fast on
 * processors of today and hear better. The weights stay 8-bit integers in the file; the runtime converts them when it loads it.
 * A convolution that quantises its input with a `DynamicQuantizeLinear` of its own takes the input itself; a bias that was
 * rounded for it stays as it is.
 * @throws ModelError when there is no graph
 */
export const withFloatConvolutions = (model: Buffer): Buffer => withGraph(model, changedGraph);

function changedGraph(fields: readonly Field[]): Buffer {
  const nodes = fields.filter(({ number }) => number === ofGraph.node).map(nodeOf);
  const initializers = fields.filter(({ number }) => number === ofGraph.initializer).map(initializerOf);
  const dimensions = new Map(initializers.map(({ name, shape }) => [name, shape]));
  const uses = usesOf(nodes);
  const plan = planOf(nodes, uses);
  const added: Additions = { nodes: [], initializers: [floatScalar(one)], weights: new Map() };
  const changed = nodes.flatMap((node) => changedNode(node, plan, { added, dimensions }));
  const others = fields.filter(({ number }) => number !== ofGraph.node && number !== ofGraph.valueInfo);
  return Buffer.concat([
    ...added.nodes,
    ...changed,
    ...added.initializers.map((tensor) => blockField(ofGraph.initializer, tensor)),
    ...others.map(({ raw }) => raw),
  ]);
}

/** The changed graph. */
interface Plan {
  /** The input of each quantised input that only convolutions use. */
  readonly unquantised: ReadonlyMap<string, string>;
  /** The scales of those. */
  readonly scales: ReadonlySet<string>;
  /** Nodes that only round a bias. */
  readonly roundings: ReadonlySet<Node>;
}

function planOf(nodes: readonly Node[], uses: ReadonlyMap<string, readonly Node[]>): Plan {
  const usedBy = (output: string | undefined, is: (node: Node) => boolean): boolean =>
    uses.get(output ?? "")?.every(is) ?? false;
  const quantisations = nodes.filter(
    ({ op, outputs }) => op === "DynamicQuantizeLinear" && usedBy(outputs[0], (user) => user.op === "ConvInteger"),
  );
  const roundings = nodes.filter(
    (node) => isBiasCast(node) || (node.op === "Floor" && usedBy(node.outputs[0], isBiasCast)),
  );
  return {
    unquantised: new Map(quantisations.map(({ inputs, outputs }) => [outputs[0] ?? "", inputs[0] ?? ""])),
    scales: new Set(quantisations.map(({ outputs }) => outputs[1] ?? "")),
    roundings: new Set(roundings),
  };
}

const isBiasCast = ({ op, name, outputs }: Node): boolean =>
  op === "Cast" && `${name}${outputs[0]}`.includes("bias_quantized");

interface Change {
  readonly added: Additions;
  readonly dimensions: ReadonlyMap<string, readonly number[]>;
}

function changedNode(node: ReadNode, plan: Plan, change: Change): readonly Buffer[] {
  const { inputs, outputs, op } = node;
  if (op === "DynamicQuantizeLinear" && plan.unquantised.has(outputs[0] ?? "")) return [];
  const input = plan.unquantised.get(inputs[0] ?? "");
  if (op === "ConvInteger" && input !== undefined) {
    return [encoded({ ...node, op: "Conv", inputs: [input, floatWeight(node, change)] })];
  }
  if (plan.roundings.has(node)) return [encoded({ ...node, op: "Identity", attributes: [] })];
  if (!inputs.some((name) => plan.scales.has(name))) return [node.raw];
  return [encoded({ ...node, inputs: inputs.map((name) => (plan.scales.has(name) ? one : name)) })];
}

/** Adds the nodes that convert the weight of a `ConvInteger`. @returns its name */
function floatWeight({ inputs }: Node, { added, dimensions }: Change): string {
  const [weight = "", zeroPoint = ""] = [inputs[1], inputs[3]];
  const key = `${weight}|${zeroPoint}`;
  const known = added.weights.get(key);
  if (known !== undefined) return known;
  const name = `${weight}_f32`;
  added.weights.set(key, name);
  let zero = `${name}_z`;
  const add = (op: string, [from, to]: readonly [readonly string[], string], attributes: readonly Buffer[] = []) =>
    added.nodes.push(encoded({ op, inputs: from, outputs: [to], name: "", attributes }));
  add("Cast", [[weight], `${name}_c`], [castToFloat]);
  add("Cast", [[zeroPoint], zero], [castToFloat]);
  const [channels = 0, ...more] = dimensions.get(zeroPoint) ?? [];
  if (more.length === 0 && channels > 1) {
    const shape = [-1, ...(dimensions.get(weight) ?? []).slice(1).map(() => 1)];
    added.initializers.push(integerList(`${name}_s`, shape));
    add("Reshape", [[zero, `${name}_s`], `${zero}r`]);
    zero += "r";
  }
  add("Sub", [[`${name}_c`, zero], name]);
  return name;
}

const castToFloat = blockField(
  ofNode.attribute,
  Buffer.concat([
    blockField(ofAttribute.name, "to"),
    numberField(ofAttribute.integer, elementTypes.float),
    numberField(ofAttribute.type, integerAttribute),
  ]),
);

const floatScalar = (name: string): Buffer =>
  Buffer.concat([
    numberField(ofTensor.elementType, elementTypes.float),
    blockField(ofTensor.name, name),
    blockField(ofTensor.raw, Buffer.from(Float32Array.of(1).buffer)),
  ]);

const integerList = (name: string, values: readonly number[]): Buffer =>
  Buffer.concat([
    numberField(ofTensor.dimension, values.length),
    numberField(ofTensor.elementType, elementTypes.int64),
    blockField(ofTensor.name, name),
    blockField(ofTensor.raw, Buffer.from(BigInt64Array.from(values, BigInt).buffer)),
  ]);
