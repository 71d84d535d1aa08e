import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { startService } from "#test/support/service.ts";

const service = await startService();
test.after.always(() => service[Symbol.asyncDispose]());

test("who waits for a subject is told of the end of its job", async (t) => {
  const { queues } = service.resources;
  const subjectId = randomUUID();
  const ended: string[] = [];
  queues.watch("training", (id) => ended.push(id));
  queues.consume("training", 1, () => Promise.resolve());
  // Only what ends after the watching has begun is told, and some of that may be missed.
  for (let run = 1; !ended.includes(subjectId); run += 1) {
    await queues.add("training", [{ name: "train-voice", payload: { subject_id: subjectId, run } }]);
    await delay(100);
  }
  t.deepEqual([...new Set(ended)], [subjectId]);
});

test("who waits for a subject is told of a run that has failed, too, and the queue does not try it again", async (t) => {
  const { queues } = service.resources;
  const subjectId = randomUUID();
  const ended: string[] = [];
  const runs: number[] = [];
  queues.watch("synthesis", (id) => ended.push(id));
  queues.consume("synthesis", 1, (_name, { run }) => {
    runs.push(run);
    return Promise.reject(new Error("failed"));
  });
  for (let run = 1; !ended.includes(subjectId); run += 1) {
    await queues.add("synthesis", [{ name: "synthesize-speech", payload: { subject_id: subjectId, run } }]);
    await delay(100);
  }
  t.deepEqual(
    runs,
    runs.map((_, index) => index + 1),
  );
});

test("what an earlier release has put into the queue is passed over", async (t) => {
  const { queues } = service.resources;
  const later = { subject_id: randomUUID(), run: 1 };
  const { promise: taken, resolve } = Promise.withResolvers<string>();
  // Without a run, as far as those who read it can tell.
  const earlier = { subject_id: randomUUID(), generation: 1, run: 0 };
  await queues.add("billing", [{ name: "apply-payment-event", payload: earlier }]);
  queues.consume("billing", 1, (_name, { subject_id: id }) => Promise.resolve(resolve(id)));
  await queues.add("billing", [{ name: "apply-payment-event", payload: later }]);
  t.is(await taken, later.subject_id);
});
