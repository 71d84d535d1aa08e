import { readdir } from "node:fs/promises";
import { getPriority } from "node:os";
import { join } from "node:path";
import test from "ava";
import { DomainError } from "#src/errors.ts";
import { createFairQueue } from "#workers/speech/process/fair-queue.ts";
import { openEngine, pcmOf, processesIn, fakeProgram, until } from "./recognition-support.ts";
import { calm } from "./synth-support.ts";

const english = () => ({ language: "en", signal: calm() });
const decoders = (directory: string): readonly number[] => processesIn(directory, "pocketsphinx_batch");

/** The pieces that wait for a decoder or are with one. */
const pieces = async (directory: string): Promise<readonly string[]> => {
  const [own = ""] = await readdir(directory);
  return readdir(join(directory, own));
};

/** Waits until so many pieces are written, and the moment that it takes until the first one's name is with the decoder. */
const handedOver = async (directory: string, count: number): Promise<void> => {
  await until(async () => (await pieces(directory)).length === count);
  await new Promise((resolve) => setTimeout(resolve, 100));
};

test("an utterance whose decoder dies is decoded by the next one", async (t) => {
  const { engine, directory, logged } = await openEngine(t);
  const audio = await pcmOf(t, ["how old is the bridge"]);
  await until(() => decoders(directory).length === 1);
  const [first = 0] = decoders(directory);
  process.kill(first, "SIGSTOP");
  const transcript = engine.transcribe(audio, english());
  await handedOver(directory, 1);
  process.kill(first, "SIGKILL");
  t.regex((await transcript).text, /how old is the bridge/);
  t.false(decoders(directory).includes(first));
  t.is(logged.length, 1);
});

test("decoders run at low priority", async (t) => {
  const { directory } = await openEngine(t, { processes: 2 });
  await until(() => decoders(directory).length === 2);
  t.deepEqual(
    decoders(directory).map((pid) => getPriority(pid)),
    [10, 10],
  );
});

test("a decoder that is killed while idle is replaced before the next request", async (t) => {
  const { directory } = await openEngine(t, { processes: 2 });
  await until(() => decoders(directory).length === 2);
  const before = decoders(directory);
  for (const pid of before) process.kill(pid, "SIGKILL");
  await until(() => decoders(directory).filter((pid) => !before.includes(pid)).length === 2);
  t.pass();
});

test("an utterance that kills every decoder ends as unavailable, after two", async (t) => {
  const binary = await fakeProgram(t, "read line; exit 1");
  const { engine, logged } = await openEngine(t, { binary });
  const audio = await pcmOf(t, ["hello"]);
  const error = await t.throwsAsync(engine.transcribe(audio, english()), { instanceOf: DomainError });
  t.is(error?.code, "engine_unavailable");
  t.true(logged.length <= 2);
});

test("the log says once what a decoder complained of before it ended", async (t) => {
  const binary = await fakeProgram(t, "echo 'the model is' >&2; echo torn >&2; exit 1");
  const { logged } = await openEngine(t, { binary });
  await until(() => logged.length >= 3);
  t.regex(logged[0] ?? "", /1 in a row.*the model is torn/);
  t.notRegex(logged.slice(1).join(), /torn/);
});

test("a decoder that answers nothing is killed at the deadline", async (t) => {
  const binary = await fakeProgram(t, "exec sleep 1000");
  const { engine, directory } = await openEngine(t, { binary, deadline: { baseMs: 200, perAudioSecondMs: 10 } });
  const audio = await pcmOf(t, ["hello"]);
  const before = processesIn(directory);
  t.true(before.length > 0);
  const error = await t.throwsAsync(engine.transcribe(audio, english()), { instanceOf: DomainError });
  t.is(error?.code, "engine_timeout");
  await until(() => before.every((pid) => !processesIn(directory).includes(pid)));
  t.deepEqual(await pieces(directory), []);
});

test("an abort stops the work at once, with its reason, and the next caller is served", async (t) => {
  const { engine, directory } = await openEngine(t);
  const audio = await pcmOf(t, ["there is a story about the elephant in the book that I was given"]);
  const reason = new Error("no caller waits any more");
  const abort = new AbortController();
  const running = engine.transcribe(audio, { language: "en", signal: abort.signal });
  const waiting = engine.transcribe(audio, { language: "en", signal: abort.signal });
  await handedOver(directory, 2);
  await until(() => decoders(directory).length === 1);
  const [busy = 0] = decoders(directory);
  abort.abort(reason);
  t.is(await t.throwsAsync(running), reason);
  t.is(await t.throwsAsync(waiting), reason);
  t.deepEqual(await pieces(directory), []);
  t.is(await t.throwsAsync(engine.transcribe(audio, { language: "en", signal: abort.signal })), reason);
  await until(() => !decoders(directory).includes(busy));
  t.regex((await engine.transcribe(audio, english())).text, /elephant/);
});

test("closing ends every decoder, fails running work and leaves no file", async (t) => {
  const { engine, directory } = await openEngine(t, { processes: 2 });
  const audio = await pcmOf(t, ["there is a story about the elephant"]);
  const failure = t.throwsAsync(engine.transcribe(audio, english()), { instanceOf: DomainError });
  await until(async () => (await pieces(directory)).length === 1);
  await engine.close();
  t.is((await failure)?.code, "engine_unavailable");
  await until(() => processesIn(directory).length === 0);
  t.deepEqual(await readdir(directory), []);
  await engine.close();
});

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
