import { setImmediate as nextTurn } from "node:timers/promises";
import test from "ava";
import { openKeyedMutex } from "#src/platform/async/keyed-mutex.ts";

test("work under one key runs one after the other, also after one that failed, and other keys do not wait", async (t) => {
  const mutex = openKeyedMutex();
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  const work = (name: string, until?: Promise<void>) => async (): Promise<string> => {
    begun.push(name);
    await until;
    return name;
  };
  const first = mutex.runExclusive("a", work("first", gate.promise));
  const second = mutex.runExclusive("a", work("second"));
  t.is(await mutex.runExclusive("b", work("other")), "other");
  await nextTurn();
  t.deepEqual(begun, ["first", "other"]);
  gate.reject(new Error("It has failed."));
  await t.throwsAsync(first, { message: "It has failed." });
  t.is(await second, "second");
  t.is(await mutex.runExclusive("a", work("third")), "third");
});
