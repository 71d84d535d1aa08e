import { readConfig } from "#src/config.ts";
import { jobContract } from "#src/jobs/catalogue.ts";
import type { JobPayload, QueueName } from "#src/jobs/contract.ts";
import { openResources, type Resources } from "#src/platform/resources.ts";
import { endsWithin, exitWithin, shutdownRequested } from "#src/platform/shutdown.ts";
import type { Handler, HandlersFor } from "./handler.ts";
import { runJob, shuttingDown } from "./run-job.ts";

export interface WorkerDefinition<Queue extends QueueName> {
  readonly queue: Queue;
  readonly concurrency: (resources: Resources) => number;
  /** Opens the engines; disposal of `engines` closes them. */
  readonly open: (
    resources: Resources,
    engines: AsyncDisposableStack,
  ) => HandlersFor<Queue> | Promise<HandlersFor<Queue>>;
}

/** The time that is left for jobs which were asked to stop. */
const abortGraceMs = 3_000;
/** And for what closes later than it should. */
const exitGraceMs = 1_000;

/**
 * The life of a worker process: opens everything, consumes its queue until it is told to stop, waits for
 * the jobs in hand, and hands back what does not end in time.
 */
export async function runWorker<Queue extends QueueName>(definition: WorkerDefinition<Queue>): Promise<void> {
  await consumeUntilStopped(definition);
  exitWithin(exitGraceMs);
}

async function consumeUntilStopped<Queue extends QueueName>(definition: WorkerDefinition<Queue>): Promise<void> {
  const stop = shutdownRequested();
  await using resources = await openResources(readConfig(), definition.queue);
  await using engines = new AsyncDisposableStack();
  const consumption = consumeQueue(resources, definition, await definition.open(resources, engines));
  resources.log.info("ready");
  process.send?.("ready");
  resources.log.info({ reason: await stop }, "stopping");
  await consumption.stop(resources.config.shutdownTimeoutMs);
}

interface Consumption {
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
  const running = new Set<Promise<void>>();
  const run = async (name: string, payload: JobPayload): Promise<void> => {
    const handler = handlers.get(name);
    if (handler === undefined) throw new Error(`The queue ${queue} carries no job ${name}.`);
    await runJob(resources, { contract: jobContract(name), handler, payload }, stopping.signal);
  };
  const consumer = resources.queues.consume(queue, concurrency(resources), async (name, payload) => {
    const job = run(name, payload).catch((error: unknown) => {
      resources.log.error({ job: name, ...payload, error: String(error) }, "a run broke off; the sweeper repairs it");
    });
    running.add(job);
    await job.finally(() => running.delete(job));
  });
  return {
    stop: async (timeoutMs) => {
      const closed = consumer.close();
      const finished = await endsWithin(Promise.all(running), timeoutMs);
      if (!finished) stopping.abort(shuttingDown);
      await endsWithin(Promise.all([...running, closed]), abortGraceMs);
    },
  };
}
