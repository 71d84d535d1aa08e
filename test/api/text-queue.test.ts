import test from "ava";
import { createTextQueue, type TextQueue } from "#src/api/sockets/text-queue.ts";

/** All that a queue has, up to its end. */
async function drained(queue: TextQueue): Promise<readonly string[]> {
  queue.close();
  const parts: string[] = [];
  for (let next = await queue.next(); next.type !== "closed"; next = await queue.next())
    parts.push(next.type === "text" ? next.text : next.type);
  return parts;
}

test("what was written meanwhile is one part, and a flush ends one", async (t) => {
  const queue = createTextQueue(1_000);
  const next = queue.next();
  queue.write("The first sentence. The sec");
  t.deepEqual(await next, { type: "text", text: "The first sentence. " });
  queue.write("ond sentence. The third one. And");
  t.deepEqual(await queue.next(), { type: "text", text: "The second sentence. The third one. " });
  queue.write(" more");
  queue.flush();
  queue.flush();
  queue.write("Rest");
  t.is(queue.length(), "And more".length + 2 + "Rest".length);
  t.deepEqual(await drained(queue), ["And more", "flushed", "flushed", "Rest"]);
});

test("a text that is too long is cut at blanks, and one without words is not spoken", async (t) => {
  const queue = createTextQueue(10);
  queue.write("one two three four");
  t.deepEqual(await queue.next(), { type: "text", text: "one two" });
  queue.flush();
  queue.write(" ... ");
  t.deepEqual(await drained(queue), [" three", " four", "flushed"]);
});

test("a queue that was cleared has forgotten its text and its flushes", async (t) => {
  const queue = createTextQueue(1_000);
  queue.write("Never spoken");
  queue.flush();
  queue.write("Nor this");
  queue.clear();
  queue.write("But this");
  t.deepEqual(await drained(queue), ["But this"]);
});
