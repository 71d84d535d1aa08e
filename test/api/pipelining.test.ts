import { readFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { newApiKey } from "#src/domain/api-keys/key-format.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { startService } from "#test/support/service.ts";
import { openInspector } from "#harness/service/inspector.ts";
import { startProcess } from "#harness/service/service-process.ts";
import { openUnreadPipeline } from "#test/support/unread-pipeline.ts";

const connections = 8;
const requestsEach = 400;
const loadMs = 3_000;
const minSamples = 250;
const maxHealthMs = 50;
/** Bytes that a process may hold for all connections together, garbage aside: 3,200 answers of one of the pages would be ten times that. */
const maxHeldBytes = 32 * 1024 * 1024;

// A process of its own, so that what its callers do takes nothing from its event loop.
const service = await startService();
const port = await freePort();
const inspectorPort = await freePort();
const api = await startProcess("api", {
  ...service.env,
  NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort} --inspect-publish-uid=http`,
  PORT: `${port}`,
  DATA_DIR: `${service.resources.config.dataDir}/another`,
});
const baseUrl = `http://127.0.0.1:${port}`;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** The memory that the API uses, in bytes, after its garbage was collected. */
async function usedBytes(): Promise<number> {
  await using inspector = await openInspector(inspectorPort);
  await inspector.collectGarbage();
  return await inspector.evaluate("process.memoryUsage().heapUsed + process.memoryUsage().external");
}

/** The milliseconds that the API's only thread of JavaScript has worked so far. */
async function workedMs(): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${api.pid}/schedstat`, "utf8")).split(" ");
  return Number(nanoseconds) / 1e6;
}

/** How much the API works until it has answered /healthz, in milliseconds: other programs do not count. */
async function healthMs(): Promise<number> {
  const begun = await workedMs();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  get(`${baseUrl}/healthz`, { agent }, (response) => response.resume().once("end", resolve)).once("error", reject);
  await promise;
  return (await workedMs()) - begun;
}

async function healthP99(durationMs: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + durationMs;
  while (performance.now() < end || times.length < minSamples) {
    times.push(await healthMs());
    await delay(5);
  }
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.99)] ?? Infinity;
}

const request = (method: string, path: string, ...headers: string[]): string =>
  [`${method} ${path} HTTP/1.1`, "Host: a", ...headers, "", ""].join("\r\n");

const floods: readonly (readonly [title: string, request: string])[] = [
  ["GET /openapi.json", request("GET", "/openapi.json")],
  ["GET /docs/search.json", request("GET", "/docs/search.json")],
  ["GET /nowhere", request("GET", "/nowhere")],
  ["GET / (a page)", request("GET", "/")],
  ["HEAD /openapi.json", request("HEAD", "/openapi.json")],
  ["OPTIONS /v1/plans", request("OPTIONS", "/v1/plans", "Origin: https://a.example")],
  ["GET /v1/plans with an unknown key", request("GET", "/v1/plans", `X-API-Key: ${newApiKey()}`)],
  ["GET /v1/plans with a malformed key", request("GET", "/v1/plans", "X-API-Key: nonsense")],
  ["a POST that is not valid", `${request("POST", "/v1/contact-submissions", "Content-Length: 2")}{}`],
];

test.after.always(async () => {
  agent.destroy();
  await api.stop();
  await service[Symbol.asyncDispose]();
});

/** Floods the API, and measures how long it works on calls of others and how much memory it holds for the flood, in bytes. */
async function flood(sent: string) {
  const before = await usedBytes();
  const sockets = await Promise.all(
    Array.from({ length: connections }, () => openUnreadPipeline(baseUrl, sent, requestsEach)),
  );
  const p99 = await healthP99(loadMs);
  const held = (await usedBytes()) - before;
  for (const socket of sockets) socket.destroy();
  return { p99, held };
}

// A system that does not say how long a process has worked gives nothing to measure.
const onLinux = process.platform === "linux" ? test.serial : test.serial.skip;

for (const [title, sent] of floods) {
  onLinux(`8 connections that send 400 × ${title} and read nothing delay no other caller`, async (t) => {
    t.timeout(120_000);
    const { p99, held } = await flood(sent);
    const facts = `p99 ${p99.toFixed(1)} ms, ${(held / 1024 / 1024).toFixed(0)} MiB`;
    t.log(facts);
    t.true(p99 <= maxHealthMs, facts);
    t.true(held <= maxHeldBytes, facts);
  });
}
