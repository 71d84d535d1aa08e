import test from "ava";
import { openMetrics } from "#src/platform/metrics/metrics.ts";
import { manifestOf } from "#test/support/engine-manifests.ts";
import type { EngineSnapshot } from "#workers/speech/recognizer.ts";
import { measureEngines, processObserver, reportOf } from "#workers/runtime/engine-metrics.ts";

const snapshot = (name: string, state: EngineSnapshot["state"], pids: readonly number[] = []): EngineSnapshot => {
  return { manifest: manifestOf(name), state, pids };
};

test("states, memory, starts, ends and work of engines are in the metrics", async (t) => {
  const metrics = openMetrics();
  const logged: object[] = [];
  const log = { info: (facts: object) => logged.push(facts) };
  let snapshots = [snapshot("neural", "starting"), snapshot("classic", "idle")];
  measureEngines({ metrics }, { snapshots: () => snapshots });
  const observe = processObserver({ metrics, log });
  observe("neural", { kind: "started", pid: 7 });
  observe("neural", { kind: "ready", pid: 7, loadSeconds: 1.234 });
  observe("neural", { kind: "served", waitSeconds: 0.02, workSeconds: 0.5 });
  observe("neural", { kind: "served", waitSeconds: 2, workSeconds: 1 });
  observe("neural", { kind: "ended", pid: 7, ending: "out_of_memory", detail: "It held 2 GB.", aliveSeconds: 60 });
  const before = (await metrics.text()).split("\n");
  for (const line of [
    'engine_process_starts_total{engine="neural"} 1',
    'engine_process_ends_total{engine="neural",reason="out_of_memory"} 1',
    'engine_work_seconds_total{engine="neural"} 1.5',
    'engine_wait_seconds_count{engine="neural"} 2',
    'engine_wait_seconds_bucket{le="0.05",engine="neural"} 1',
    'engine_state{engine="neural",state="starting"} 1',
    'engine_state{engine="neural",state="ready"} 0',
    'engine_state{engine="classic",state="idle"} 1',
  ]) {
    t.true(before.includes(line), line);
  }
  t.deepEqual(logged, [
    { engine: "neural", engine_pid: 7, load_seconds: 1.2 },
    { engine: "neural", engine_pid: 7, reason: "out_of_memory", alive_seconds: 60, detail: "It held 2 GB." },
  ]);
  snapshots = [snapshot("neural", "unavailable"), snapshot("classic", "ready", [process.pid])];
  const after = await metrics.text();
  t.regex(after, /^engine_state\{engine="neural",state="starting"\} 0$/m);
  t.regex(after, /^engine_state\{engine="neural",state="unavailable"\} 1$/m);
});

test("an idle engine is registered as ready, and an unavailable one with its reason", (t) => {
  t.like(reportOf(snapshot("classic", "idle")), { state: "ready" });
  const reason = "The model is torn.";
  const report = reportOf({ ...snapshot("neural", "unavailable"), reason });
  t.deepEqual(report, { manifest: manifestOf("neural"), state: "unavailable", reason });
});
