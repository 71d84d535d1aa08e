import { createServer } from "node:net";
import { once } from "node:events";
import test from "ava";
import { z } from "zod";
import { until } from "#harness/until.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { openClient } from "#harness/clients/client.ts";
import { startService, type TestService } from "#test/support/service.ts";
import { startProcess } from "#harness/service/service-process.ts";

const canary = "Canaries sing in the morning.";

let service: TestService;
const ports = { api: 0, synthesis: 0, maintenance: 0, http: 0 };

test.before(async () => {
  service = await startService();
  ports.api = await freePort();
  ports.synthesis = await freePort();
  ports.maintenance = await freePort();
  ports.http = await freePort();
});
test.after.always(() => service[Symbol.asyncDispose]());

const metricsOf = async (port: number): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  return answer.text();
};

/** The value of a series; labels as they are written. */
const valueOf = (metrics: string, series: string): number | null => {
  const line = metrics.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
};

test.serial("requests, jobs and charges are counted, and no text appears in the metrics", async (t) => {
  const account = await service.account();
  const env = { ...service.env, PORT: `${ports.http}`, METRICS_PORT: `${ports.api}` };
  const api = await startProcess("api", env);
  t.teardown(() => api.stop());
  const caller = openClient(`http://127.0.0.1:${ports.http}`);
  const asked = await caller.call("POST", "/v1/speech/synthesize", {
    key: account.key,
    headers: { Prefer: "respond-async" },
    json: { text: canary },
  });
  t.is(asked.status, 202);
  const path = `/v1/speech/requests/${asked.data(z.object({ request_id: z.uuid() })).request_id}`;
  await fetch(`${caller.baseUrl}/nowhere/${account.key}`);

  await service.startWorker("maintenance", { METRICS_PORT: `${ports.maintenance}` });
  const waiting = await metricsOf(ports.maintenance);
  t.is(valueOf(waiting, 'queue_jobs{queue="synthesis",state="waiting"}'), 1);
  t.is(valueOf(waiting, 'queue_jobs{queue="training",state="waiting"}'), 0);
  t.true((valueOf(waiting, 'queue_oldest_seconds{queue="synthesis"}') ?? 0) > 0);

  const worker = await service.startWorker("synthesis", { METRICS_PORT: `${ports.synthesis}` });
  const isDone = async (): Promise<boolean> =>
    (await caller.call("GET", path, { key: account.key })).data(z.object({ status: z.string() })).status ===
    "completed";
  await until(isDone, { withinMs: 30_000, signal: AbortSignal.timeout(60_000) });
  const done = await metricsOf(ports.synthesis);
  t.is(valueOf(done, 'job_duration_seconds_count{job="synthesize-speech",outcome="completed"}'), 1);
  t.is(valueOf(done, 'job_run_number_bucket{le="1",job="synthesize-speech"}'), 1);
  t.true((valueOf(done, 'job_wait_seconds_sum{job="synthesize-speech"}') ?? 0) > 0);
  t.true((valueOf(done, 'speech_audio_seconds_total{job="synthesize-speech"}') ?? 0) > 0.5);
  t.is(valueOf(done, 'speech_real_time_factor_count{job="synthesize-speech"}'), 1);
  t.is(valueOf(done, 'credits_settled_total{pool="tts"}'), canary.length);
  t.not(valueOf(done, 'database_connections{state="idle"}'), null);
  t.not(valueOf(done, "process_resident_memory_bytes"), null);

  const answered = await metricsOf(ports.api);
  const route = 'method="POST",route="/v1/speech/synthesize",status="202"';
  t.is(valueOf(answered, `http_request_duration_seconds_count{${route}}`), 1);
  t.is(valueOf(answered, 'http_request_duration_seconds_count{method="GET",route="none",status="404"}'), 1);
  for (const text of [waiting, done, answered]) {
    for (const secret of [account.key, account.userId, canary]) t.false(text.includes(secret));
  }
  const health = await fetch(`http://127.0.0.1:${ports.synthesis}/healthz`);
  t.is(health.status, 200);
  await worker.stop();
  await t.throwsAsync(metricsOf(ports.synthesis));
});

test.serial("a port for metrics that is taken keeps no worker from its work", async (t) => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const account = await service.account();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const worker = await service.startWorker("synthesis", { METRICS_PORT: `${port}`, LOG_LEVEL: "silent" });
  const answer = await service.call("POST", "/v1/speech/synthesize", { key: account.key, json: { text: "Hello" } });
  t.is(answer.status, 200);
  await worker.stop();
  other.close();
});
