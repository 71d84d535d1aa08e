import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { mapConcurrently } from "#faults/calls.ts";
import { type Delivery, paymentWebhookPath } from "#faults/deliveries.ts";
import { type Check, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import type { Resources } from "#src/platform/resources.ts";
import { flipped, type RawPost, statusOfBytes } from "#harness/clients/flipped-bits.ts";
import { person } from "#harness/identity/identity-events.ts";
import { paymentEventText } from "#harness/payments/payment-events.ts";
import { paymentFor } from "#harness/payments/payment-for.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import { newPaymentSecret, signedPaymentEvent } from "#harness/payments/signed-payment-event.ts";
import { newWebhookSecret, signedWebhook } from "#harness/identity/signed-webhook.ts";

interface Size {
  /** The flipped bits of both webhooks together. */
  readonly flips: number;
}

const callsAtOnce = 8;
const jsonObject = z.record(z.string(), z.unknown());

/** One of the two webhooks, and how its provider calls it. */
interface Webhook {
  readonly name: string;
  readonly path: string;
  /** The variable that names its secrets. */
  readonly setting: string;
  readonly signatureHeader: string;
  readonly body: string;
  readonly newSecret: () => string;
  readonly sign: (secret: string, body: string) => Delivery;
}

const webhooks: readonly Webhook[] = [
  {
    name: "payment",
    path: paymentWebhookPath,
    setting: "PAYMENT_WEBHOOK_SECRET",
    signatureHeader: "x-razorpay-signature",
    body: paymentEventText({ type: "order.paid", payment: paymentFor("order_DESlLckIVRkHWj") }),
    newSecret: newPaymentSecret,
    sign: (secret, body) => signedPaymentEvent(secret, body, `evt_${randomUUID()}`),
  },
  {
    name: "identity",
    path: "/v1/webhooks/identity",
    setting: "IDENTITY_WEBHOOK_SECRET",
    signatureHeader: "webhook-signature",
    body: JSON.stringify({ type: "user.created", data: person("user_29w83sxmDNGwOuEthce5gg56FcC", 1_760_000_000_000) }),
    newSecret: newWebhookSecret,
    sign: (secret, body) => signedWebhook(secret, body),
  },
];

/** Messages that are almost those that a provider has signed. */
export const forgedWebhooks = scenario<Size>({
  name: "forged-webhooks",
  promise: "a webhook that differs by one bit from what its provider has signed is refused, and nothing of it is kept",
  full: { flips: 8_000 },
  quick: { flips: 2_000 },
  run: async ({ flips }, setting) => {
    const live = webhooks.map((webhook) => ({ webhook, secrets: [webhook.newSecret(), webhook.newSecret()] }));
    const settings: Record<string, string> = {};
    for (const { webhook, secrets } of live) settings[webhook.setting] = secrets.join(",");
    await using service = await startRunningService(["api"], setting, settings);
    const attacks: readonly AttackResult[] = await mapConcurrently(live, 1, (one) =>
      attack(service, { ...one, flips: flips / webhooks.length, signal: setting.signal }),
    );
    const taken = attacks.reduce((total, result) => total + result.taken, 0);
    const rows = await countRows(service.resources);
    return {
      counts: {
        ...{ submitted: taken, completed: rows / 2, failed: 0, charged: 0, duplicates: 0, lost: taken - rows / 2 },
        slowestRecoverySeconds: null,
      },
      checks: [
        ...attacks.flatMap(({ checks }) => checks),
        exactly("rows in the end, an event and its job for each message that was right", rows, 2 * taken),
      ],
      notes: [],
    };
  },
});

interface Attack {
  readonly webhook: Webhook;
  /** Both are live. */
  readonly secrets: readonly string[];
  readonly flips: number;
  readonly signal: AbortSignal;
}

interface AttackResult {
  readonly checks: readonly Check[];
  /** Messages that were right, and taken. */
  readonly taken: number;
}

/** Sends all that is wrong, looks for what was kept of it, and then sends what is right. */
async function attack(service: RunningService, { webhook, secrets, flips, signal }: Attack): Promise<AttackResult> {
  const { name, path, signatureHeader, body } = webhook;
  const post = async (message: RawPost): Promise<number> => {
    signal.throwIfAborted();
    return statusOfBytes(service, path, message);
  };
  const right = secrets.map((secret) => bytesOf(webhook.sign(secret, body)));
  const [signed = bytesOf(webhook.sign("", body))] = right;
  const forgeries = forgeriesOf(signed, signatureHeader, flips);
  const rowsBefore = await countRows(service.resources);
  const statuses = await mapConcurrently(forgeries, callsAtOnce, async ({ message, isLegal }) => {
    const status = await post(message);
    return { status, isRight: status === (isLegal ? 401 : 400) };
  });
  const rewritten = await mapConcurrently(rewritingsOf(body), 1, (text) =>
    post({ ...signed, body: Buffer.from(text) }),
  );
  const stranger = await post(bytesOf(webhook.sign(webhook.newSecret(), body)));
  const rows = (await countRows(service.resources)) - rowsBefore;
  const taken = (await mapConcurrently(right, 1, post)).filter((status) => status === 200).length;
  const count = (wanted: number): number => statuses.filter(({ status }) => status === wanted).length;
  const illegal = forgeries.filter(({ isLegal }) => !isLegal).length;
  const checks = [
    exactly("different flips of one bit", new Set(forgeries.map(({ bit }) => bit)).size, flips),
    exactly("of them answered 401", count(401), flips - illegal),
    exactly("answered 400, as HTTP forbids the byte in a header", count(400), illegal),
    exactly("answered anything else than it should be", statuses.filter(({ isRight }) => !isRight).length, 0),
    exactly("the same JSON written otherwise, answered 401", rewritten.filter((status) => status === 401).length, 2),
    exactly("status of what is signed with another secret", stranger, 401),
    exactly("rows that are left of all this", rows, 0),
    exactly("taken as they were signed, with either of two secrets", taken, secrets.length),
  ];
  return { checks: checks.map((check) => ({ ...check, what: `${name}: ${check.what}` })), taken };
}

const bytesOf = ({ headers, body }: Delivery): RawPost => ({ headers, body: Buffer.from(body) });

/** The same value, indented, and with its members in another order. */
function rewritingsOf(body: string): readonly string[] {
  const value = jsonObject.parse(JSON.parse(body));
  return [JSON.stringify(value, null, 1), JSON.stringify(Object.fromEntries(Object.entries(value).toReversed()))];
}

interface Forgery {
  /** The place at which it was altered. */
  readonly bit: string;
  readonly message: RawPost;
  /** Whether HTTP allows it at all. */
  readonly isLegal: boolean;
}

/** Every bit of the signature, and the others spread over the body. */
function forgeriesOf({ headers, body }: RawPost, signatureHeader: string, count: number): readonly Forgery[] {
  const signature = Buffer.from(headers[signatureHeader] ?? "");
  const inSignature = [...Array(signature.length * 8).keys()].map((bit) => {
    const altered = flipped(signature, bit);
    const message = { headers: { ...headers, [signatureHeader]: altered.toString("latin1") }, body };
    // A control character is no header to an HTTP parser.
    const isLegal = altered.every((byte) => (byte >= 0x20 || byte === 0x09) && byte !== 0x7f);
    return { bit: `signature ${bit}`, message, isLegal };
  });
  const left = count - inSignature.length;
  const inBody = [...Array(left).keys()].map((index) => {
    const bit = Math.floor((index * body.length * 8) / left);
    return { bit: `body ${bit}`, message: { headers, body: flipped(Buffer.from(body), bit) }, isLegal: true };
  });
  return [...inSignature, ...inBody];
}

/** Events and jobs. */
async function countRows({ db }: Resources): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from webhook_events) + (select count(*) from jobs))::int as count`.execute(db);
  return rows[0]?.count ?? NaN;
}
