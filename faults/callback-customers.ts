import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { type CallbackReceiver, type ReceivedCallback, startCallbackReceiver } from "#harness/callback-receiver.ts";
import { openClient } from "#harness/clients/client.ts";
import type { TestAccount } from "#harness/service/account.ts";
import type { RunningService } from "#harness/service/running-service.ts";
import { until } from "#harness/until.ts";

/** A receiver is away for so long: its calls come again after five or six seconds. */
const awayMs = 3_000;

const endpointAnswer = z.object({ endpoint_id: z.uuid(), secret: z.string() });
const told = z.object({ data: z.object({ request_id: z.string() }) });

/** An account with an endpoint. */
export interface Customer {
  readonly account: TestAccount;
  readonly receivers: CallbackReceiver[];
  readonly endpointId: string;
  readonly secret: string;
  /** Requests that were accepted. */
  readonly requestIds: string[];
}

export async function newCustomer(service: RunningService, opened: AsyncDisposableStack): Promise<Customer> {
  const account = await service.account(1_000_000);
  const receiver = opened.use(await startCallbackReceiver());
  const json = { url: receiver.url, events: ["speech.request.completed"] };
  const answer = await openClient(service.baseUrl).call("POST", "/v1/webhook-endpoints", { key: account.key, json });
  const { endpoint_id: endpointId, secret } = answer.data(endpointAnswer);
  return { account, receivers: [receiver], endpointId, secret, requestIds: [] };
}

export const callsOf = ({ receivers }: Customer): readonly ReceivedCallback[] =>
  receivers.flatMap(({ calls }) => calls);

const requestOf = ({ body }: ReceivedCallback): string => told.parse(JSON.parse(body)).data.request_id;

export function missingOf(customer: Customer): readonly string[] {
  const known = new Set(callsOf(customer).map(requestOf));
  return customer.requestIds.filter((id) => !known.has(id));
}

/** Calls with another signature than the library makes for their time, whenever that was. */
export const unsigned = (customer: Customer): readonly ReceivedCallback[] =>
  callsOf(customer).filter(({ body, headers }) => {
    const sentAt = new Date(Number(headers["webhook-timestamp"]) * 1000);
    return (
      headers["webhook-signature"] !== new Webhook(customer.secret).sign(headers["webhook-id"] ?? "", sentAt, body)
    );
  });

/** The calls that began within the fifteen seconds of four others, none of which was answered. */
export const overFour = (customer: Customer): number => {
  const times = callsOf(customer).map(({ at }) => at);
  return times.filter((at) => times.filter((other) => other <= at && other > at - 14_000).length > 4).length;
};

export async function untilTold(
  customers: readonly Customer[],
  patience: { readonly withinMs: number; readonly signal: AbortSignal },
): Promise<void> {
  await until(async () => customers.every((one) => missingOf(one).length === 0), patience);
}

/** Seconds from the end of a request to the first call that tells of it, at most. */
export async function slowestCall({ resources }: RunningService, customer: Customer): Promise<number> {
  const ended = await resources.db
    .selectFrom("speech_requests")
    .select(["id", "finished_at"])
    .where("id", "in", customer.requestIds)
    .execute();
  const seconds = ended.map(({ id, finished_at: finishedAt }) => {
    const call = callsOf(customer).find((one) => requestOf(one) === id);
    return call === undefined || finishedAt === null ? Infinity : (call.at - finishedAt.getTime()) / 1000;
  });
  return Math.max(...seconds);
}

/** @returns when it was answered, milliseconds since 1970 */
export async function remove(service: RunningService, { account, endpointId }: Customer): Promise<number> {
  const client = openClient(service.baseUrl);
  await client.call("DELETE", `/v1/webhook-endpoints/${endpointId}`, { key: account.key });
  return Date.now();
}

interface Leaving {
  readonly opened: AsyncDisposableStack;
  readonly whileAway: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** The receiver stops and starts again on its port. */
export async function leaveAndReturn({ receivers }: Customer, { opened, whileAway, signal }: Leaving): Promise<void> {
  const port = receivers.at(-1)?.port ?? 0;
  await receivers.at(-1)?.[Symbol.asyncDispose]();
  await whileAway();
  await sleep(awayMs, undefined, { signal });
  receivers.push(opened.use(await startCallbackReceiver(port)));
}

/** The endpoint gets another address, while the one before is still there. */
export async function move(service: RunningService, customer: Customer, opened: AsyncDisposableStack): Promise<void> {
  const receiver = opened.use(await startCallbackReceiver());
  customer.receivers.push(receiver);
  const { account, endpointId } = customer;
  const options = { key: account.key, json: { url: receiver.url } };
  await openClient(service.baseUrl).call("PATCH", `/v1/webhook-endpoints/${endpointId}`, options);
}
