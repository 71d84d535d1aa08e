import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { startService } from "#test/support/service.ts";

const service = await startService();
test.after.always(() => service[Symbol.asyncDispose]());

test("watching a queue reports the subject of each run that ends", async (t) => {
  const { queues } = service.resources;
  const subjectId = randomUUID();
  const ended: string[] = [];
  queues.watch("training", (id) => ended.push(id));
  queues.consume("training", 1, () => Promise.resolve());
  // Runs that end before the watch begins are not reported, and others may be missed.
  for (let run = 1; !ended.includes(subjectId); run += 1) {
    await queues.add("training", [{ name: "train-voice", payload: { subject_id: subjectId, run } }]);
    await delay(100);
  }
  t.deepEqual([...new Set(ended)], [subjectId]);
});

test("a failed run is reported as well, and the queue does not retry it", async (t) => {
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

test("a message without a valid run number is ignored", async (t) => {
  const { queues } = service.resources;
  const valid = { subject_id: randomUUID(), run: 1 };
  const { promise: taken, resolve } = Promise.withResolvers<string>();
  const invalid = { subject_id: randomUUID(), run: 0 };
  await queues.add("billing", [{ name: "apply-payment-event", payload: invalid }]);
  queues.consume("billing", 1, (_name, { subject_id: id }) => Promise.resolve(resolve(id)));
  await queues.add("billing", [{ name: "apply-payment-event", payload: valid }]);
  t.is(await taken, valid.subject_id);
});
