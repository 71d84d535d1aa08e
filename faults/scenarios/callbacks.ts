import { z } from "zod";
import { checkLedger, countRequests, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import {
  callsOf,
  type Customer,
  leaveAndReturn,
  missingOf,
  move,
  newCustomer,
  overFour,
  remove,
  slowestCall,
  unsigned,
  untilTold,
} from "#faults/callback-customers.ts";
import { atLeast, atMost, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { answering, localReceivers } from "#harness/callback-receiver.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import type { ServiceProcess } from "#harness/service/service-process.ts";
import { until } from "#harness/until.ts";

interface Size {
  /** Times that each is broken. */
  readonly times: number;
  /** Texts of each account in a round. */
  readonly texts: number;
}

/** The lease of an attempt whose process died, and a restart on a loaded machine. */
const patienceMs = 150_000;
/** Seconds from the end of a request to its call, while another receiver hangs. */
const promptSeconds = 10;
/** A call that was on its way at a deletion arrives by then. */
const onItsWayMs = 1_000;

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
