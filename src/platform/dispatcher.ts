import { jobContract } from "#src/jobs/catalogue.ts";
import type { Logger } from "#src/platform/logger.ts";
import type { QueuedJob, Queues } from "#src/platform/queue.ts";

/** The only producer of jobs. */
export interface Dispatcher {
  /**
   * Puts committed work into its queue. Never rejects: the work stays in its row when the queue is away,
   * and the sweeper queues it later.
   */
  dispatch(ticket: QueuedJob): Promise<void>;
}

export const openDispatcher = (queues: Queues, log: Logger): Dispatcher => ({
  dispatch: async (ticket) => {
    try {
      await queues.add(jobContract(ticket.name).queue, ticket);
    } catch (error) {
      log.warn(
        { job: ticket.name, subject_id: ticket.payload.subject_id, error: String(error) },
        "left to the sweeper",
      );
    }
  },
});
