import { randomUUID } from "node:crypto";
import { promoteNext } from "#src/domain/jobs/promote-next.ts";
import { deleteSlots, registerSlots } from "#src/domain/jobs/slots.ts";
import type { QueueName } from "#src/jobs/contract.ts";
import { repeat } from "#src/platform/async/repeat.ts";
import type { Resources } from "#src/platform/resources.ts";

/** The slots of this process, which count until `end`. */
export interface SlotRegistration extends AsyncDisposable {
  /** Deletes the slots, so that no more jobs are promoted for them. */
  end(): Promise<void>;
}

/** Registers the slots of this process, renews them with every heartbeat, and promotes jobs for them. */
export async function openSlotRegistration(
  resources: Resources,
  queue: QueueName,
  slots: number,
): Promise<SlotRegistration> {
  const { db, log, config } = resources;
  const workerId = randomUUID();
  const attempt = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => log.warn({ error: String(error) }, "registering the slots of this worker failed"));
  const renew = async (): Promise<void> => {
    await attempt(registerSlots(db, { workerId, queue, slots }));
    promoteNext(resources);
  };
  await renew();
  const renewing = repeat(config.jobs.heartbeatMs, renew);
  const end = async (): Promise<void> => {
    await renewing.stop();
    await attempt(deleteSlots(db, workerId));
  };
  return { end, [Symbol.asyncDispose]: end };
}
