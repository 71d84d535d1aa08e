import { ModelError } from "#src/models/model-error.ts";

/** What a pickle holds here: plain values, and what `Globals` makes of the names that it refers to. */
export type Pickled = unknown;

/** What the names of a pickle stand for. No name but these is taken, and none of them is code of the pickle's. */
export interface Globals {
  /** The functions that may be called, by `module name`. */
  readonly functions: Readonly<Record<string, (args: readonly Pickled[]) => Pickled>>;
  /** What a persistent id stands for. */
  readonly persistent: (id: Pickled) => Pickled;
}

/** A name that the pickle refers to. */
class GlobalFunction {
  readonly apply: (args: readonly Pickled[]) => Pickled;

  constructor(apply: (args: readonly Pickled[]) => Pickled) {
    this.apply = apply;
  }
}

/** True for tuples and lists. */
export const isList = (value: Pickled): value is readonly Pickled[] => Array.isArray(value);

/** Marks where the items of a tuple, list or dictionary begin. */
const mark = Symbol("mark");

interface Machine {
  readonly bytes: Buffer;
  readonly globals: Globals;
  at: number;
  readonly stack: Pickled[];
  readonly memo: Map<number, Pickled>;
}

/**
 * Reads one pickle of protocol 2 at `at`. It knows the opcodes that a file of weights needs and no others.
 * @returns the value, and where the next byte behind it is
 * @throws ModelError for anything else
 */
export function unpickle(
  bytes: Buffer,
  at: number,
  globals: Globals,
): { readonly value: Pickled; readonly end: number } {
  const machine: Machine = { bytes, globals, at, stack: [], memo: new Map() };
  try {
    for (;;) {
      const code = take(machine, 1).toString("latin1");
      if (code === ".") return { value: pop(machine), end: machine.at };
      const step = opcodes[code];
      if (step === undefined) throw new ModelError(`The pickle has the opcode ${JSON.stringify(code)}.`);
      step(machine);
    }
  } catch (error) {
    if (error instanceof RangeError) throw new ModelError("The pickle is truncated.");
    throw error;
  }
}

function take(machine: Machine, count: number): Buffer {
  const end = machine.at + count;
  if (count < 0 || end > machine.bytes.length) throw new ModelError("The pickle is truncated.");
  const part = machine.bytes.subarray(machine.at, end);
  machine.at = end;
  return part;
}

function pop({ stack }: Machine): Pickled {
  if (stack.length === 0) throw new ModelError("The pickle takes a value that is not there.");
  return stack.pop();
}

/** The values behind the last mark. */
function popMarked({ stack }: Machine): Pickled[] {
  const from = stack.lastIndexOf(mark);
  if (from < 0) throw new ModelError("The pickle has no mark where one is needed.");
  const values = stack.splice(from + 1);
  stack.pop();
  return values;
}

const topOf = ({ stack }: Machine): Pickled => stack.at(-1);

function fill(machine: Machine, pairs: readonly Pickled[]): void {
  const target = topOf(machine);
  if (!(target instanceof Map)) throw new ModelError("The pickle sets an item of what is no dictionary.");
  for (let at = 0; at + 1 < pairs.length; at += 2) target.set(pairs[at], pairs[at + 1]);
}

function append(machine: Machine, values: readonly Pickled[]): void {
  const target = topOf(machine);
  if (!Array.isArray(target)) throw new ModelError("The pickle appends to what is no list.");
  target.push(...values);
}

function call(machine: Machine): void {
  const [args, called] = [pop(machine), pop(machine)];
  if (!(called instanceof GlobalFunction) || !isList(args))
    throw new ModelError("The pickle calls what is no function.");
  machine.stack.push(called.apply(args));
}

function global(machine: Machine): void {
  const [module, name] = [line(machine), line(machine)];
  const found = new Map(Object.entries(machine.globals.functions)).get(`${module} ${name}`);
  if (found === undefined)
    throw new ModelError(`The pickle refers to ${module}.${name}, which is not one of the names allowed.`);
  machine.stack.push(new GlobalFunction(found));
}

function line(machine: Machine): string {
  const end = machine.bytes.indexOf("\n", machine.at);
  if (end < 0) throw new ModelError("The pickle ends within a name.");
  const text = machine.bytes.toString("utf8", machine.at, end);
  machine.at = end + 1;
  return text;
}

/** Little-endian two's complement. */
function long(machine: Machine): bigint {
  const bytes = take(machine, take(machine, 1).readUInt8());
  const value = bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return BigInt.asIntN(8 * bytes.length, value);
}

const memoize = (machine: Machine, index: number): void => void machine.memo.set(index, topOf(machine));

function recall(machine: Machine, index: number): void {
  if (!machine.memo.has(index)) throw new ModelError("The pickle recalls what it never kept.");
  machine.stack.push(machine.memo.get(index));
}

const push =
  (value: (machine: Machine) => Pickled) =>
  (machine: Machine): void =>
    void machine.stack.push(value(machine));

const lastOf = (machine: Machine, count: number): Pickled[] =>
  Array.from({ length: count }, () => pop(machine)).toReversed();

/** By their bytes, as Python's `pickletools` lists them. */
const opcodes: Readonly<Record<string, (machine: Machine) => void>> = {
  "\x80": (machine) => void take(machine, 1),
  "(": push(() => mark),
  "}": push(() => new Map()),
  "]": push(() => []),
  ")": push(() => []),
  N: push(() => null),
  "\x88": push(() => true),
  "\x89": push(() => false),
  K: push((machine) => take(machine, 1).readUInt8()),
  M: push((machine) => take(machine, 2).readUInt16LE()),
  J: push((machine) => take(machine, 4).readInt32LE()),
  G: push((machine) => take(machine, 8).readDoubleBE()),
  "\x8a": push(long),
  X: push((machine) => take(machine, take(machine, 4).readUInt32LE()).toString("utf8")),
  t: push(popMarked),
  "\x85": push((machine) => lastOf(machine, 1)),
  "\x86": push((machine) => lastOf(machine, 2)),
  "\x87": push((machine) => lastOf(machine, 3)),
  q: (machine) => memoize(machine, take(machine, 1).readUInt8()),
  r: (machine) => memoize(machine, take(machine, 4).readUInt32LE()),
  h: (machine) => recall(machine, take(machine, 1).readUInt8()),
  j: (machine) => recall(machine, take(machine, 4).readUInt32LE()),
  s: (machine) => fill(machine, lastOf(machine, 2)),
  u: (machine) => fill(machine, popMarked(machine)),
  a: (machine) => append(machine, lastOf(machine, 1)),
  e: (machine) => append(machine, popMarked(machine)),
  // The state of an object: of those that are made here none has one.
  b: (machine) => void pop(machine),
  R: call,
  c: global,
  Q: push((machine) => machine.globals.persistent(pop(machine))),
};
