import type { CallOptions } from "#faults/calls.ts";
import { checkLedger, countRequests, countRunning, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { openAuditTriggers, slowestRecoverySeconds } from "#faults/audit-triggers.ts";
import { atLeast, type Check, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { checkNothingLeft } from "#faults/stream-leftovers.ts";
import {
  bytesPerSecond,
  countDiffering,
  listen,
  type Listener,
  openAiStream,
  ownStream,
  type ReceivedStream,
} from "#faults/stream-listeners.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import type { ServiceProcess } from "#harness/service/service-process.ts";
import { sum } from "#harness/statistics.ts";
import { until } from "#harness/until.ts";

interface Size {
  /** In each, new streams are cut three times. */
  readonly chains: number;
}

/** Killed in the middle of the same streams, one after the other. */
const victims = ["api", "synthesis", "api"] as const;
/** As many as an account has spoken at once; two of them by OpenAI's client. */
const listenersInChain = 3;
const patienceMs = 180_000;
/** So that the streams last longer than the restart of a process. */
const partMs = 20;
const sentencesInText = 70;

const textOf = (chain: number, listener: number): string =>
  Array.from(
    { length: sentencesInText },
    (_, index) => `This is sentence ${index} that listener ${listener} of chain ${chain} plays.`,
  ).join(" ");

/** The processes that make streams and send them die in the middle of them. */
export const streamsCut = scenario<Size>({
  name: "streams-cut",
  promise:
    "a stream whose API process or worker dies by kill -9 is received whole by a repeated call, and charged once",
  alone: true,
  full: { chains: 7 },
  quick: { chains: 1 },
  run: async ({ chains }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["maintenance"], setting);
    const { resources, baseUrl } = service;
    const triggers = await openAuditTriggers(resources.db);
    const account = await service.account(10_000_000);
    const processes = await startProcesses(service);
    const caller = { baseUrl, key: account.key, signal };
    const played: PlayedChain[] = [];
    for (let chain = 0; chain < chains; chain += 1) {
      const texts = Array.from({ length: listenersInChain }, (_, listener) => textOf(chain, listener));
      played.push(await playChain({ service, processes, texts }, caller));
    }
    const received = played.flatMap((chain) => chain.received);
    const kills = played.flatMap((chain) => chain.kills);
    const attempts = sum(played.map((chain) => chain.attempts));
    const calls = sum(played.map((chain) => chain.calls));
    const requestIds = received.map(({ requestId }) => requestId);
    const counts = await countRequests(resources, requestIds, triggers);
    const recovery = slowestRecoverySeconds(
      kills.map(({ atMs }) => atMs),
      await triggers.completions(),
    );
    const charges = await chargesOf(resources, account.userId);
    return {
      counts: { ...counts, slowestRecoverySeconds: recovery },
      checks: [
        exactly("kills in the middle of streams", kills.filter(({ open }) => open > 0).length, chains * victims.length),
        exactly("workers killed that had work in hand", kills.filter(({ runs }) => runs > 0).length, chains),
        exactly("streams received to their end", received.length, chains * listenersInChain),
        exactly("streams that differ from what is stored", await countDiffering(service, received), 0),
        atLeast("calls that OpenAI's client repeated by itself", attempts - calls, 1),
        ...checkCharges(charges, { requestIds, characters: sum(played.map((chain) => chain.characters)) }),
        exactly("requests that failed", counts.failed, 0),
        exactly("requests completed twice", counts.duplicates, 0),
        ...(await checkLedger(service, account, signal)),
        ...(await checkNothingLeft(service)),
      ],
      notes: [
        `Streams that went on at each kill: ${kills.map(({ open }) => open).join(", ")}.`,
        `${calls} calls of OpenAI's client made ${attempts} HTTP requests.`,
        ...(await reasonsOfFailures(resources, requestIds)),
      ],
    };
  },
});

interface Kill {
  readonly atMs: number;
  /** Streams that went on. */
  readonly open: number;
  /** Under way in the worker that was killed; 0 of an API process. */
  readonly runs: number;
}

interface PlayedChain {
  readonly kills: readonly Kill[];
  readonly received: readonly ReceivedStream[];
  /** The characters of all its texts. */
  readonly characters: number;
  /** The calls of OpenAI's client. */
  readonly calls: number;
  /** HTTP requests of that client for these. */
  readonly attempts: number;
}

type Processes = Map<(typeof victims)[number], ServiceProcess>;

interface Chain {
  readonly service: RunningService;
  readonly processes: Processes;
  readonly texts: readonly string[];
}

const startProcesses = async (service: RunningService): Promise<Processes> =>
  new Map([
    ["api", await service.start("api")],
    ["synthesis", await service.start("synthesis")],
  ]);

/** Streams that begin together, are cut together, and are received at last. */
async function playChain({ service, processes, texts }: Chain, caller: CallOptions): Promise<PlayedChain> {
  const { signal } = caller;
  const half = Math.ceil(texts.length / 2);
  const sdk = texts.slice(0, half).map((text) => openAiStream(text, caller));
  const own = texts.slice(half).map((text) => ownStream(text, caller));
  const playing = { playMs: () => partMs, signal };
  const sdkListeners = sdk.map(({ open }) => listen(open, playing));
  const listeners = [...sdkListeners, ...own.map((open) => listen(open, playing))];
  const all = Promise.all(listeners.map(({ received }) => received));
  // It may fail while a process starts.
  all.catch(() => undefined);
  const kills: Kill[] = [];
  for (const victim of victims) {
    await untilAllReceiveMore(listeners, signal);
    const open = listeners.filter(({ isOver }) => !isOver()).length;
    const runs = victim === "synthesis" ? await countRunning(service.resources, 0) : 0;
    await processes.get(victim)?.kill();
    kills.push({ atMs: Date.now(), open, runs });
    processes.set(victim, await service.start(victim));
  }
  return {
    kills,
    received: await all,
    characters: sum(texts.map(({ length }) => length)),
    calls: sum(sdkListeners.map(({ calls }) => calls())),
    attempts: sum(sdk.map(({ attempts }) => attempts())),
  };
}

/** Each receives a second of sound from now on, or the rest. @throws Error when one does not */
async function untilAllReceiveMore(listeners: readonly Listener[], signal: AbortSignal): Promise<void> {
  const before = listeners.map(({ bytes }) => bytes());
  const isFurther = ({ isOver, bytes }: Listener, index: number): boolean =>
    isOver() || bytes() >= (before[index] ?? 0) + bytesPerSecond;
  const areFurther = (): Promise<boolean> => Promise.resolve(listeners.every(isFurther));
  if (await until(areFurther, { withinMs: patienceMs, signal })) return;
  throw new Error(`Of ${listeners.length} streams ${listeners.filter(isFurther).length} went on.`);
}

interface Charged {
  readonly requestIds: readonly string[];
  /** The characters of their texts. */
  readonly characters: number;
}

/** Each text is one request, which is charged once, as long as it is. */
const checkCharges = (
  charges: Awaited<ReturnType<typeof chargesOf>>,
  { requestIds, characters }: Charged,
): readonly Check[] => [
  exactly("requests that the texts have made", new Set(requestIds).size, requestIds.length),
  exactly("charges", charges.length, requestIds.length),
  exactly("requests charged", new Set(charges.map(([requestId]) => requestId)).size, requestIds.length),
  exactly("credits charged, as the texts are long", sum(charges.map(([, credits]) => credits)), characters),
];
