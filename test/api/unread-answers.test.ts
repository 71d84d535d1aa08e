import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { endsWithin } from "#src/platform/shutdown.ts";
import { startService } from "#test/support/service.ts";
import { openUnreadPipeline } from "#test/support/unread-pipeline.ts";

const timeoutMs = 2_000;
const service = await startService({ env: { SEND_TIMEOUT_SECONDS: "2", WAIT_MAX_SECONDS: "5" } });
const { key } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

/** More than the system takes by itself. */
const large = "GET /docs/scalar.js HTTP/1.1\r\nHost: a\r\n\r\n";
const many = 15;
/** Less in a timeout than the system takes at once, which is 1.4 MiB. */
const stepBytes = 128 * 1024;
const stepMs = 500;

test("a caller that reads none of its answer is disconnected after the time set", async (t) => {
  t.timeout(30_000);
  const socket = await openUnreadPipeline(service.baseUrl, large, many);
  await delay(4 * timeoutMs);
  let bytes = 0;
  socket.on("data", (chunk: Buffer) => (bytes += chunk.length));
  const closed = once(socket, "close");
  socket.resume();
  t.true(await endsWithin(closed, 5_000), "it was still served");
  t.true(bytes < many * 1_000_000, "it got the rest");
});

// Elsewhere only what our system takes counts, in large pieces.
const onLinux = process.platform === "linux" ? test : test.skip;

onLinux("a caller that reads slowly is not disconnected, and gets everything", async (t) => {
  t.timeout(60_000);
  const socket = await openUnreadPipeline(service.baseUrl, large, many);
  let bytes = 0;
  let step = 0;
  socket.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    step += chunk.length;
    if (step > stepBytes) socket.pause();
  });
  const reading = setInterval(() => {
    step = 0;
    socket.resume();
  }, stepMs);
  await delay(6 * timeoutMs);
  clearInterval(reading);
  const slowly = bytes;
  socket.removeAllListeners("data").on("data", (chunk: Buffer) => (bytes += chunk.length));
  socket.resume();
  const length = Number((await fetch(`${service.baseUrl}/docs/scalar.js`)).headers.get("content-length"));
  const isAll = (): boolean => bytes > many * length || socket.destroyed;
  while (!isAll()) await delay(20);
  t.true(bytes > many * length);
  t.true(slowly < 6_000_000, `${slowly} bytes were read slowly`);
  socket.destroy();
});

test("a caller whose answer is still being made is not disconnected", async (t) => {
  const { status } = await service.call("POST", "/v1/speech/synthesize", { key, json: { text: "Hello." } });
  t.is(status, 202);
});
