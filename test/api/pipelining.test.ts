import { readFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { newApiKey } from "#src/domain/api-keys/key-format.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { startService } from "#test/support/service.ts";
import { startProcess } from "#harness/service/service-process.ts";
import { openUnreadPipeline } from "#test/support/unread-pipeline.ts";

const connections = 8;
const requestsEach = 400;
const loadMs = 3_000;
const minSamples = 250;
const maxHealthMs = 50;
/**
 * When other tests take the cores, garbage waits longer to be collected: the fault scenario `exhaustion`, which runs alone,
 * holds the service to half of it.
 */
const maxGrowthBytes = 128 * 1024 * 1024;

// A process of its own, so that what its callers do takes nothing from its event loop.
const service = await startService();
const port = await freePort();
const api = await startProcess("api", {
  ...service.env,
  PORT: `${port}`,
  DATA_DIR: `${service.resources.config.dataDir}/another`,
});
const baseUrl = `http://127.0.0.1:${port}`;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${api.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

/** What the API's only thread of JavaScript has worked so far, in milliseconds. */
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
  ["GET /docs/pagefind/pagefind.js", request("GET", "/docs/pagefind/pagefind.js")],
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

/** How others fare, and how much memory it takes. */
async function flood(sent: string) {
  const before = await residentBytes();
  const sockets = await Promise.all(
    Array.from({ length: connections }, () => openUnreadPipeline(baseUrl, sent, requestsEach)),
  );
  const p99 = await healthP99(loadMs);
  const growth = (await residentBytes()) - before;
  for (const socket of sockets) socket.destroy();
  return { p99, growth };
}

// Where the system does not say what a process has worked there is nothing to be held against.
const onLinux = process.platform === "linux" ? test.serial : test.serial.skip;

for (const [title, sent] of floods) {
  onLinux(`8 connections that send 400 × ${title} and read nothing delay no other caller`, async (t) => {
    t.timeout(120_000);
    const { p99, growth } = await flood(sent);
    const facts = `p99 ${p99.toFixed(1)} ms, ${(growth / 1024 / 1024).toFixed(0)} MiB`;
    t.log(facts);
    t.true(p99 <= maxHealthMs, facts);
    t.true(growth <= maxGrowthBytes, facts);
  });
}
