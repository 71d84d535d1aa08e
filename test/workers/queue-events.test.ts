import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { startService } from "#test/support/service.ts";

const service = await startService();
test.after.always(() => service[Symbol.asyncDispose]());

test("who waits hears of the work that was done, and of the hint's own where there was none", async (t) => {
  const { queues } = service.resources;
  const [hinted, done, idle] = [randomUUID(), randomUUID(), randomUUID()];
  const heard: string[] = [];
  queues.watch("training", (subjectId) => heard.push(subjectId));
  queues.consume("training", 1, (_name, { subject_id: id }) => Promise.resolve(id === hinted ? done : null));
  const job = (subjectId: string) => ({
    ...{ name: "train-voice", payload: { subject_id: subjectId, generation: 1 } },
    ...{ priority: 0, delayMs: 0 },
  });
  // The watcher hears only what ends after it has begun, and may miss some of that.
  const addUntil = async (subjectId: string, expected: string): Promise<void> => {
    while (!heard.includes(expected)) {
      await queues.add("training", job(subjectId));
      await delay(100);
    }
  };
  await addUntil(idle, idle);
  await addUntil(hinted, done);
  t.false(heard.includes(hinted));
});
