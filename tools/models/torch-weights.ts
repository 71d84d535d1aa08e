import { ModelError } from "#src/models/model-error.ts";
import { type Globals, isList, type Pickled, unpickle } from "./unpickle.ts";

/** Numbers with their shape, rows first. */
export interface Weights {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** A tensor before its numbers are known: they come behind the pickles. */
class LazyTensor {
  readonly storage: string;
  readonly offset: number;
  readonly shape: readonly number[];

  constructor(storage: string, offset: number, shape: readonly number[]) {
    this.storage = storage;
    this.offset = offset;
    this.shape = shape;
  }
}

/** The first of the five pickles of the format that PyTorch wrote until 1.6. */
const magic = 0x1950a86a20f9469cfc6cn;
const bytesPerFloat = 4;

/**
 * The named float tensors of a checkpoint that `torch.save` of PyTorch before 1.6 has written, of the dictionary `part` in it.
 * Only names of tensors and dictionaries are taken from its pickles, so nothing of the file is run.
 * @throws ModelError when it is no such file
 */
export function readTorchWeights(bytes: Buffer, part: string): ReadonlyMap<string, Weights> {
  const read = (at: number) => unpickle(bytes, at, globals);
  const first = read(0);
  if (first.value !== magic) throw new ModelError("The file is not a PyTorch checkpoint in the original format.");
  const checkpoint = read(read(read(first.end).end).end);
  const keys = read(checkpoint.end);
  const storages = readStorages(bytes, keys.value, keys.end);
  const tensors: Pickled = checkpoint.value instanceof Map ? checkpoint.value.get(part) : null;
  if (!(tensors instanceof Map)) throw new ModelError(`The checkpoint has no ${part}.`);
  const weights = new Map<string, Weights>();
  for (const [name, tensor] of tensors) {
    if (typeof name === "string" && tensor instanceof LazyTensor) weights.set(name, weightsOf(tensor, storages));
  }
  return weights;
}

const globals: Globals = {
  functions: {
    "collections OrderedDict": () => new Map(),
    "torch FloatStorage": (args) => args,
    "torch._utils _rebuild_tensor_v2": tensorOf,
  },
  // ("storage", type, key, place, count, view)
  persistent: (id) => (isList(id) ? id[2] : null),
};

/** Of (storage, offset, shape, strides, …): strides that are not those of whole rows are not written by `state_dict`. */
function tensorOf([storage, offset, shape, strides]: readonly Pickled[]): LazyTensor {
  if (typeof storage !== "string" || typeof offset !== "number" || !isNumbers(shape) || !isNumbers(strides))
    throw new ModelError("The checkpoint has a tensor that cannot be read.");
  const expected = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, size) => product * size, 1));
  if (expected.some((stride, axis) => stride !== strides[axis]))
    throw new ModelError("The checkpoint has a tensor whose rows do not follow each other.");
  return new LazyTensor(storage, offset, shape);
}

const isNumbers = (value: Pickled): value is readonly number[] =>
  Array.isArray(value) && value.every((item) => typeof item === "number");

/** Behind the pickles, for each key: how many floats, in eight bytes, and these. */
function readStorages(bytes: Buffer, keys: Pickled, from: number): ReadonlyMap<string, Buffer> {
  if (!Array.isArray(keys)) throw new ModelError("The checkpoint does not list its storages.");
  const storages = new Map<string, Buffer>();
  let at = from;
  for (const key of keys) {
    const begin = at + 8;
    if (begin > bytes.length) throw new ModelError("The checkpoint ends before its last storage.");
    at = begin + Number(bytes.readBigInt64LE(at)) * bytesPerFloat;
    if (at < begin || at > bytes.length) throw new ModelError("The checkpoint ends before its last storage.");
    storages.set(String(key), bytes.subarray(begin, at));
  }
  return storages;
}

function weightsOf({ storage, offset, shape }: LazyTensor, storages: ReadonlyMap<string, Buffer>): Weights {
  const count = shape.reduce((product, size) => product * size, 1);
  const [from, to] = [offset * bytesPerFloat, (offset + count) * bytesPerFloat];
  const bytes = storages.get(storage);
  if (bytes === undefined || to > bytes.length)
    throw new ModelError("The checkpoint has a tensor without its numbers.");
  // Copied, since floats begin at an address that four divides.
  return { shape, values: new Float32Array(Uint8Array.from(bytes.subarray(from, to)).buffer) };
}
