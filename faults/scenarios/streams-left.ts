import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { CallOptions } from "#faults/calls.ts";
import { childrenOf } from "#faults/children.ts";
import { checkLedger } from "#faults/ledger-checks.ts";
import { atLeast, atMost, type Check, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { checkNothingLeft } from "#faults/stream-leftovers.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { objectKeys } from "#harness/service/leftovers.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";

interface Size {
  readonly callers: number;
}

const sentences = 20;
/** As long as each other, and long enough to be spoken by itself. */
const sentenceOf = (caller: number, index: number): string =>
  `This is sentence ${index + 10} of twenty for number ${caller + 1_000}. `;
const textOf = (caller: number): string =>
  Array.from({ length: sentences }, (_, index) => sentenceOf(caller, index)).join("");
const sentenceLetters = sentenceOf(0, 0).length;

const enginePrograms: readonly string[] = ["flite", "ffmpeg"];
const lookMs = 50;
/** For so long an engine is looked for after the last caller has left. */
const watchedMs = 4_000;
const mostWorkMs = 1_000;
/** The sentences that are spoken and sent before a process that is busy has noticed that its caller is gone. */
const mostSentences = 3;

/** Callers who leave in the middle of their streams. */
export const streamsLeft = scenario<Size>({
  name: "streams-left",
  promise: "callers who hang up in a stream stop its work within a second and pay for the sentences they were sent",
  alone: true,
  full: { callers: 200 },
  quick: { callers: 40 },
  run: async ({ callers }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["api", "synthesis", "maintenance"], setting, {
      // The last of them waits until all others have been spoken to.
      WAIT_MAX_SECONDS: "600",
    });
    const { resources, baseUrl } = service;
    const account = await service.account(10_000_000);
    const engines = watchEngines(service.first("synthesis").pid);
    const caller = { baseUrl, key: account.key, signal };
    const leftAtMs = await Promise.all(Array.from({ length: callers }, (_, index) => leave(textOf(index), caller)));
    await sleep(watchedMs, undefined, { signal });
    const seenAtMs = await engines.stop();
    const connections = await countConnections(Number(new URL(baseUrl).port));
    const cancelled = await countCancelled(service);
    const credits = (await chargesOf(resources, account.userId)).map(([, charged]) => charged);
    const workMs = Math.max(...seenAtMs) - Math.max(...leftAtMs);
    return {
      counts: {
        ...{ submitted: callers, completed: 0, failed: cancelled, charged: credits.length },
        ...{ duplicates: 0, lost: callers - cancelled, slowestRecoverySeconds: null },
      },
      checks: [
        exactly("requests that ended as cancelled", cancelled, callers),
        atLeast("times that an engine was seen at work", seenAtMs.length, 1),
        atMost("work of engines after the last caller had left", Math.max(0, workMs), {
          limit: mostWorkMs,
          unit: "ms",
        }),
        exactly("connections open after that", connections, 0),
        ...checkCharges(credits, callers),
        ...(await checkLedger(service, account, signal)),
        ...(await checkNothingLeft(service)),
        exactly("objects with what was sent", (await objectKeys(service)).length, callers),
      ],
      notes: [describeCharges(credits)],
    };
  },
});

/** Hangs up as soon as there is something to hear, on a connection of its own. @returns when it was */
async function leave(text: string, { baseUrl, key, signal }: CallOptions): Promise<number> {
  const headers = { "content-type": "application/json", accept: "audio/pcm", "x-api-key": key };
  const url = `${baseUrl}/v1/speech/synthesize?stream=true`;
  const { promise: heard, resolve, reject } = Promise.withResolvers<void>();
  const call = request(url, { agent: false, method: "POST", headers, signal }, (answer) => {
    answer.once("data", () => resolve()).on("error", () => undefined);
    if (answer.statusCode !== 200) reject(new Error(`A stream was answered with ${answer.statusCode}.`));
  });
  call.on("error", reject).end(JSON.stringify({ text }));
  await heard;
  call.destroy();
  return performance.now();
}

/** Looks for engines of a worker again and again. @returns how to stop that, which tells when one was seen */
function watchEngines(workerPid: number): { readonly stop: () => Promise<readonly number[]> } {
  const over = new AbortController();
  const look = async (): Promise<readonly number[]> => {
    const seenAtMs: number[] = [];
    while (!over.signal.aborted) {
      const children = await childrenOf([workerPid]);
      if (children.some(({ command }) => enginePrograms.includes(command))) seenAtMs.push(performance.now());
      await sleep(lookMs);
    }
    return seenAtMs;
  };
  const looking = look();
  const stop = (): Promise<readonly number[]> => {
    over.abort();
    return looking;
  };
  return { stop };
}

async function countCancelled({ resources: { db } }: RunningService): Promise<number> {
  const rows = await db.selectFrom("speech_requests").select("id").where("error_code", "=", "cancelled").execute();
  return rows.length;
}

/** As proc_net_tcp writes the states of sockets that only listen, or wait for the last packets of what is closed. */
const closedStates = ["06", "0A"];

/** Counts the connections of a service, at its end: the columns are number, local address and port, remote ones, and state. */
async function countConnections(port: number): Promise<number> {
  const table = await readFile("/proc/net/tcp", "latin1");
  const rows = [...table.matchAll(/^ *\d+: \w+:(\w{4}) \w+:\w{4} (\w\w) /gm)];
  return rows.filter(([, local = "", state = ""]) => parseInt(local, 16) === port && !closedStates.includes(state))
    .length;
}

const checkCharges = (credits: readonly number[], callers: number): readonly Check[] => [
  exactly("charges", credits.length, callers),
  exactly("charges of other than whole sentences", credits.filter((one) => one % sentenceLetters !== 0).length, 0),
  atMost("most sentences charged to a caller", Math.max(...credits) / sentenceLetters, {
    limit: mostSentences,
    unit: "sentences",
  }),
];

function describeCharges(credits: readonly number[]): string {
  const bySentences = [...Map.groupBy(credits, (one) => one / sentenceLetters)].toSorted(([a], [b]) => a - b);
  const charged = bySentences.map(([count, some]) => `${count} by ${some.length} callers`).join(", ");
  return `Of ${sentences} sentences were paid: ${charged}.`;
}
