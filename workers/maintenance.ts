import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "#src/config.ts";
import { sweepJobs } from "#src/domain/jobs/sweep-jobs.ts";
import { openResources } from "#src/platform/resources.ts";
import { shutdownRequested } from "#src/platform/shutdown.ts";

const stop = shutdownRequested();
await using resources = await openResources(readConfig(), "maintenance");
const { log, config } = resources;
const stopped = new AbortController();
void stop.then((reason) => {
  log.info({ reason }, "stopping");
  stopped.abort();
});
log.info("ready");
process.send?.("ready");

/** Since when the database has answered without a break: only after two heartbeats is a silent run a dead one. */
let answeringSince = performance.now();
while (!stopped.signal.aborted) {
  try {
    const heard = performance.now() - answeringSince > 2 * config.jobs.heartbeatMs;
    const leaseExpiresMs = heard ? config.jobs.leaseExpiresMs : null;
    const repaired = await sweepJobs(resources, { ...config.jobs, leaseExpiresMs });
    if (repaired.overdue + repaired.expired > 0) log.info(repaired, "work was put back into its queue");
  } catch (error) {
    log.warn({ error: String(error) }, "the sweep failed");
    answeringSince = performance.now();
  }
  await sleep(config.jobs.sweepIntervalMs, undefined, { signal: stopped.signal }).catch(() => undefined);
}
