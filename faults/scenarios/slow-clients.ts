import { fork } from "node:child_process";
import { on, once } from "node:events";
import { readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acknowledged, checkDeadlines, checkStatuses, notesOnAnswers } from "#faults/answer-checks.ts";
import { checkLedger, countEnded, countRequests } from "#faults/ledger-checks.ts";
import { atLeast, atMost, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { type SlowOrder, slowReport, type SlowReport } from "#faults/slow-report.ts";
import { speechCalls, speechKinds, type SteadyCaller } from "#faults/speech-calls.ts";
import { makeSteadyCalls, type SteadyAnswer, type SteadyCall } from "#faults/steady-calls.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import { startRunningService } from "#harness/service/running-service.ts";

interface Size {
  readonly headers: number;
  readonly bodies: number;
  /** For how long all of them are open, and for how long none is before and afterwards. */
  readonly measureMs: number;
  /** A p99 without slow ones counts as at least this much: of few calls it is one of the two slowest, which may be chance. */
  readonly leastCalmMs: number;
}

const callsPerSecond = 30;
/** One in so many calls of the others is a text. */
const callsToText = 30;
/** Shorter than any of them is served, so that there is a moment at which all are open. */
const rampMs = 5_000;
const warmUpMs = 3_000;
const closedWithinSeconds = 15;
const timesSlower = 2;
/** Those of the others come and go, and are kept alive for a minute. */
const otherSockets = 100;
const patienceMs = 60_000;

/** Very many callers send next to nothing, from a process of their own, while others call as always. */
export const slowClients = scenario<Size>({
  name: "slow-clients",
  promise: "callers that send almost nothing are disconnected, and delay no other caller",
  alone: true,
  full: { headers: 2_000, bodies: 500, measureMs: 30_000, leastCalmMs: 0 },
  quick: { headers: 400, bodies: 100, measureMs: 10_000, leastCalmMs: 25 },
  run: async ({ headers, bodies, measureMs, leastCalmMs }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["api", "synthesis", "maintenance"], setting);
    const { resources, baseUrl } = service;
    const triggers = await openAuditTriggers(resources.db);
    const account = await service.account(1_000_000);
    await using callers = makeSteadyCalls(await othersCalls({ baseUrl, key: account.key }), {
      perSecond: callsPerSecond,
      signal,
    });
    await sleep(warmUpMs, undefined, { signal });
    const measure = async (): Promise<Stretch> => {
      const fromMs = Date.now();
      await sleep(measureMs, undefined, { signal });
      return { fromMs, toMs: Date.now() };
    };
    const socketsBefore = await countSockets(service.first("api").pid);
    const before = await measure();
    await using slow = await startSlowCallers({ baseUrl, key: account.key, headers, bodies, rampMs }, signal);
    const attacked = await measure();
    const report = await slow.stop();
    const gone = async (): Promise<boolean> => (await countSockets(service.first("api").pid)) <= socketsBefore;
    await until(gone, { withinMs: closedWithinSeconds * 1000, signal });
    const socketsLeft = (await countSockets(service.first("api").pid)) - socketsBefore;
    await slow[Symbol.asyncDispose]();
    const afterwards = await measure();

    const answers = await callers.stop();
    const during = answers.filter(isIn(attacked));
    const requestIds = acknowledged(answers, speechKinds);
    const allEnded = async (): Promise<boolean> => (await countEnded(resources, requestIds)) === requestIds.length;
    await until(allEnded, { withinMs: patienceMs, signal });
    const counts = await countRequests(resources, requestIds, triggers);
    const calmMs = [before, afterwards].map((stretch) => p99Of(answers.filter(isIn(stretch))));
    const slowMs = p99Of(during);
    const limit = { limit: closedWithinSeconds, unit: "s" };
    return {
      counts: { ...counts, slowestRecoverySeconds: null },
      checks: [
        atLeast("slow connections open at once", report.mostOpen, headers + bodies),
        atLeast("slow connections in all", report.opened, headers + bodies),
        atMost("slow headers: the longest until closed", report.slowestHeadersMs / 1000, limit),
        atMost("slow bodies: the longest until closed", report.slowestBodyMs / 1000, limit),
        atMost("connections that the API process did not let go", Math.max(0, socketsLeft), {
          limit: otherSockets,
          unit: "",
        }),
        atLeast("calls of others meanwhile", during.length, Math.floor((0.9 * callsPerSecond * measureMs) / 1000)),
        atMost(
          "their p99, as multiple of that without slow ones",
          slowMs / Math.max(Math.min(...calmMs), leastCalmMs),
          {
            limit: timesSlower,
            unit: "times",
          },
        ),
        checkStatuses(answers),
        checkDeadlines(answers),
        exactly("requests lost", counts.lost, 0),
        exactly("requests charged, as completed", counts.charged, counts.completed),
        ...(await checkLedger(service, account, signal)),
      ],
      notes: [
        `p99 of the others: ${calmMs.map((ms) => ms.toFixed(0)).join(" and ")} ms without slow ones, ${slowMs.toFixed(0)} ms with them (${during.length} calls).`,
        `${report.leftOpen} connections were left open by the slow callers, after the service had closed them.`,
        ...notesOnAnswers(answers),
      ],
    };
  },
});

/** Milliseconds since 1970. */
interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

const isIn =
  ({ fromMs, toMs }: Stretch) =>
  ({ sentAtMs }: SteadyAnswer): boolean =>
    fromMs <= sentAtMs && sentAtMs < toMs;

async function othersCalls(caller: SteadyCaller): Promise<readonly SteadyCall[]> {
  const { list, keys, text } = await speechCalls(caller);
  return Array.from({ length: callsToText }, (_, index) => (index === 0 ? text : index % 2 === 0 ? list : keys));
}

/** The nearest-rank 99th percentile. */
function p99Of(answers: readonly SteadyAnswer[]): number {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN;
}

/** Counts the sockets that a process has open (Linux). */
async function countSockets(pid: number): Promise<number> {
  const folder = `/proc/${pid}/fd`;
  const targets = await Promise.all((await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => "")));
  return targets.filter((target) => target.startsWith("socket:")).length;
}

interface SlowCallers extends AsyncDisposable {
  /** No more are opened; resolves when the service has closed all that are, which they themselves still do not. */
  stop(): Promise<SlowReport>;
}

/** Resolves when all of them are open. */
async function startSlowCallers(order: SlowOrder, signal: AbortSignal): Promise<SlowCallers> {
  await using opened = new AsyncDisposableStack();
  const child = fork(join(import.meta.dirname, "../slow-callers.ts"), [JSON.stringify(order)]);
  const ended = once(child, "exit");
  opened.defer(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const messages = on(child, "message", { signal, close: ["exit"] });
  await messages.next();
  const kept = opened.move();
  return {
    stop: async () => {
      child.send("stop");
      const { value } = await messages.next();
      return slowReport.parse(Array.isArray(value) ? value[0] : null);
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
