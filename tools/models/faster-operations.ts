import {
  initializerOf,
  integersOf,
  nodeOf,
  ofGraph,
  type ReadInitializer,
  type ReadNode,
  usesOf,
  withGraph,
} from "./onnx-graph.ts";
import { type GraphNode, type Initializer, writeMore } from "./onnx-writer.ts";
import type { Field } from "./protobuf.ts";

/** Nodes that take the place of others and compute the same. */
interface Replacement {
  readonly removed: readonly ReadNode[];
  /** Values that nothing uses any more. */
  readonly unused?: readonly string[];
  readonly nodes: readonly GraphNode[];
  readonly initializers?: readonly Initializer[];
}

/** The parts of a graph that rules look up. */
interface Graph {
  readonly nodes: readonly ReadNode[];
  /** The node that makes a value. */
  readonly producerOf: (value: string | undefined) => ReadNode | undefined;
  /** The one node that uses a value; none where there are more. */
  readonly onlyUserOf: (value: string | undefined) => ReadNode | undefined;
  readonly initializers: ReadonlyMap<string, ReadInitializer>;
}

/** Finds a node whose work can be done faster. */
type Rule = (node: ReadNode, graph: Graph) => Replacement | null;

/**
 * sin²(πr) for |r| ≤ ½ as a polynomial in u = r², without its constant, which is 0: the coefficients of u, u², u³ and u⁴, by least
 * squares with weights that make the largest error, 2.3e-5, the least.
 */
const sineSquared = [9.866_674_65, -32.353_870_2, 41.294_947_4, -22.990_890_97] as const;
/** A floating-point number of 32 bits that is added to this one and taken from the sum is rounded to a whole number. */
const rounding = 1.5 * 2 ** 23;
/** Far below what rounding leaves of any sound. */
const leastImaginary = 1e-20;

const scalar = (name: string, value: number): Initializer => {
  return { name: `fast_${name}`, shape: [], values: Float32Array.of(value) };
};
const list = (name: string, ...values: readonly number[]): Initializer => {
  return { name, shape: [values.length], values: BigInt64Array.from(values, BigInt) };
};
const shared = [
  ...[scalar("inverse_pi", 1 / Math.PI), scalar("rounding", rounding), list("fast_time", 2)],
  ...sineSquared.map((coefficient, power) => scalar(`sine_${power}`, coefficient)),
];

/**
 * The same model with other operations where the runtime has only slow ones, computed by a single core, or where fewer passes
 * suffice. Kokoro takes a tenth less time with two cores. Its sound changes by rounding errors.
 * @throws ModelError when there is no graph
 */
export function withFasterOperations(model: Buffer): Buffer {
  const replacements: Replacement[] = [];
  const reduced = withGraph(model, (fields) => {
    const graph = graphOf(fields);
    for (const rule of [fasterSine, fasterDivision, fasterSpectrum, fasterUpsampling])
      replacements.push(...graph.nodes.flatMap((node) => rule(node, graph) ?? []));
    const removed = new Set(replacements.flatMap((replacement) => replacement.removed.map(({ raw }) => raw)));
    const unused = new Set(replacements.flatMap((replacement) => replacement.unused ?? []));
    const isKept = (field: Field): boolean =>
      field.number === ofGraph.initializer ? !unused.has(initializerOf(field).name) : !removed.has(field.raw);
    return Buffer.concat(fields.filter(isKept).map(({ raw }) => raw));
  });
  const nodes = replacements.flatMap((replacement) => replacement.nodes);
  const initializers = replacements.flatMap((replacement) => replacement.initializers ?? []);
  return Buffer.concat([reduced, writeMore({ nodes, initializers: [...shared, ...initializers] })]);
}

function graphOf(fields: readonly Field[]): Graph {
  const nodes = fields.filter(({ number }) => number === ofGraph.node).map(nodeOf);
  const producers = new Map(nodes.flatMap((node) => node.outputs.map((output) => [output, node] as const)));
  const uses = usesOf(nodes);
  const initializers = fields.filter(({ number }) => number === ofGraph.initializer).map(initializerOf);
  return {
    nodes,
    producerOf: (value = "") => producers.get(value),
    onlyUserOf: (value = "") => (uses.get(value)?.length === 1 ? uses.get(value)?.[0] : undefined),
    initializers: new Map(initializers.map((initializer) => [initializer.name, initializer])),
  };
}

const node = (
  operator: string,
  [inputs, output]: readonly [inputs: string, output: string],
  attributes: GraphNode["attributes"] = {},
): GraphNode => ({ operator, inputs: inputs.split(" "), outputs: [output], attributes });

const floatsOf = ({ content }: ReadInitializer): Float32Array => new Float32Array(Uint8Array.from(content).buffer);

/** The square of the sine of a product with constant factors, by its polynomial: its operations use all cores, and sine does not. */
const fasterSine: Rule = (sine, { producerOf, onlyUserOf, initializers }) => {
  const [square, product] = [onlyUserOf(sine.outputs[0]), producerOf(sine.inputs[0])];
  const isSquared =
    sine.op === "Sin" && square?.op === "Pow" && numberOf(initializers.get(square.inputs[1] ?? "")) === 2;
  if (!isSquared || product?.op !== "Mul" || onlyUserOf(product.outputs[0]) !== sine) return null;
  const factor = product.inputs.find((input) => initializers.has(input));
  const argument = product.inputs.find((input) => input !== factor);
  if (factor === undefined || argument === undefined) return null;
  const own = (name: string): string => `${sine.outputs[0]}_${name}`;
  const nodes = [
    node("Mul", [`${factor} fast_inverse_pi`, own("factor")]),
    node("Mul", [`${argument} ${own("factor")}`, own("halves")]),
    node("Add", [`${own("halves")} fast_rounding`, own("raised")]),
    node("Sub", [`${own("raised")} fast_rounding`, own("whole")]),
    node("Sub", [`${own("halves")} ${own("whole")}`, own("rest")]),
    node("Mul", [`${own("rest")} ${own("rest")}`, own("u")]),
  ];
  let sum = `fast_sine_${sineSquared.length - 1}`;
  for (let power = sineSquared.length - 2; power >= 0; power -= 1) {
    nodes.push(node("Mul", [`${own("u")} ${sum}`, own(`term_${power}`)]));
    sum = own(`sum_${power}`);
    nodes.push(node("Add", [`${own(`term_${power}`)} fast_sine_${power}`, sum]));
  }
  nodes.push(node("Mul", [`${own("u")} ${sum}`, square.outputs[0] ?? ""]));
  return { removed: [product, sine, square], nodes };
};

const numberOf = (initializer: ReadInitializer | undefined): number | undefined =>
  initializer?.content.length === 4 ? initializer.content.readFloatLE() : undefined;

/** A product that is divided by a deviation: the factor, which is short, is divided in its place. */
const fasterDivision: Rule = (division, { producerOf, onlyUserOf }) => {
  const [dividend, deviation] = division.inputs;
  const isNormalisation =
    division.op === "Div" && producerOf(dividend)?.op === "Sub" && producerOf(deviation)?.op === "Sqrt";
  const product = onlyUserOf(division.outputs[0]);
  if (!isNormalisation || product?.op !== "Mul") return null;
  const factor = product.inputs.find((input) => input !== division.outputs[0]);
  const quotient = `${division.outputs[0]}_factor`;
  const nodes = [
    node("Div", [`${factor} ${deviation}`, quotient]),
    node("Mul", [`${dividend} ${quotient}`, product.outputs[0] ?? ""]),
  ];
  return { removed: [division, product], nodes };
};

/**
 * A spectrum over time of one real signal, by a convolution with the windowed waves. The bins of the waves that have no imaginary part
 * get the least one above zero, so that the phase of a negative number is π, as where the model was trained, and never −π.
 */
const fasterSpectrum: Rule = (spectrum, { initializers }) => {
  const [signal = "", step = "", window = ""] = spectrum.inputs;
  const [stepOf, windowOf] = [initializers.get(step), initializers.get(window)];
  if (spectrum.op !== "STFT" || stepOf === undefined || windowOf === undefined) return null;
  if (integersOf(spectrum, "onesided")[0] !== 1) return null;
  const [name = ""] = spectrum.outputs;
  const values = floatsOf(windowOf);
  const length = values.length;
  const bins = Math.floor(length / 2) + 1;
  /** The lowest wave and, of an even length, the highest. */
  const isReal = (bin: number): boolean => (2 * bin) % length === 0;
  const waves = Float32Array.from({ length: 2 * bins * length }, (_, at) => {
    const [wave, time] = [Math.floor(at / length), at % length];
    const bin = wave % bins;
    const phase = (2 * Math.PI * bin * time) / length;
    if (wave < bins) return (values[time] ?? 0) * Math.cos(phase);
    return isReal(bin) ? 0 : -(values[time] ?? 0) * Math.sin(phase);
  });
  const biases = Float32Array.from({ length: 2 * bins }, (_, wave) =>
    wave >= bins && isReal(wave - bins) ? leastImaginary : 0,
  );
  return {
    removed: [spectrum],
    initializers: [
      { name: `${name}_waves`, shape: [2 * bins, 1, length], values: waves },
      { name: `${name}_biases`, shape: [2 * bins], values: biases },
      list(`${name}_row`, 1, 1, -1),
      list(`${name}_parts`, 1, 2, bins, -1),
    ],
    nodes: [
      node("Reshape", [`${signal} ${name}_row`, `${name}_signal`]),
      node("Conv", [`${name}_signal ${name}_waves ${name}_biases`, `${name}_flat`], {
        kernel_shape: [length],
        strides: [Number(stepOf.content.readBigInt64LE())],
      }),
      node("Reshape", [`${name}_flat ${name}_parts`, `${name}_split`]),
      node("Transpose", [`${name}_split`, name], { perm: [0, 3, 2, 1] }),
    ],
  };
};

/**
 * A transposed convolution whose kernel is two strides long, by a convolution of two taps that computes a stride of samples at once:
 * the runtime adds up those of the other kind on a single core.
 */
const fasterUpsampling: Rule = (upsampling, { initializers, onlyUserOf }) => {
  const [signal = "", weight = "", bias = ""] = upsampling.inputs;
  const [weightOf, biasOf] = [initializers.get(weight), initializers.get(bias)];
  if (upsampling.op !== "ConvTranspose" || weightOf === undefined || biasOf === undefined) return null;
  const [stride = 0] = integersOf(upsampling, "strides");
  const [group = 1] = integersOf(upsampling, "group");
  const [padding = 0, end] = integersOf(upsampling, "pads");
  const [from = 0, to = 0, length] = weightOf.shape;
  if (group !== 1 || stride === 0 || length !== 2 * stride || padding === 0 || end !== padding) return null;
  if (onlyUserOf(weight) !== upsampling || onlyUserOf(bias) !== upsampling) return null;
  const [name = ""] = upsampling.outputs;
  const [weights, biases] = [floatsOf(weightOf), floatsOf(biasOf)];
  // The taps of the sample before and of the sample itself, for each sample of a stride and each channel.
  const taps = Float32Array.from({ length: weights.length }, (_, at) => {
    const [row, channel, tap] = [Math.floor(at / 2 / from), Math.floor(at / 2) % from, at % 2];
    const [output, sample] = [Math.floor(row / stride), row % stride];
    return weights[(channel * to + output) * length + sample + (1 - tap) * stride] ?? 0;
  });
  const repeated = Float32Array.from({ length: to * stride }, (_, at) => biases[Math.floor(at / stride)] ?? 0);
  return {
    removed: [upsampling],
    unused: [weight, bias],
    initializers: [
      { name: `${name}_taps`, shape: [to * stride, from, 2], values: taps },
      { name: `${name}_biases`, shape: [to * stride], values: repeated },
      list(`${name}_strides`, 1, to, stride, -1),
      list(`${name}_row`, 1, to, -1),
      list(`${name}_from`, padding),
      list(`${name}_to`, -padding),
    ],
    nodes: [
      node("Conv", [`${signal} ${name}_taps ${name}_biases`, `${name}_flat`], { kernel_shape: [2], pads: [1, 1] }),
      node("Reshape", [`${name}_flat ${name}_strides`, `${name}_split`]),
      node("Transpose", [`${name}_split`, `${name}_ordered`], { perm: [0, 1, 3, 2] }),
      node("Reshape", [`${name}_ordered ${name}_row`, `${name}_whole`]),
      node("Slice", [`${name}_whole ${name}_from ${name}_to fast_time`, name]),
    ],
  };
};
