import { createHmac } from "node:crypto";
import type { Logger } from "#src/platform/logger.ts";
import type { Pool } from "./database.ts";

export interface WebhookSender {
  /** Says that there may be something new to send. */
  readonly wake: () => void;
  /** Waits for what is being sent; the rest is sent after the next start. */
  stop(): Promise<void>;
}

export interface WebhookSenderOptions {
  readonly pool: Pool;
  /** The receiver. */
  readonly url: string;
  /** `whsec_` and the key in base64. */
  readonly secret: string;
  readonly log: Logger;
}

interface QueuedWebhook {
  readonly id: string;
  readonly body: string;
  readonly attempts: number;
  readonly next_attempt_at: Date;
}

const answerTimeoutMs = 5_000;
const firstRetryMs = 1_000;
const maxRetryMs = 60_000;
const maxAtOnce = 8;

/**
 * Sends the queued webhooks, those of one account one after the other, each until the receiver answers with
 * 2xx: after one second, two, four and so on, at last every minute.
 */
export function startWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const stopping = new AbortController();
  const bell = openBell();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const idleMs = await sendDue(options).catch((error: unknown) => {
        options.log.error({ error: String(error) }, "the webhooks could not be sent");
        return firstRetryMs;
      });
      await bell.heard(idleMs);
    }
  };
  const ended = run();
  return {
    wake: bell.ring,
    stop: async () => {
      stopping.abort();
      bell.ring();
      await ended;
    },
  };
}

/** Ends a wait early, even one that begins only after it was rung. */
function openBell() {
  let rung = Promise.withResolvers<void>();
  return {
    ring: (): void => rung.resolve(),
    heard: async (withinMs: number): Promise<void> => {
      const timer = setTimeout(rung.resolve, withinMs);
      await rung.promise;
      clearTimeout(timer);
      rung = Promise.withResolvers();
    },
  };
}

/** @returns for how many milliseconds there is nothing to send */
async function sendDue(options: WebhookSenderOptions): Promise<number> {
  const heads = await firstOfEachAccount(options.pool);
  const due = heads.filter(({ next_attempt_at }) => next_attempt_at.getTime() <= Date.now()).slice(0, maxAtOnce);
  await Promise.all(due.map((webhook) => send(webhook, options)));
  if (due.length > 0) return 0;
  return Math.min(maxRetryMs, ...heads.map(({ next_attempt_at }) => next_attempt_at.getTime() - Date.now()));
}

async function send({ id, body, attempts }: QueuedWebhook, options: WebhookSenderOptions): Promise<void> {
  const { pool, url, secret, log } = options;
  const outcome = await post(url, body, signatureHeaders({ id, body, secret, now: new Date() }));
  if (outcome === "received") {
    await pool.query("delete from sandbox_identity.webhooks where id = $1", [id]);
    return;
  }
  const delayMs = Math.min(firstRetryMs * 2 ** attempts, maxRetryMs);
  log.warn({ webhook_id: id, attempts: attempts + 1, outcome, delay_ms: delayMs }, "a webhook was not received");
  await pool.query(
    `update sandbox_identity.webhooks
     set attempts = attempts + 1, next_attempt_at = now() + $2 * interval '1 ms' where id = $1`,
    [id, delayMs],
  );
}

async function firstOfEachAccount(pool: Pool): Promise<readonly QueuedWebhook[]> {
  const { rows } = await pool.query<QueuedWebhook>(
    `select distinct on (account_id) id, body, attempts, next_attempt_at
     from sandbox_identity.webhooks order by account_id, position`,
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

/** The three headers of Standard Webhooks (https://www.standardwebhooks.com), signed for this moment. */
function signatureHeaders({ id, body, secret, now }: { id: string; body: string; secret: string; now: Date }) {
  const timestamp = Math.floor(now.getTime() / 1000);
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": `v1,${signature}` };
}
