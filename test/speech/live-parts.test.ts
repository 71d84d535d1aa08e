import { EventEmitter, once } from "node:events";
import { setImmediate as nextRound } from "node:timers/promises";
import test from "ava";
import { openSayer } from "#workers/live/messages.ts";
import { openRateGuard } from "#workers/live/rate-guard.ts";
import { watchAlive } from "#workers/live/watch-alive.ts";
import { openLocalAgreement } from "#workers/speech/live/local-agreement.ts";
import { openReadSlots, type Urgency } from "#workers/speech/live/read-slots.ts";
import { openSoundBuffer } from "#workers/speech/live/sound-buffer.ts";
import { openVoiceTracker } from "#workers/speech/live/voice-tracker.ts";

const written = (text: string) => text.split(" ").map((word) => ({ written: word }));

for (const [readings, committed] of [
  [["and so my", "and so my fellow"], "and so my"],
  // The last word of a reading is not sure.
  [["and so my", "and so my"], "and so"],
  [["And so?", "and so my fellow", "and so my fellow Americans"], "and so my fellow"],
  [["like your cock", "what your country", "what your country can"], "what your country"],
  [["one two three", "one two three four", "one to three four five"], "one two three four"],
  // A word more among those that are committed shifts nothing.
  [
    ["one two three", "one two three four", "oh one two three four five", "oh one two three four five six"],
    "one two three four five",
  ],
  [["one", ""], ""],
] as const) {
  test(`of the readings "${readings.join('", "')}", "${committed}" stays`, (t) => {
    const agreement = openLocalAgreement<{ readonly written: string }>();
    const results = readings.map((reading) => agreement.add(reading === "" ? [] : written(reading)));
    const last = results.at(-1);
    const kept = last?.words.slice(0, last.committed).map((word) => word.written.toLowerCase());
    t.is(kept?.join(" "), committed);
    t.true(results.every((result, index) => result.committed >= (results[index - 1]?.committed ?? 0)));
  });
}

for (const [name, last, settled, behind, whole] of [
  ["all committed words and more", "one two 3 four five", "one two three four five", "six seven", "six seven"],
  ["fewer words than are committed", "won two", "one two", "three four five", "three four five"],
  ["the words that are committed, read otherwise", "once too free", "one two three", "four five", "four five"],
] as const) {
  test(`the last reading of a beginning that has ${name} changes none of them`, (t) => {
    const agreement = openLocalAgreement<{ readonly written: string }>();
    agreement.add(written("one two three four"));
    t.is(agreement.add(written("one two three for")).committed, 3);
    const textOf = (words: readonly { readonly written: string }[]) => words.map((word) => word.written).join(" ");
    t.is(textOf(agreement.settle(written(last))), settled);
    t.is(textOf(agreement.add(written(behind)).words), whole);
  });
}

const window = 512;

test("a voice begins with three windows and ends with what is said of its utterance", (t) => {
  const tracker = openVoiceTracker();
  const push = (...probabilities: readonly number[]): void => probabilities.forEach((one) => tracker.push(one));
  push(0.9, 0.9, 0.1, 0.9);
  t.is(tracker.onset, null);
  push(0.4, 0.9, 0.9);
  t.is(tracker.onset, 3 * window);
  push(0.4, 0.1, 0.1);
  t.is(tracker.voiceEnd, 8 * window);
  // After a silence a weak probability is no voice.
  push(0.1, 0.4);
  t.is(tracker.voiceEnd, 8 * window);
  push(0.1, 0.1, 0.1, 0.1, 0.1, 0.9);
  t.deepEqual(tracker.speech, [
    [3 * window, 8 * window],
    [17 * window, 18 * window],
  ]);
  tracker.endAt(10 * window);
  t.is(tracker.onset, 17 * window);
  tracker.endAt(18 * window);
  t.is(tracker.onset, null);
  t.is(tracker.position, 18 * window);
});

test("windows between a voice and none do not put the beginning of a later voice back", (t) => {
  const tracker = openVoiceTracker();
  const push = (...probabilities: readonly number[]): void => probabilities.forEach((one) => tracker.push(one));
  push(0.9, ...Array.from({ length: 60 }, () => 0.4));
  t.true(tracker.position - tracker.from < 10 * window);
  push(0.9, 0.9, 0.9);
  t.true(tracker.onset !== null && tracker.position - tracker.onset < 10 * window);
  t.deepEqual([tracker.onset], [tracker.from]);
});

test("a buffer of sound gives every stretch that it keeps, and drops the others", (t) => {
  const buffer = openSoundBuffer();
  for (let at = 0; at < 200_000; at += 1_000) {
    buffer.append(Int16Array.from({ length: 1_000 }, (_, index) => (at + index) % 30_000));
    buffer.dropBefore(at - 20_000);
  }
  t.is(buffer.end, 200_000);
  const kept = buffer.slice(185_000, 195_000);
  t.deepEqual(
    [...kept],
    Array.from({ length: 10_000 }, (_, index) => (185_000 + index) % 30_000),
  );
  t.is(buffer.slice(199_000, 300_000).length, 1_000);
});

/** Work that is under way until it is ended. */
function openWork(slots: ReturnType<typeof openReadSlots>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    add: (
      name: string,
      {
        account,
        urgency,
        signal = new AbortController().signal,
      }: { account: string; urgency: Urgency; signal?: AbortSignal },
    ) =>
      slots
        .run({ owner: { account, file: {} }, urgency, signal }, () => {
          begun.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        })
        .catch(() => undefined),
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      await nextRound();
    },
  };
}

test("urgent reading comes before all that waits, and patient reading leaves it a slot", async (t) => {
  const work = openWork(openReadSlots(2));
  void work.add("patient 1", { account: "a", urgency: "patient" });
  void work.add("patient 2", { account: "b", urgency: "patient" });
  await nextRound();
  t.deepEqual(work.begun, ["patient 1"]);
  void work.add("due 1", { account: "c", urgency: "due" });
  void work.add("due 2", { account: "c", urgency: "due" });
  await nextRound();
  t.deepEqual(work.begun, ["patient 1", "due 1"]);
  await work.end("patient 1");
  t.deepEqual(work.begun, ["patient 1", "due 1", "due 2"]);
  await work.end("due 1");
  t.deepEqual(work.begun.at(-1), "patient 2");
});

test("a final whose silence is over is read before those whose silence has begun, and these before interim results", async (t) => {
  const work = openWork(openReadSlots(1));
  void work.add("first", { account: "a", urgency: "early" });
  for (const urgency of ["patient", "early", "due"] as const) void work.add(urgency, { account: "a", urgency });
  await nextRound();
  await work.end("first");
  await work.end("due");
  await work.end("early");
  t.deepEqual(work.begun, ["first", "due", "early", "patient"]);
});

test("an account with many sessions does not keep another one waiting", async (t) => {
  const work = openWork(openReadSlots(1));
  for (let index = 0; index < 5; index += 1) void work.add(`busy ${index}`, { account: "busy", urgency: "due" });
  void work.add("other", { account: "other", urgency: "due" });
  await nextRound();
  await work.end("busy 0");
  t.deepEqual(work.begun, ["busy 0", "other"]);
});

test("work that is aborted before it has a slot takes none", async (t) => {
  const work = openWork(openReadSlots(1));
  const abort = new AbortController();
  void work.add("first", { account: "a", urgency: "due" });
  void work.add("dropped", { account: "a", urgency: "due", signal: abort.signal });
  void work.add("last", { account: "a", urgency: "due" });
  await nextRound();
  abort.abort();
  await work.end("first");
  t.deepEqual(work.begun, ["first", "last"]);
});

for (const [name, speed, seconds, isAllowed] of [
  ["real time", 1, 600, true],
  ["twice real time", 2, 600, true],
  ["half a minute at once", 1_000, 30, true],
  ["the length of the longest frame at once", 1_000, 32.7, true],
  ["three times real time for long", 3, 120, false],
  ["a minute at once", 1_000, 60, false],
] as const) {
  test(`sound at ${name} is ${isAllowed ? "taken" : "refused"}`, (t) => {
    let nowMs = 0;
    const guard = openRateGuard({ perSecond: 2, atOnce: 36 }, () => nowMs);
    let isTaken = true;
    for (let second = 0; second < seconds; second += 0.1) {
      nowMs += 100 / speed;
      isTaken &&= guard.take(0.1);
    }
    t.is(isTaken, isAllowed);
  });
}

test("what was not read for a while may come at once, and no more", (t) => {
  const guard = openRateGuard({ perSecond: 2, atOnce: 36 }, () => 0);
  guard.heldBack(50_000);
  t.true(guard.take(100));
  t.true(guard.take(36));
  t.false(guard.take(1));
});

test("a connection that sends nothing is ended, unless it is not read", async (t) => {
  const events = new EventEmitter();
  const looked = Promise.withResolvers<void>();
  let [looks, pings, isReading] = [0, 0, false];
  const socket = {
    get isPaused() {
      looks += 1;
      if (looks === 3) looked.resolve();
      return !isReading;
    },
    on: (name: "message" | "pong", listener: () => void) => events.on(name, listener),
    ping: () => {
      pings += 1;
      if (pings < 3) events.emit(pings === 1 ? "message" : "pong");
    },
    terminate: () => void events.emit("end"),
  };
  using _ = watchAlive(socket, 1);
  await looked.promise;
  t.is(pings, 0);
  isReading = true;
  await once(events, "end");
  t.is(pings, 3);
});

test("a reader that is slow gets the newest interim results, none that a final follows, and every final", (t) => {
  const sent: string[] = [];
  const done: (() => void)[] = [];
  const socket = {
    ...{ readyState: 1, OPEN: 1 },
    send: (text: string, isSent?: () => void) => {
      sent.push(text);
      if (isSent !== undefined) done.push(isSent);
    },
  };
  const say = openSayer(socket);
  for (const text of ["1", "2", "3"]) say({ type: "partial", text });
  done.shift()?.();
  say({ type: "partial", text: "4" });
  say({ type: "final", text: "5" });
  done.shift()?.();
  say({ type: "final", text: "6" });
  t.deepEqual(
    sent.map((text) => text.replaceAll(/\D/g, "")),
    ["1", "3", "5", "6"],
  );
});
