import { readdir } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { DomainError } from "#src/errors.ts";
import { createFairQueue } from "#workers/speech/engines/pocketsphinx/fair-queue.ts";
import { openEngine, pcmOf, processesIn, standIn, until } from "./recognition-support.ts";
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

test("a decoder that is killed while it waits is replaced before anyone asks", async (t) => {
  const { directory } = await openEngine(t, { processes: 2 });
  await until(() => decoders(directory).length === 2);
  const before = decoders(directory);
  for (const pid of before) process.kill(pid, "SIGKILL");
  await until(() => decoders(directory).filter((pid) => !before.includes(pid)).length === 2);
  t.pass();
});

test("an utterance that kills every decoder ends as unavailable, after two", async (t) => {
  const binary = await standIn(t, "read line; exit 1");
  const { engine, logged } = await openEngine(t, { binary });
  const audio = await pcmOf(t, ["hello"]);
  const error = await t.throwsAsync(engine.transcribe(audio, english()), { instanceOf: DomainError });
  t.is(error?.code, "engine_unavailable");
  t.true(logged.length <= 2);
});

test("a decoder that answers nothing is killed at the deadline", async (t) => {
  const binary = await standIn(t, "exec sleep 1000");
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
  const reason = new Error("nobody waits any more");
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

test("closing ends every decoder, what is under way fails, and no file is left", async (t) => {
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

test("owners are served in turn, and a task that is put back is its owner's next", (t) => {
  const queue = createFairQueue<string>();
  const [one, two, three] = [{}, {}, {}];
  for (const task of ["a1", "a2", "a3"]) queue.add(one, task);
  for (const task of ["b1", "b2"]) queue.add(two, task);
  t.is(queue.take()?.task, "a1");
  queue.add(three, "c1");
  t.is(queue.take()?.task, "b1");
  queue.add(one, "a1", "first");
  queue.remove(two, "b2");
  t.deepEqual([queue.take()?.task, queue.take()?.task, queue.take()?.task], ["a1", "c1", "a2"]);
  t.deepEqual(queue.drain(), ["a3"]);
  t.is(queue.take(), undefined);
});
