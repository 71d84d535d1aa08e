import { randomUUID } from "node:crypto";
import test from "ava";
import { startService } from "#test/support/service.ts";

const service = await startService();
test.after.always(() => service[Symbol.asyncDispose]());

test("who waits hears of the work that was done, and of the hint's own where there was none", async (t) => {
  const { queues } = service.resources;
  const [hinted, done, idle] = [randomUUID(), randomUUID(), randomUUID()];
  const heard: string[] = [];
  const { promise: both, resolve } = Promise.withResolvers<void>();
  queues.watch("training", (subjectId) => {
    heard.push(subjectId);
    if (heard.includes(idle)) resolve();
  });
  queues.consume("training", 1, (_name, { subject_id: id }) => Promise.resolve(id === hinted ? done : null));
  const add = (subjectId: string) =>
    queues.add("training", {
      ...{ name: "train-voice", payload: { subject_id: subjectId, generation: 1 } },
      ...{ priority: 0, delayMs: 0 },
    });
  // The watcher hears only what ends after it has begun.
  const early = setInterval(() => void add(randomUUID()), 100);
  while (heard.length === 0) await new Promise((wait) => setTimeout(wait, 20));
  clearInterval(early);
  await add(hinted);
  await add(idle);
  await both;
  t.true(heard.includes(done));
  t.false(heard.includes(hinted));
});
