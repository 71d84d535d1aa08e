import test from "ava";
import { bothOf } from "#workers/both-of.ts";

const never = new AbortController().signal;

/** Ends some time after it was told to, as a program that is killed does. */
function slowToStop() {
  const state = { isOver: false };
  const run = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () =>
        setTimeout(() => {
          state.isOver = true;
          reject(new Error("stopped"));
        }, 50),
      );
    });
  return { state, run };
}

test("both results come in their order", async (t) => {
  t.deepEqual(
    await bothOf(
      never,
      () => Promise.resolve(1),
      () => Promise.resolve("two"),
    ),
    [1, "two"],
  );
});

test("the first failure stops the other work, which is waited for, and is what is thrown", async (t) => {
  const failure = new Error("no room");
  for (const isFirst of [true, false]) {
    const { state, run } = slowToStop();
    const fails = () => Promise.reject(failure);
    const both = isFirst ? bothOf(never, fails, run) : bothOf(never, run, fails);
    t.is(await t.throwsAsync(both), failure);
    t.true(state.isOver);
  }
});

test("an abort from outside stops both, which are waited for, and its reason is thrown", async (t) => {
  const abort = new AbortController();
  const reason = new Error("cancelled");
  const [first, second] = [slowToStop(), slowToStop()];
  const both = bothOf(abort.signal, first.run, second.run);
  abort.abort(reason);
  t.is(await t.throwsAsync(both), reason);
  t.deepEqual([first.state.isOver, second.state.isOver], [true, true]);
});
