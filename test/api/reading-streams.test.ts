import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { readStream, type StreamedChunk } from "#src/api/results/read-stream.ts";
import { createStreamReaders } from "#src/api/results/stream-readers.ts";
import { findRequest } from "#src/domain/speech/queries.ts";
import type { StreamState } from "#src/domain/speech-chunks/queries.ts";
import { insertSpoken } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
test.after.always(() => service[Symbol.asyncDispose]());

const wordOf = (word: string, start: number) => ({ word, start, end: start + 0.4 });
const allWords = ["Hello", "there", "old", "friend"].map((word, index) => wordOf(word, index / 2));
const audio = "the first sentence, and the second one";

/**
 * The bytes that a caller gets of a stream whose chunks come in these portions, before it has ended and they are gone. The `ended` happens
 * between the last portion and the stored audio.
 */
async function read(
  portions: readonly StreamState["chunks"][],
  ended: (requestId: string) => Promise<unknown> = () => Promise.resolve(),
): Promise<readonly StreamedChunk[]> {
  const { resources } = service;
  const requestId = await insertSpoken(resources, (await service.account()).userId, audio);
  await resources.db
    .updateTable("speech_requests")
    .set({ spoken_words: JSON.stringify({ source: "model", words: allWords }) })
    .where("id", "=", requestId)
    .execute();
  const waiting = [...portions];
  const next = async (): Promise<StreamState> => {
    const chunks = waiting.shift();
    if (chunks === undefined) await ended(requestId);
    return { requestId, isEnded: chunks === undefined, chunks: chunks ?? [] };
  };
  const chunks = { join: createStreamReaders(), next };
  const found: StreamedChunk[] = [];
  for await (const chunk of readStream({ resources, chunks }, requestId, new AbortController().signal))
    found.push(chunk);
  return found;
}

const chunk = (position: number, content: string, words: typeof allWords | null) => ({
  ...{ request_id: "", run: 1, position, sentence: 0, characters: 12, content: Buffer.from(content) },
  words: words === null ? null : { source: "model" as const, words },
});
const soundOf = (chunks: readonly StreamedChunk[]): string =>
  Buffer.concat(chunks.map((one) => one.content)).toString();
const wordsOf = (chunks: readonly StreamedChunk[]) => chunks.flatMap(({ words }) => words?.words ?? []);

for (const [title, portions] of [
  ["nothing of a stream was there to be read", []],
  [
    "the chunks of the first sentence were read",
    [[chunk(0, "the first sentence", null), chunk(1, "", allWords.slice(0, 2))]],
  ],
  ["all of the sound was read", [[chunk(0, audio, null), chunk(1, "", allWords.slice(0, 2))]]],
] as const) {
  test(`a slow reader gets all sound and all words once, though ${title}`, async (t) => {
    const chunks = await read(portions);
    t.is(soundOf(chunks), audio);
    t.deepEqual(wordsOf(chunks), allWords);
  });
}

/** Removes the stored audio of a request, and leaves its row. */
const loseAudio = async (requestId: string) => {
  const { db, store } = service.resources;
  const { result_key: key } = (await findRequest(db, requestId)) ?? {};
  await store.remove([key ?? ""]);
};
const forgetAudio = (requestId: string) =>
  service.resources.db.updateTable("speech_requests").set({ result_key: null }).where("id", "=", requestId).execute();
const removeAll = (requestId: string) =>
  service.resources.db.deleteFrom("speech_requests").where("id", "=", requestId).execute();

for (const [title, ended, code] of [
  ["its stored audio is missing", loseAudio, "not_found"],
  ["its audio was removed", forgetAudio, "not_found"],
  ["its request was removed", removeAll, "request_not_found"],
] as const) {
  for (const portions of [[], [[chunk(0, "the first sentence", null)]]])
    test(`a stream never ends as a complete one when ${title}, after ${portions.length} chunks`, async (t) => {
      await t.throwsAsync(read(portions, ended), { code });
    });
}

test("the work is ended when its maker and then all who repeat the call have hung up, with the most that one was sent", async (t) => {
  const join = createStreamReaders();
  const [maker, repeat] = [await join("one", "maker"), await join("one", "repeat")];
  const cancelled: number[] = [];
  const cancel = (characters: number): Promise<void> => Promise.resolve(void cancelled.push(characters));
  const note = (characters: number): Promise<number> => Promise.resolve(characters);
  await maker.announce(40, note);
  await repeat.announce(20, note);
  await maker.leave(true, cancel);
  t.deepEqual(cancelled, []);
  await repeat.leave(true, cancel);
  t.deepEqual(cancelled, [40]);
  const later = await join("one", "repeat");
  await later.leave(true, cancel);
  t.deepEqual(cancelled, [40], "who only repeats ends nothing");
});

test("a repeat joins a stream that is being cancelled when that has been done", async (t) => {
  const join = createStreamReaders();
  const maker = await join("two", "maker");
  const cancelling = Promise.withResolvers<void>();
  const left = maker.leave(true, () => cancelling.promise);
  let hasJoined = false;
  const joining = join("two", "repeat").then(() => (hasJoined = true));
  await sleep(20);
  t.false(hasJoined);
  cancelling.resolve();
  await Promise.all([left, joining]);
  t.true(hasJoined);
});
