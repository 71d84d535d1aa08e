import { recordAttempt } from "#src/domain/callbacks/record-attempt.ts";
import { openSecretBox, type SecretBox } from "#src/domain/callbacks/secret-box.ts";
import {
  type DueDelivery,
  type FreePlaces,
  returnDeliveries,
  takeDeliveries,
} from "#src/domain/callbacks/take-deliveries.ts";
import { repeat } from "#src/platform/async/repeat.ts";
import type { Resources } from "#src/platform/resources.ts";
import { inSpan, markFailed, parentAt } from "#src/spans.ts";
import type { CallbackForms } from "./forms.ts";
import { sendCallback } from "./send-callback.ts";

/** Deliveries that become due are looked for so often. */
const lookMs = 500;

export interface CallbackDelivery {
  /** Takes no more, breaks off what runs, and gives it back. */
  stop(): Promise<void>;
}

type DeliveryResources = Pick<Resources, "db" | "config" | "log" | "metrics" | "outbound" | "coalesced"> & {
  readonly forms: CallbackForms;
};

/**
 * Delivers what is written for customers' addresses. Attempts run side by side, so that one receiver delays no other; addresses that failed
 * last have half of the places at most.
 */
export function deliverCallbacks(resources: DeliveryResources): CallbackDelivery {
  const { db, log, coalesced } = resources;
  const stopping = new AbortController();
  const running = new Map<string, RunningAttempt>();
  const broken: Pick<DueDelivery, "id">[] = [];
  let box: SecretBox | null = null;
  const begin = (delivery: DueDelivery, opened: SecretBox): void => {
    const { id, isFailing } = delivery;
    const ended = attempt(resources, delivery, { box: opened, stopping: stopping.signal })
      .catch((error: unknown) => {
        if (stopping.signal.aborted) broken.push({ id });
        log.warn({ delivery: id, error: String(error) }, "a callback was broken off");
      })
      .finally(() => {
        running.delete(id);
        look();
      });
    running.set(id, { isFailing, ended });
  };
  const take = async (): Promise<void> => {
    const free = freePlaces(running, resources.config.callbacks.concurrency);
    if (stopping.signal.aborted || free.all === 0) return;
    box ??= await openSecretBox(resources);
    const taken = await takeDeliveries(db, { ...free, forms: [...resources.forms.keys()] });
    if (stopping.signal.aborted) await returnDeliveries(db, taken);
    else for (const delivery of taken) begin(delivery, box);
  };
  const lookNow = loggedOnce(take, log);
  const look = (): void => coalesced.run("callbacks", lookNow);
  const timer = repeat(lookMs, () => Promise.resolve(look()));
  return {
    stop: async () => {
      stopping.abort(new Error("The process is stopping."));
      await timer.stop();
      await Promise.all([...running.values()].map(({ ended }) => ended));
      await returnDeliveries(db, broken).catch(() => undefined);
    },
  };
}

/** Takes deliveries without failing: an outage is logged once, not at every look. */
function loggedOnce(take: () => Promise<void>, log: Resources["log"]): () => Promise<void> {
  let couldTake = true;
  return async () => {
    try {
      await take();
      couldTake = true;
    } catch (error) {
      if (couldTake) log.warn({ error: String(error) }, "no callbacks can be taken");
      couldTake = false;
    }
  };
}

interface RunningAttempt {
  readonly isFailing: boolean;
  readonly ended: Promise<void>;
}

function freePlaces(running: ReadonlyMap<string, RunningAttempt>, concurrency: number): Omit<FreePlaces, "forms"> {
  const failing = [...running.values()].filter(({ isFailing }) => isFailing).length;
  return {
    all: Math.max(concurrency - running.size, 0),
    failing: Math.max(Math.floor(concurrency / 2) - failing, 0),
  };
}

interface Attempt {
  readonly box: SecretBox;
  readonly stopping: AbortSignal;
}

/** Makes one attempt, in the trace in which the event was written. */
function attempt(resources: DeliveryResources, delivery: DueDelivery, how: Attempt): Promise<void> {
  const attributes = { "speech.callback.type": delivery.type, "speech.callback.attempt": delivery.attempts + 1 };
  const parent = parentAt(delivery.traceparent);
  return inSpan("deliver callback", { kind: "CLIENT", parent, attributes }, async (span) => {
    const status = await recordedAttempt(resources, delivery, how);
    if (status !== "delivered") markFailed(span, status === "pending" ? "retried" : status);
  });
}

async function recordedAttempt(
  resources: DeliveryResources,
  delivery: DueDelivery,
  { box, stopping }: Attempt,
): Promise<string> {
  const { db, log, metrics } = resources;
  const started = performance.now();
  const outcome = await sendCallback({ ...resources, box }, delivery, stopping);
  const durationMs = performance.now() - started;
  const { status, isDisabled } = await recordAttempt(db, delivery, { ...outcome, durationMs });
  metrics.observeCallback(status === "pending" ? "retried" : status, durationMs / 1000);
  const { id, endpointId: endpoint, userId: user_id } = delivery;
  if (outcome.error !== null) {
    log.info({ delivery: id, endpoint, user_id, status: outcome.status, next: status }, "a callback failed");
  }
  if (isDisabled) log.warn({ endpoint, user_id }, "a webhook endpoint was disabled");
  return status;
}
