import { readConfig } from "#src/config.ts";
import { jobContract } from "#src/jobs/catalogue.ts";
import type { QueueName } from "#src/jobs/contract.ts";
import { openResources, type Resources } from "#src/platform/resources.ts";
import { endsWithin, shutdownRequested } from "#src/platform/shutdown.ts";
import type { Handler, HandlersFor } from "./handler.ts";
import { runJob, shuttingDown } from "./run-job.ts";

export interface WorkerDefinition<Queue extends QueueName> {
  readonly queue: Queue;
  readonly concurrency: (resources: Resources) => number;
  /** Opens the engines; disposal of `engines` closes them. */
  readonly open: (resources: Resources, engines: AsyncDisposableStack) => HandlersFor<Queue>;
}

/** The time that is left for jobs which were asked to stop. */
const abortGraceMs = 3_000;

/**
 * The life of a worker process: opens everything, consumes its queue until it is told to stop, waits for
 * the jobs in hand, and hands back what does not end in time.
 */
export async function runWorker<Queue extends QueueName>(definition: WorkerDefinition<Queue>): Promise<void> {
  const stop = shutdownRequested();
  await using resources = await openResources(readConfig(), definition.queue);
  await using engines = new AsyncDisposableStack();
  const consumption = consumeQueue(resources, definition, engines);
  resources.log.info("ready");
  process.send?.("ready");
  resources.log.info({ reason: await stop }, "stopping");
  await consumption.stop(resources.config.shutdownTimeoutMs);
}

export interface Consumption {
  /** Takes no more jobs, waits for those in hand, then hands back what is left. */
  stop(timeoutMs: number): Promise<void>;
}

/** Consumes one queue with the handlers that the definition opens. */
export function consumeQueue<Queue extends QueueName>(
  resources: Resources,
  definition: WorkerDefinition<Queue>,
  engines: AsyncDisposableStack,
): Consumption {
  const handlers = new Map<string, Handler>(Object.entries(definition.open(resources, engines)));
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const consumer = resources.queues.consume(
    definition.queue,
    definition.concurrency(resources),
    async (name, payload) => {
      const handler = handlers.get(name);
      if (handler === undefined) throw new Error(`The queue ${definition.queue} carries no job ${name}.`);
      const run = runJob(resources, { contract: jobContract(name), handler, payload }, stopping.signal);
      running.add(run);
      await run.finally(() => running.delete(run));
    },
  );
  return {
    stop: async (timeoutMs) => {
      const closed = consumer.close();
      if (await endsWithin(Promise.allSettled([...running]), timeoutMs))
        return void (await endsWithin(closed, abortGraceMs));
      stopping.abort(shuttingDown);
      await endsWithin(Promise.allSettled([...running, closed]), abortGraceMs);
    },
  };
}
