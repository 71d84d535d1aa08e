import test from "ava";
import { openMetrics } from "#src/platform/metrics/metrics.ts";
import { openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { openSocket, trySocket } from "#harness/clients/socket-client.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: { LIVE_SECRET: "a secret of a test run", LIVE_IDLE_SECONDS: "1" } });
const { resources } = service;
const { key } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const live = `${service.baseUrl}/v1/speech/live`;
const shown = { headers: { "x-api-key": key } };
const text = () => resources.metrics.text();

/** Resolves when the metrics have this line. */
async function shows(line: string): Promise<void> {
  while (!(await text()).split("\n").includes(line));
}

test("sessions are counted while they are open, as they are refused, go on and end, and so are all slots", async (t) => {
  t.timeout(60_000);
  await using worker = await openFakeLiveWorker(resources.db, { capacity: 3 });
  const first = await openSocket(live, shown);
  const { resume_token: token } = await first.next("session_started");
  await shows('live_sockets{kind="transcription"} 1');
  await shows('live_fleet_slots{state="capacity"} 3');
  await shows('live_fleet_slots{state="used"} 1');
  first.socket.terminate();
  const again = await openSocket(`${live}?resume=${String(token)}`, shown);
  await shows("live_resumes_total 1");
  again.say({ type: "close" });
  await again.closed;
  await shows('live_sessions_ended_total{kind="transcription",how="closed"} 1');
  const idle = await openSocket(live, shown);
  await idle.closed;
  await shows('live_sessions_ended_total{kind="transcription",how="request_timeout"} 1');
  await shows('live_sockets{kind="transcription"} 0');
  t.is(worker.sessions.length, 3);
  for (const [query, reason] of [
    ["?model=none", "model_not_found"],
    ["?sample_rate=1", "validation_error"],
  ] as const) {
    t.true("status" in (await trySocket(`${live}${query}`, shown)));
    await shows(`live_refused_total{reason="${reason}"} 1`);
  }
  t.true("status" in (await trySocket(live)));
  await shows('live_refused_total{reason="missing_credentials"} 1');
  t.false((await text()).includes(key));
});

test("a process that transcribes live says how late its words are, and by how much it is behind", async (t) => {
  const metrics = openMetrics();
  const measures = metrics.openLive();
  measures.watch(() => ({ sessions: 2, slots: 8, lagSeconds: 0.5 }));
  measures.observe("partial", 0.2);
  measures.observe("final", 0.4);
  const lines = (await metrics.text()).split("\n");
  for (const line of ["live_sessions 2", "live_slots 8", "live_lag_seconds 0.5"]) t.true(lines.includes(line), line);
  for (const line of ["live_partial_seconds_sum 0.2", "live_final_seconds_sum 0.4"]) t.true(lines.includes(line), line);
});
