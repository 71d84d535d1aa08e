import test from "ava";
import { parallelMap } from "#workers/speech/process/parallel-map.ts";

const failure = new Error("It has failed.");

const twoAtOnce = (caller: AbortSignal = new AbortController().signal) => {
  const stop = new AbortController();
  return { concurrency: 2, stop, signal: AbortSignal.any([caller, stop.signal]) };
};

const aborted = (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener("abort", resolve));

test("results come in the order of the items, two of which are worked on at once", async (t) => {
  const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<number>());
  const begun: number[] = [];
  const results = parallelMap([0, 1, 2, 3], twoAtOnce(), (item) => {
    begun.push(item);
    return gates[item]?.promise ?? Promise.reject(failure);
  });
  await new Promise((resolve) => setImmediate(resolve));
  t.deepEqual(begun, [0, 1]);
  gates[1]?.resolve(10);
  await new Promise((resolve) => setImmediate(resolve));
  t.deepEqual(begun, [0, 1, 2], "the third does not wait for the first");
  for (const gate of gates) gate.resolve(20);
  t.deepEqual(await results, [20, 10, 20, 20]);
});

test("the first failure aborts running work, waits for it and starts nothing more", async (t) => {
  const ended: number[] = [];
  const options = twoAtOnce();
  const work = async (item: number): Promise<void> => {
    if (item === 1) throw failure;
    await aborted(options.signal);
    await new Promise((resolve) => setImmediate(resolve));
    ended.push(item);
    throw options.signal.reason;
  };
  await t.throwsAsync(parallelMap([0, 1, 2], options, work), { is: failure });
  t.deepEqual(ended, [0]);
});

test("items that cannot be found out end it as well", async (t) => {
  const ended: number[] = [];
  const options = twoAtOnce();
  async function* items() {
    yield 0;
    throw failure;
  }
  const work = async (item: number): Promise<void> => {
    await aborted(options.signal);
    ended.push(item);
  };
  await t.throwsAsync(parallelMap(items(), options, work), { is: failure });
  t.deepEqual(ended, [0]);
});

test("a caller who leaves ends it with the reason", async (t) => {
  const caller = new AbortController();
  const options = twoAtOnce(caller.signal);
  const results = parallelMap([0, 1, 2], options, () => aborted(options.signal));
  caller.abort(failure);
  await t.throwsAsync(results, { is: failure });
});
