import type { Logger } from "#src/platform/logger.ts";
import type { Pool } from "./database.ts";
import { type DueWork, startDueWork } from "./due-work.ts";

/** A message, and the id by which its receiver knows it again. */
export interface Webhook {
  readonly eventId: string;
  readonly body: string;
}

export interface WebhookSenderOptions {
  readonly pool: Pool;
  readonly queue: WebhookQueue;
  /** The receiver. */
  readonly url: string;
  /** Names and signs a webhook, for this moment. */
  readonly headersOf: (webhook: Webhook) => Readonly<Record<string, string>>;
  readonly log: Logger;
}

/** A table with the columns `id`, `position`, `body`, `attempts` and `next_attempt_at`. */
export interface WebhookQueue {
  readonly table: string;
  /** The column whose equal values make rows wait for each other. */
  readonly orderKey: string;
  /** The column with the event id in the message. */
  readonly eventId: string;
}

interface QueuedWebhook {
  readonly id: string;
  readonly event_id: string;
  readonly body: string;
  readonly attempts: number;
  readonly next_attempt_at: Date;
}

const answerTimeoutMs = 5_000;
const firstRetryMs = 1_000;
const maxRetryMs = 60_000;
const maxAtOnce = 8;

/**
 * Sends the queued webhooks, those with the same order key one after the other, each until the receiver answers with 2xx:
 * after one second, two, four and so on, at last every minute.
 */
export const startWebhookSender = (options: WebhookSenderOptions): DueWork =>
  startDueWork(() => sendDue(options), options.log);

/** @returns for how many milliseconds there is nothing to send */
async function sendDue(options: WebhookSenderOptions): Promise<number> {
  const heads = await firstOfEachKey(options);
  const due = heads.filter(({ next_attempt_at }) => next_attempt_at.getTime() <= Date.now()).slice(0, maxAtOnce);
  await Promise.all(due.map((webhook) => send(webhook, options)));
  if (due.length > 0) return 0;
  return Math.min(maxRetryMs, ...heads.map(({ next_attempt_at }) => next_attempt_at.getTime() - Date.now()));
}

async function send(webhook: QueuedWebhook, options: WebhookSenderOptions): Promise<void> {
  const { id, event_id: eventId, body, attempts } = webhook;
  const { pool, queue, url, headersOf, log } = options;
  const outcome = await post(url, body, headersOf({ eventId, body }));
  if (outcome === "received") {
    await pool.query(`delete from ${queue.table} where id = $1`, [id]);
    return;
  }
  const delayMs = Math.min(firstRetryMs * 2 ** attempts, maxRetryMs);
  log.warn({ webhook_id: id, attempts: attempts + 1, outcome, delay_ms: delayMs }, "a webhook was not received");
  await pool.query(
    `update ${queue.table}
     set attempts = attempts + 1, next_attempt_at = now() + $2 * interval '1 ms' where id = $1`,
    [id, delayMs],
  );
}

async function firstOfEachKey({ pool, queue }: WebhookSenderOptions): Promise<readonly QueuedWebhook[]> {
  const { table, orderKey, eventId } = queue;
  const { rows } = await pool.query<QueuedWebhook>(
    `select distinct on (${orderKey}) id, ${eventId} as event_id, body, attempts, next_attempt_at
     from ${table} order by ${orderKey}, position`,
  );
  return rows;
}

async function post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<string> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    await response.body?.cancel();
    return response.ok ? "received" : String(response.status);
  } catch (error) {
    return error instanceof Error ? error.name : "error";
  }
}
