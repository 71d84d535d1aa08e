import { readOwnConfig } from "#src/config.ts";
import { jobContract } from "#src/jobs/catalogue.ts";
import type { JobPayload, QueueName } from "#src/jobs/contract.ts";
import { serveMetrics } from "#src/platform/metrics/metrics-server.ts";
import { openResources, type Resources } from "#src/platform/resources.ts";
import { endsWithin, openShutdown } from "#src/platform/shutdown.ts";
import type { Handler, HandlersFor } from "./handler.ts";
import { type RunOutcome, runJob, shuttingDown } from "./run-job.ts";
import { openSlotRegistration } from "./slot-registration.ts";
import { type QueueWatchdog, watchQueue } from "./queue-watchdog.ts";

export interface WorkerDefinition<Queue extends QueueName> {
  readonly queue: Queue;
  readonly concurrency: (resources: Resources) => number;
  /** Opens the engines; disposal of `engines` closes them. */
  readonly open: (
    resources: Resources,
    engines: AsyncDisposableStack,
  ) => HandlersFor<Queue> | Promise<HandlersFor<Queue>>;
}

/** The outcomes that BullMQ counts as failed. */
const failures: ReadonlySet<RunOutcome | "broken off"> = new Set(["failed", "retried", "broken off"]);

/** The time that jobs have to stop after their signal. */
const abortGraceMs = 3_000;

/**
 * Runs a worker process: opens everything, consumes its queue until a signal asks it to stop, waits for
 * running jobs, and returns to the outbox those that do not end in time.
 */
export async function runWorker<Queue extends QueueName>(definition: WorkerDefinition<Queue>): Promise<void> {
  const config = readOwnConfig(definition.queue);
  using shutdown = openShutdown(config);
  await using resources = await openResources(config, definition.queue);
  await using engines = new AsyncDisposableStack();
  const handlers = await definition.open(resources, engines);
  await using slots = await openSlotRegistration(resources, definition.queue, definition.concurrency(resources));
  using consumption = consumeQueue(resources, definition, handlers);
  using _ = await serveMetrics({ ...resources, isAlive: consumption.watch.isAlive });
  resources.log.info("ready");
  process.send?.("ready");
  const reason = await Promise.race([shutdown.requested, failWhenStuck(resources, consumption.watch)]);
  resources.log.info({ reason }, "stopping");
  await slots.end();
  await consumption.stop(config.shutdownTimeoutMs);
}

/** The supervisor starts another process. */
async function failWhenStuck({ log }: Resources, watch: QueueWatchdog): Promise<string> {
  const reason = await watch.stuck;
  log.error({ reason }, "the worker is stuck and exits");
  process.exitCode = 1;
  return reason;
}

interface Consumption extends Disposable {
  readonly watch: QueueWatchdog;
  /** Takes no more jobs, waits for those that run, and returns the rest to the outbox. */
  stop(timeoutMs: number): Promise<void>;
}

const brokenOffText = "a run could not be ended; the sweeper returns its job";

function consumeQueue<Queue extends QueueName>(
  resources: Resources,
  { queue, concurrency }: WorkerDefinition<Queue>,
  handlersByName: HandlersFor<Queue>,
): Consumption {
  const handlers = new Map<string, Handler>(Object.entries(handlersByName));
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  const count = concurrency(resources);
  const run = async (name: string, payload: JobPayload): Promise<RunOutcome | null> => {
    const handler = handlers.get(name);
    if (handler === undefined) throw new Error(`The queue ${queue} carries no job ${name}.`);
    return runJob(resources, { contract: jobContract(name), handler, payload }, stopping.signal);
  };
  const isBusy = (): boolean => running.size >= count;
  const watch = watchQueue({ ...resources, queue, checkMs: resources.config.jobs.consumingCheckMs, isBusy });
  const consumer = resources.queues.consume(queue, count, async (name, payload) => {
    watch.recordDelivery();
    const job = run(name, payload).catch((error: unknown) => {
      resources.log.error({ job: name, ...payload, error: String(error) }, brokenOffText);
      return "broken off" as const;
    });
    running.add(job);
    const outcome = await job.finally(() => running.delete(job));
    // Only so that BullMQ counts it as failed; the log and the row have the reason.
    if (outcome !== null && failures.has(outcome)) throw new Error(outcome);
  });
  return {
    watch,
    [Symbol.dispose]: () => watch[Symbol.dispose](),
    stop: async (timeoutMs) => {
      // The watchdog must not expect jobs to be taken from now on.
      watch[Symbol.dispose]();
      const closed = consumer.close();
      const finished = await endsWithin(Promise.all(running), timeoutMs);
      if (!finished) stopping.abort(shuttingDown);
      await endsWithin(Promise.all([...running, closed]), abortGraceMs);
    },
  };
}
