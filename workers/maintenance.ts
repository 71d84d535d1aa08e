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

while (!stopped.signal.aborted) {
  try {
    const repaired = await sweepJobs(resources, config.jobs);
    if (repaired.overdue + repaired.expired > 0) log.info(repaired, "work was put back into its queue");
  } catch (error) {
    log.warn({ error: String(error) }, "the sweep failed");
  }
  await sleep(config.jobs.sweepIntervalMs, undefined, { signal: stopped.signal }).catch(() => undefined);
}
