import { setTimeout as sleep } from "node:timers/promises";
import { type CallOptions, mapConcurrently } from "#faults/calls.ts";
import { checkLedger, countEnded, countRequests } from "#faults/ledger-checks.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import { atLeast, atMost, type Check, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { makeSteadyCalls, type SteadyAnswer } from "#faults/steady-calls.ts";
import { startRunningService } from "#harness/service/running-service.ts";
import { chargesOf } from "#harness/payments/credits.ts";

interface Size {
  readonly replays: number;
  readonly equalCalls: number;
}

/** Speech requests of an account in a minute, as installed. */
const limit = 120;
const windowMs = 60_000;
const replaysAtOnce = 20;
/** The caller and four who repeat its call. */
const listenersMax = 5;
const refusalBytesMax = 1_024;
/** Within the limit of calls of an account. */
const othersPerSecond = 8;
const calmMs = 5_000;
/** The least value a p90 counts as, since that of few calls may be chance. */
const leastCalmMs = 200;
const timesSlower = 5;

const keyedText = "This sentence is spoken once, and asked for again and again. ".repeat(10);
/** Minutes of sound: more than the buffers of a connection hold, so that its stream lasts until it is read. */
const streamedText = "This sentence is sent while it is spoken, and nobody reads on. ".repeat(60);

/** Very many repeats of one call with an `Idempotency-Key`, and very many equal calls of a dialect at the same moment. */
export const replays = scenario<Size>({
  name: "replays",
  promise: "repeats of one call count like first calls, are charged once, and delay no other caller",
  alone: true,
  full: { replays: 4_000, equalCalls: 800 },
  quick: { replays: 800, equalCalls: 300 },
  run: async ({ replays: repeats, equalCalls }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["api", "synthesis", "maintenance"], setting, {
      SPEECH_PER_MINUTE: `${limit}`,
      CALLS_PER_MINUTE: "600",
    });
    const { resources, baseUrl } = service;
    const triggers = await openAuditTriggers(resources.db);
    const accounts = { keyed: await service.account(100_000), dialect: await service.account(100_000) };
    const other = await service.account(0);
    await using others = makeSteadyCalls([readCall({ baseUrl, key: other.key, signal })], {
      perSecond: othersPerSecond,
      signal,
    });
    await sleep(calmMs, undefined, { signal });
    const attackedAtMs = Date.now();
    const keyed = await replayKeyed(repeats, { baseUrl, key: accounts.keyed.key, signal });
    const equal = await callEqually(equalCalls, { baseUrl, key: accounts.dialect.key, signal });
    const answers = await others.stop();
    const charges = {
      keyed: await chargesOf(resources, accounts.keyed.userId),
      dialect: await chargesOf(resources, accounts.dialect.userId),
    };
    const requestIds = [...charges.keyed, ...charges.dialect].map(([id]) => id);
    const counts = await countRequests(resources, requestIds, triggers);
    return {
      counts: { ...counts, slowestRecoverySeconds: null },
      checks: [
        ...checkRepeats("replays", keyed, { sent: repeats, servedMax: limit * windowsOf(keyed.ms) }),
        exactly("charges for the call and its replays", charges.keyed.length, 1),
        ...checkRepeats("equal calls", equal, { sent: equalCalls, servedMax: listenersMax }),
        exactly("charges for the equal calls", charges.dialect.length, 1),
        exactly("requests that have not ended", requestIds.length - (await countEnded(resources, requestIds)), 0),
        ...checkOthers(answers, attackedAtMs),
        ...(await checkLedger(service, accounts.keyed, signal)),
        ...(await checkLedger(service, accounts.dialect, signal)),
      ],
      notes: [describe("replays", keyed), describe("equal calls", equal)],
    };
  },
});

/** The fate of repeats. */
interface Repeats {
  readonly served: number;
  readonly refused: number;
  /** The bytes of all answers. */
  readonly bytes: number;
  /** The bytes of the largest answer. */
  readonly largestBytes: number;
  readonly ms: number;
}

const windowsOf = (ms: number): number => 1 + Math.ceil(ms / windowMs);

/** One call, and so many with its key afterwards. */
async function replayKeyed(repeats: number, { baseUrl, key, signal }: CallOptions): Promise<Repeats> {
  const headers = { "content-type": "application/json", accept: "audio/wav", "x-api-key": key };
  const call = (): Promise<Response> =>
    fetch(`${baseUrl}/v1/speech/synthesize`, {
      method: "POST",
      headers: { ...headers, "idempotency-key": "again and again" },
      body: JSON.stringify({ text: keyedText }),
      signal,
    });
  const begun = performance.now();
  const first = await call();
  if (first.status !== 200) throw new Error(`The first call was answered with ${first.status}.`);
  await first.arrayBuffer();
  const numbers = Array.from({ length: repeats }, (_, index) => index);
  return sumOf(await mapConcurrently(numbers, replaysAtOnce, async () => readAnswer(await call())), begun);
}

/** Makes so many equal calls at the same moment, and reads no answer before all of them have begun. */
async function callEqually(calls: number, { baseUrl, key, signal }: CallOptions): Promise<Repeats> {
  const begun = performance.now();
  const call = (): Promise<Response> =>
    fetch(`${baseUrl}/openai/v1/audio/speech`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: "tts-1", voice: "alloy", input: streamedText, response_format: "wav" }),
      signal,
    });
  const responses = await Promise.all(Array.from({ length: calls }, call));
  return sumOf(await Promise.all(responses.map(readAnswer)), begun);
}

type ReadAnswer = { readonly status: number; readonly bytes: number };

const readAnswer = async (response: Response): Promise<ReadAnswer> => ({
  status: response.status,
  bytes: (await response.arrayBuffer()).byteLength,
});

const sumOf = (answers: readonly ReadAnswer[], begun: number): Repeats => ({
  served: answers.filter(({ status }) => status === 200).length,
  refused: answers.filter(({ status }) => status === 429).length,
  bytes: answers.reduce((sum, { bytes }) => sum + bytes, 0),
  largestBytes: Math.max(...answers.map(({ bytes }) => bytes)),
  ms: performance.now() - begun,
});

function checkRepeats(
  what: string,
  { served, refused, bytes, largestBytes }: Repeats,
  { sent, servedMax }: { readonly sent: number; readonly servedMax: number },
): readonly Check[] {
  const bytesMax = servedMax * largestBytes + sent * refusalBytesMax;
  return [
    atLeast(`${what} answered with the speech`, served, 1),
    atMost(`${what} answered with the speech`, served, { limit: servedMax, unit: "calls" }),
    exactly(`${what} answered anything but that and 429`, sent - served - refused, 0),
    atMost(`${what}: sent to them`, bytes / 2 ** 20, { limit: Math.ceil(bytesMax / 2 ** 20), unit: "MiB" }),
  ];
}

/** A read of an account that has nothing to do with it. */
const readCall = ({ baseUrl, key, signal }: CallOptions) => ({
  kind: "read",
  send: (until: AbortSignal) =>
    fetch(`${baseUrl}/v1/speech/requests`, {
      headers: { "x-api-key": key },
      signal: AbortSignal.any([signal, until]),
    }),
});

function checkOthers(answers: readonly SteadyAnswer[], attackedAtMs: number): readonly Check[] {
  const p90Of = (of: readonly SteadyAnswer[]): number => {
    const sorted = of.map(({ ms }) => ms).toSorted((one, another) => one - another);
    return sorted[Math.ceil(0.9 * sorted.length) - 1] ?? Infinity;
  };
  const calm = p90Of(answers.filter(({ sentAtMs }) => sentAtMs < attackedAtMs));
  const attacked = p90Of(answers.filter(({ sentAtMs }) => sentAtMs >= attackedAtMs));
  return [
    exactly("calls of others that failed", answers.filter(({ asWanted }) => !asWanted).length, 0),
    atMost("their p90, as multiple of that before", attacked / Math.max(calm, leastCalmMs), {
      limit: timesSlower,
      unit: "times",
    }),
  ];
}

const describe = (what: string, { served, refused, bytes, ms }: Repeats): string =>
  `Of the ${what} ${served} were answered with the speech and ${refused} with 429, ${(bytes / 2 ** 20).toFixed(0)} MiB within ${(ms / 1000).toFixed(1)} s.`;
