import test from "ava";
import { background } from "#workers/speech/process/fair-queue.ts";
import { openFairSlots } from "#workers/speech/process/fair-slots.ts";
import { calm } from "./synth-support.ts";

/** Slots with work that ends when it is told to, and a list of what has begun. */
function slotsOf(count: number) {
  const slots = openFairSlots(count);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (account: string, name: string, signal = calm()): Promise<void> => {
    const work = (): Promise<void> => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(name, resolve);
      return promise;
    };
    return slots.run({ account, file: {} }, work, signal);
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { run, end, begun };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("an account without running work gets the next slot, however much another account has waiting", async (t) => {
  const { run, end, begun } = slotsOf(2);
  for (const name of ["a1", "a2", "a3", "a4"]) void run("a", name);
  void run("b", "b1");
  await settled();
  t.deepEqual(begun, ["a1", "a2"]);
  await end("a2");
  t.deepEqual(begun, ["a1", "a2", "b1"]);
  await end("b1");
  t.deepEqual(begun, ["a1", "a2", "b1", "a3"]);
});

test("background work has one slot, in which its callers alternate, and is queued like any account", async (t) => {
  const { run, end, begun } = slotsOf(3);
  for (const name of ["one", "two", "three"]) void run(background, name);
  await settled();
  t.deepEqual(begun, ["one"]);
  for (const name of ["a1", "a2", "a3"]) void run("a", name);
  await settled();
  t.deepEqual(begun, ["one", "a1", "a2"]);
  await end("one");
  t.deepEqual(begun.slice(3), ["two"], "before an account that has some under way");
  await end("a1");
  t.deepEqual(begun.slice(4), ["a3"], "and not beside itself");
});

test("work that is aborted before it gets a slot does not begin, and no slot is lost", async (t) => {
  const { run, end, begun } = slotsOf(1);
  const leaving = new AbortController();
  void run("a", "a1");
  const aborted = run("b", "b1", leaving.signal);
  void run("c", "c1");
  const reason = new Error("the caller left");
  leaving.abort(reason);
  t.is(await t.throwsAsync(aborted), reason);
  t.is(await t.throwsAsync(run("b", "b2", leaving.signal)), reason);
  await end("a1");
  t.deepEqual(begun, ["a1", "c1"]);
});

test("a slot is free again when its work fails", async (t) => {
  const slots = openFairSlots(1);
  const owner = { account: "a", file: {} };
  const error = new Error("broken");
  t.is(await t.throwsAsync(slots.run(owner, () => Promise.reject(error), calm())), error);
  t.is(await slots.run(owner, () => Promise.resolve("done"), calm()), "done");
});
