import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { checkLedger, countRequests, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import { atLeast, atMost, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import {
  answering,
  type CallbackReceiver,
  localReceivers,
  type ReceivedCallback,
  startCallbackReceiver,
} from "#harness/callback-receiver.ts";
import { openClient } from "#harness/clients/client.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import type { TestAccount } from "#harness/service/account.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import type { ServiceProcess } from "#harness/service/service-process.ts";
import { until } from "#harness/until.ts";

interface Size {
  /** Times that each is broken. */
  readonly times: number;
  /** Texts of each account in a round. */
  readonly texts: number;
}

/** A receiver is away for so long: its calls come again after five or six seconds. */
const awayMs = 3_000;
/** The lease of an attempt whose process died, and a restart on a loaded machine. */
const patienceMs = 150_000;
/** Seconds from the end of a request to its call, while another receiver hangs. */
const promptSeconds = 10;
/** A call that was on its way at a deletion arrives by then. */
const onItsWayMs = 1_000;

const endpointAnswer = z.object({ endpoint_id: z.uuid(), secret: z.string() });
const told = z.object({ data: z.object({ request_id: z.string() }) });

/** An account with an endpoint. */
interface Customer {
  readonly account: TestAccount;
  readonly receivers: CallbackReceiver[];
  readonly endpointId: string;
  readonly secret: string;
  /** Requests that were accepted. */
  readonly requestIds: string[];
}

/** Receivers are down, hang, move and are removed, while the processes that call them, and the database, die. */
export const callbacks = scenario<Size>({
  name: "callbacks",
  promise:
    "every event reaches its endpoint at least once while receivers are down, hang or move and API, worker and PostgreSQL die by kill -9; a removed endpoint gets none",
  full: { times: 5, texts: 20 },
  quick: { times: 1, texts: 6 },
  run: async ({ times, texts }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["api", "maintenance", "synthesis"], setting, localReceivers);
    await using opened = new AsyncDisposableStack();
    const triggers = await openAuditTriggers(service.resources.db);
    const fleet = await startFleet(service);
    const [steady, moving, hanging, removed] = [
      await newCustomer(service, opened),
      await newCustomer(service, opened),
      await newCustomer(service, opened),
      await newCustomer(service, opened),
    ];
    hanging.receivers[0]?.answer(() => undefined);
    removed.receivers[0]?.answer(answering(500));

    // Receivers alone: one hangs, one is away for some seconds, one fails and is removed.
    await submit(fleet, [hanging, removed], { texts: Math.max(texts, 8), signal });
    await until(async () => (hanging.receivers[0]?.calls.length ?? 0) >= 4, { withinMs: patienceMs, signal });
    await submit(fleet, [steady], { texts, signal });
    await untilTold([steady], { withinMs: patienceMs, signal });
    const slowest = await slowestCall(service, steady);
    const deletedAt = await remove(service, removed);
    await leaveAndReturn(moving, { opened, whileAway: () => submit(fleet, [moving], { texts, signal }), signal });

    let kills = 0;
    for (let round = 0; round < times; round += 1) {
      await move(service, moving, opened);
      for (const kill of [killApi, killWorker, killPostgres]) {
        const submitted = submit(fleet, [steady, moving], { texts, signal });
        await kill(service, fleet);
        kills += 1;
        await submitted;
        await submit(fleet, [steady, moving], { texts: 1, signal });
      }
    }
    await untilTold([steady, moving], { withinMs: patienceMs, signal });

    const watched = [steady, moving];
    const requestIds = watched.flatMap((one) => one.requestIds);
    const counts = await countRequests(service.resources, requestIds, triggers);
    const missing = watched.flatMap(missingOf);
    const late = removed.receivers.flatMap(({ calls }) => calls).filter(({ at }) => at > deletedAt + onItsWayMs);
    const calls = watched.flatMap(callsOf);
    return {
      counts: { ...counts, slowestRecoverySeconds: null },
      checks: [
        exactly("processes and databases that were killed", kills, 3 * times),
        atLeast("requests whose end was to be told", requestIds.length, texts * (2 + 6 * times)),
        exactly("events that never came", missing.length, 0),
        exactly("calls whose signature the library of Standard Webhooks refuses", watched.flatMap(unsigned).length, 0),
        exactly("calls to a removed endpoint", late.length, 0),
        atLeast("calls of the removed endpoint before", callsOf(removed).length, 1),
        exactly("calls at once of a receiver that hangs, over the four of an endpoint", overFour(hanging), 0),
        atMost("slowest call beside a receiver that hangs, after the end of its request", slowest, {
          limit: promptSeconds,
          unit: "s",
        }),
        exactly("requests that failed", counts.failed, 0),
        exactly("requests lost", counts.lost, 0),
        ...(await checkLedger(service, steady.account, signal)),
      ],
      notes: [
        `${calls.length} calls for ${requestIds.length} requests; ${calls.length - requestIds.length} came again.`,
        ...(await reasonsOfFailures(service.resources, requestIds)),
      ],
    };
  },
});

/** Two API processes, so that one is there while the other is killed, and the worker. */
interface Fleet {
  readonly ports: readonly number[];
  readonly apis: ServiceProcess[];
  worker: ServiceProcess;
  killed: number;
}

async function startFleet(service: RunningService): Promise<Fleet> {
  const ports = [Number(service.environment["PORT"]), await freePort()];
  const second = await service.start("api", { PORT: `${ports[1]}` });
  return { ports, apis: [service.first("api"), second], worker: service.first("synthesis"), killed: 0 };
}

async function newCustomer(service: RunningService, opened: AsyncDisposableStack): Promise<Customer> {
  const account = await service.account(1_000_000);
  const receiver = opened.use(await startCallbackReceiver());
  const json = { url: receiver.url, events: ["speech.request.completed"] };
  const answer = await openClient(service.baseUrl).call("POST", "/v1/webhook-endpoints", { key: account.key, json });
  const { endpoint_id: endpointId, secret } = answer.data(endpointAnswer);
  return { account, receivers: [receiver], endpointId, secret, requestIds: [] };
}

interface Submitting {
  readonly texts: number;
  readonly signal: AbortSignal;
}

/** Has texts spoken, each handed in until one of the API processes accepts it. */
async function submit({ ports }: Fleet, customers: readonly Customer[], { texts, signal }: Submitting): Promise<void> {
  for (let number = 0; number < texts; number += 1) {
    for (const customer of customers) {
      let attempt = number;
      const isAccepted = async () => {
        const id = await speak(ports[attempt++ % ports.length] ?? 0, customer, signal).catch(() => null);
        if (id !== null) customer.requestIds.push(id);
        return id !== null;
      };
      await until(isAccepted, { withinMs: patienceMs, signal });
    }
  }
}

/** @returns the id of the request @throws Error where it was not accepted */
async function speak(port: number, { account }: Customer, signal: AbortSignal): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/speech/synthesize`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": account.key, prefer: "respond-async" },
    body: JSON.stringify({ text: "Hello." }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
  });
  if (response.status !== 202) throw new Error(`Answered ${response.status}.`);
  return z.object({ data: z.object({ request_id: z.string() }) }).parse(await response.json()).data.request_id;
}

const callsOf = ({ receivers }: Customer): readonly ReceivedCallback[] => receivers.flatMap(({ calls }) => calls);

const requestOf = ({ body }: ReceivedCallback): string => told.parse(JSON.parse(body)).data.request_id;

function missingOf(customer: Customer): readonly string[] {
  const known = new Set(callsOf(customer).map(requestOf));
  return customer.requestIds.filter((id) => !known.has(id));
}

/** Calls with another signature than the library makes for their time, whenever that was. */
const unsigned = (customer: Customer): readonly ReceivedCallback[] =>
  callsOf(customer).filter(({ body, headers }) => {
    const sentAt = new Date(Number(headers["webhook-timestamp"]) * 1000);
    return (
      headers["webhook-signature"] !== new Webhook(customer.secret).sign(headers["webhook-id"] ?? "", sentAt, body)
    );
  });

/** The calls that began within the fifteen seconds of four others, none of which was answered. */
const overFour = (customer: Customer): number => {
  const times = callsOf(customer).map(({ at }) => at);
  return times.filter((at) => times.filter((other) => other <= at && other > at - 14_000).length > 4).length;
};

async function untilTold(
  customers: readonly Customer[],
  patience: { readonly withinMs: number; readonly signal: AbortSignal },
): Promise<void> {
  await until(async () => customers.every((one) => missingOf(one).length === 0), patience);
}

/** Seconds from the end of a request to the first call that tells of it, at most. */
async function slowestCall({ resources }: RunningService, customer: Customer): Promise<number> {
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
async function remove(service: RunningService, { account, endpointId }: Customer): Promise<number> {
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
async function leaveAndReturn({ receivers }: Customer, { opened, whileAway, signal }: Leaving): Promise<void> {
  const port = receivers.at(-1)?.port ?? 0;
  await receivers.at(-1)?.[Symbol.asyncDispose]();
  await whileAway();
  await sleep(awayMs, undefined, { signal });
  receivers.push(opened.use(await startCallbackReceiver(port)));
}

/** The endpoint gets another address, while the one before is still there. */
async function move(service: RunningService, customer: Customer, opened: AsyncDisposableStack): Promise<void> {
  const receiver = opened.use(await startCallbackReceiver());
  customer.receivers.push(receiver);
  const { account, endpointId } = customer;
  const options = { key: account.key, json: { url: receiver.url } };
  await openClient(service.baseUrl).call("PATCH", `/v1/webhook-endpoints/${endpointId}`, options);
}

async function killApi(service: RunningService, fleet: Fleet): Promise<void> {
  const index = fleet.killed % fleet.apis.length;
  fleet.killed += 1;
  await fleet.apis[index]?.kill();
  fleet.apis[index] = await service.start("api", { PORT: `${fleet.ports[index]}` });
}

async function killWorker(service: RunningService, fleet: Fleet): Promise<void> {
  await fleet.worker.kill();
  fleet.worker = await service.start("synthesis");
}

async function killPostgres({ postgres }: RunningService): Promise<void> {
  await postgres.kill();
  await postgres.start();
}
