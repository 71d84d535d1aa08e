import { readOwnConfig } from "#src/config.ts";
import { jobContract } from "#src/jobs/catalogue.ts";
import type { JobPayload, QueueName } from "#src/jobs/contract.ts";
import { serveMetrics } from "#src/platform/metrics-server.ts";
import { openResources, type Resources } from "#src/platform/resources.ts";
import { endsWithin, openShutdown } from "#src/platform/shutdown.ts";
import type { Handler, HandlersFor } from "./handler.ts";
import { type Outcome, runJob, shuttingDown } from "./run-job.ts";
import { openSlotRegistration } from "./slot-registration.ts";
import { type ConsumptionWatch, watchConsumption } from "./watch-consumption.ts";

export interface WorkerDefinition<Queue extends QueueName> {
  readonly queue: Queue;
  readonly concurrency: (resources: Resources) => number;
  /** Opens the engines; disposal of `engines` closes them. */
  readonly open: (
    resources: Resources,
    engines: AsyncDisposableStack,
  ) => HandlersFor<Queue> | Promise<HandlersFor<Queue>>;
}

/** How runs end that the queue counts as failed. */
const failures: ReadonlySet<Outcome | "broken off"> = new Set(["failed", "retried", "broken off"]);

/** The time that is left for jobs which were asked to stop. */
const abortGraceMs = 3_000;

/**
 * The life of a worker process: opens everything, consumes its queue until it is told to stop, waits for
 * the jobs in hand, and hands back what does not end in time.
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

/** Whoever started this process starts another one. */
async function failWhenStuck({ log }: Resources, watch: ConsumptionWatch): Promise<string> {
  const reason = await watch.stuck;
  log.error({ reason }, "this process is of no use any more");
  process.exitCode = 1;
  return reason;
}

interface Consumption extends Disposable {
  readonly watch: ConsumptionWatch;
  /** Takes no more jobs, waits for those in hand, then hands back what is left. */
  stop(timeoutMs: number): Promise<void>;
}

function consumeQueue<Queue extends QueueName>(
  resources: Resources,
  { queue, concurrency }: WorkerDefinition<Queue>,
  handlersByName: HandlersFor<Queue>,
): Consumption {
  const handlers = new Map<string, Handler>(Object.entries(handlersByName));
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  const count = concurrency(resources);
  const run = async (name: string, payload: JobPayload): Promise<Outcome | null> => {
    const handler = handlers.get(name);
    if (handler === undefined) throw new Error(`The queue ${queue} carries no job ${name}.`);
    return runJob(resources, { contract: jobContract(name), handler, payload }, stopping.signal);
  };
  const isBusy = (): boolean => running.size >= count;
  const watch = watchConsumption({ ...resources, queue, checkMs: resources.config.jobs.consumingCheckMs, isBusy });
  const consumer = resources.queues.consume(queue, count, async (name, payload) => {
    watch.taken();
    const job = run(name, payload).catch((error: unknown) => {
      resources.log.error({ job: name, ...payload, error: String(error) }, "a run broke off; the sweeper repairs it");
      return "broken off" as const;
    });
    running.add(job);
    const outcome = await job.finally(() => running.delete(job));
    // Only so that the queue counts it as failed; why is in the log and in the row.
    if (outcome !== null && failures.has(outcome)) throw new Error(outcome);
  });
  return {
    watch,
    [Symbol.dispose]: () => watch[Symbol.dispose](),
    stop: async (timeoutMs) => {
      // Nothing is taken any more, and nothing has to be.
      watch[Symbol.dispose]();
      const closed = consumer.close();
      const finished = await endsWithin(Promise.all(running), timeoutMs);
      if (!finished) stopping.abort(shuttingDown);
      await endsWithin(Promise.all([...running, closed]), abortGraceMs);
    },
  };
}
