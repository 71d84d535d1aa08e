import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { type Arrival, openReceiver, type Receiver } from "./receiver.ts";

const webhookBody = z.object({ type: z.string(), timestamp: z.int(), data: z.looseObject({ id: z.string() }) });

/** A webhook whose signature was right, with its headers. */
export interface ReceivedWebhook extends z.output<typeof webhookBody> {
  readonly id: string;
  /** The time of its signature. */
  readonly signedAtSeconds: number;
  readonly receivedAtMs: number;
}

export const openWebhookReceiver = (secret: string): Promise<Receiver<ReceivedWebhook>> => {
  const webhook = new Webhook(secret);
  return openReceiver((arrival) => verified(webhook, arrival));
};

function verified(webhook: Webhook, { headers, body }: Arrival): ReceivedWebhook {
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return {
    ...webhookBody.parse(webhook.verify(body.toString("utf8"), sent)),
    id: sent["webhook-id"] ?? "",
    signedAtSeconds: Number(sent["webhook-timestamp"]),
    receivedAtMs: performance.now(),
  };
}
