import test from "ava";
import { inOrder } from "#workers/speech/synthesis/in-order.ts";

const failure = new Error("It has failed.");

test("results come in the order of the items, two of which are worked on at once", async (t) => {
  const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<number>());
  const begun: number[] = [];
  const results = inOrder([0, 1, 2, 3], 2, (item) => {
    begun.push(item);
    return gates[item]?.promise ?? Promise.reject(failure);
  });
  const first = results.next();
  gates[1]?.resolve(10);
  gates[0]?.resolve(0);
  t.deepEqual(await first, { done: false, value: 0 });
  t.deepEqual(begun, [0, 1], "the third waits until more is requested");
  for (const gate of gates) gate.resolve(20);
  const rest: number[] = [];
  for await (const result of results) rest.push(result);
  t.deepEqual(rest, [10, 20, 20]);
  t.deepEqual(begun, [0, 1, 2, 3]);
});

test("the first failure ends it: what is under way is aborted and waited for, and the rest never begins", async (t) => {
  const ended: number[] = [];
  const results = inOrder([0, 1, 2], 2, async (item, stopped) => {
    if (item === 0) throw failure;
    await new Promise((resolve) => stopped.addEventListener("abort", resolve));
    ended.push(item);
    throw stopped.reason;
  });
  await t.throwsAsync(results.next(), { is: failure });
  t.deepEqual(ended, [1]);
});

test("a failure before it is awaited does no harm, and comes in order", async (t) => {
  const gate = Promise.withResolvers<number>();
  const results = inOrder([0, 1], 2, (item) => (item === 0 ? gate.promise : Promise.reject(failure)));
  const first = results.next();
  await new Promise((resolve) => setImmediate(resolve));
  gate.resolve(1);
  t.deepEqual(await first, { done: false, value: 1 });
  await t.throwsAsync(results.next(), { is: failure });
});

test("results that are wanted no longer end the work", async (t) => {
  const aborted: number[] = [];
  for await (const result of inOrder([0, 1, 2], 2, async (item, stopped) => {
    stopped.addEventListener("abort", () => aborted.push(item));
    return item;
  })) {
    t.is(result, 0);
    break;
  }
  t.deepEqual(aborted, [0, 1]);
});
