import test from "ava";
import { batches, createFairQueue } from "#workers/speech/process/fair-queue.ts";

/** A queue in which the task `a1` is of the file `a`, and files of the accounts that are told. */
function fairQueue(filesByAccount: Readonly<Record<string, string>>) {
  const queue = createFairQueue<string>();
  const files = new Map("abcdef".split("").map((file) => [file, { file }]));
  const owned = (task: string) => {
    const letter = task.slice(0, 1);
    const account = Object.keys(filesByAccount).find((name) => filesByAccount[name]?.includes(letter)) ?? "";
    return { owner: { account, file: files.get(letter) ?? {} }, task };
  };
  return {
    ...queue,
    add: (tasks: string, place?: "first") => tasks.split(" ").forEach((task) => queue.add(owned(task), place)),
    remove: (task: string) => queue.remove(owned(task)),
    done: (task: string) => queue.done(owned(task).owner),
    take: (count: number) => Array.from({ length: count }, () => queue.take()?.task),
  };
}

test("accounts are served in turn, and a task that is put back is its file's next", (t) => {
  const queue = fairQueue({ one: "a", two: "b", three: "c" });
  queue.add("a1 a2 a3 b1 b2");
  t.deepEqual(queue.take(1), ["a1"]);
  queue.add("c1");
  t.deepEqual(queue.take(1), ["b1"]);
  queue.done("a1");
  queue.add("a1", "first");
  queue.remove("b2");
  t.deepEqual(queue.take(3), ["c1", "a1", "a2"]);
  t.deepEqual(queue.drain(), ["a3"]);
  t.deepEqual(queue.take(1), [undefined]);
});

test("an account with many files waits no less than one with a single file", (t) => {
  const queue = fairQueue({ one: "abcd", two: "e" });
  queue.add("a1 a2 b1 b2 c1 d1");
  t.deepEqual(queue.take(2), ["a1", "b1"], "its own files take turns");
  queue.add("e1 e2");
  queue.done("a1");
  t.deepEqual(queue.take(1), ["e1"], "the next decoder that is free is for the other account");
  queue.done("b1");
  t.deepEqual(queue.take(2), ["c1", "e2"]);
});

test("the file of an account without a running task is next", (t) => {
  const queue = fairQueue({ one: "ab" });
  queue.add("a1 a2 a3");
  t.deepEqual(queue.take(1), ["a1"]);
  queue.add("b1");
  queue.done("a1");
  t.deepEqual(queue.take(2), ["b1", "a2"]);
});

test("the account with the fewest tasks under way is next, however long another waits", (t) => {
  const queue = fairQueue({ one: "a", two: "b" });
  queue.add("a1 a2 a3 a4");
  t.deepEqual(queue.take(2), ["a1", "a2"]);
  queue.add("b1 b2 b3");
  t.deepEqual(queue.take(2), ["b1", "b2"]);
  queue.done("b1");
  t.deepEqual(queue.take(1), ["b3"]);
});

test("batches come when no other account has a task, however many these have running, and their files take turns", (t) => {
  const queue = fairQueue({ [batches]: "ab", one: "c" });
  queue.add("a1 a2 b1 c1 c2 c3");
  t.deepEqual(queue.take(4), ["c1", "c2", "c3", "a1"]);
  queue.add("c4");
  t.deepEqual(queue.take(3), ["c4", "b1", "a2"]);
});

test("a task of a batch that waits is next after fifteen of others", (t) => {
  const queue = fairQueue({ [batches]: "a", one: "b" });
  const many = Array.from({ length: 40 }, (_, index) => `b${index}`).join(" ");
  queue.add(`a1 a2 ${many}`);
  const taken = queue.take(33);
  t.deepEqual(
    ["a1", "a2"].map((task) => taken.indexOf(task)),
    [15, 31],
  );
});
