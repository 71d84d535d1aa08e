import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { openAuditTriggers, slowestRecoverySeconds } from "#faults/audit-triggers.ts";
import { checkLedger, countRequests, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { atLeast, type Check, exactly } from "#faults/outcome.ts";
import { openRelay, type Relay } from "#faults/relay.ts";
import { scenario } from "#faults/scenario.ts";
import { type NumbersClient, type NumbersHeard, sayNumbers } from "#harness/clients/numbers-client.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { numbersIn } from "#harness/servers/numbered-words.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import { type ServiceProcess, startProcess } from "#harness/service/service-process.ts";
import { until } from "#harness/until.ts";
import type { Resources } from "#src/platform/resources.ts";

interface Size {
  /** Times that each is broken. */
  readonly times: number;
}

/** The things that break, one after the other. */
const victims = ["api", "worker", "network"] as const;
type Victim = (typeof victims)[number];

const sessionsAtOnce = 4;
/** Seconds of sound of a session, and how many of them are said in a second: it is broken after a third of them. */
const [soundSeconds, speed] = [15.5, 4];
const credits = Math.ceil(soundSeconds);
const cutMs = 10_000;
/** The API and the workers give their slots back by then. */
const leftMs = 30_000;
/** A number is an utterance of its own, which the silence behind it ends. */
const query = "endpointing_ms=128&interim_results=false&format=smart";
const program = join(import.meta.dirname, "../numbers-worker.ts");
const settings = {
  ...{ LIVE_SECRET: "a secret of the fault suite", LIVE_SLOTS: "16" },
  ...{ LIVE_CONCURRENCY: "100", LIVE_PER_MINUTE: "100000" },
};

/** The processes that hold live sessions, and the network before them, break in the middle of speech. */
export const liveSessions = scenario<Size>({
  name: "live-sessions",
  promise:
    "live sessions whose API process or worker dies by kill -9, or whose network is cut for 10 s, go on with every word once, and are charged once",
  full: { times: 20 },
  quick: { times: 2 },
  run: async ({ times }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["maintenance"], setting, settings);
    await using opened = new AsyncDisposableStack();
    const { resources } = service;
    const triggers = await openAuditTriggers(resources.db);
    const account = await service.account(1_000_000);
    const fleet = await startFleet(service, opened);
    const rounds: Round[] = [];
    for (const victim of victims) {
      for (let number = 0; number < times; number += 1) {
        rounds.push(await playRound(fleet, { victim, number, key: account.key, signal }));
      }
    }
    const heard = rounds.flatMap((round) => round.heard);
    const requestIds = heard.map(({ requestId }) => requestId);
    const counts = await countRequests(resources, requestIds, triggers);
    const recovery = slowestRecoverySeconds(
      rounds.map(({ atMs }) => atMs),
      await triggers.completions(),
    );
    return {
      counts: { ...counts, slowestRecoverySeconds: recovery },
      checks: [
        ...victims.map((victim) => exactly(`times that ${names[victim]}`, met(rounds, victim), times)),
        exactly("sessions that ended as their client wanted", heard.length, rounds.length * sessionsAtOnce),
        // Half of them are at the process that dies, and all of them on the network that is cut.
        atLeast(
          "times that a session was resumed",
          sum(heard.map(({ resumes }) => resumes)),
          1.5 * sessionsAtOnce * times,
        ),
        ...checkWords(heard),
        exactly("sessions charged other than their seconds", heard.filter((one) => one.credits !== credits).length, 0),
        exactly("transcripts that differ from the words", await countDiffering(resources, heard), 0),
        exactly("requests that failed", counts.failed, 0),
        exactly("requests completed twice", counts.duplicates, 0),
        exactly("requests charged, as completed", counts.charged, counts.completed),
        ...(await checkLedger(service, account, signal)),
        ...(await checkNothingLeft(resources, signal)),
      ],
      notes: [
        ...rounds.flatMap(({ victim, number, faults }) => faults.map((fault) => `${victim} ${number}: ${fault}`)),
        ...(await reasonsOfFailures(resources, requestIds)),
      ],
    };
  },
});

const names: Readonly<Record<Victim, string>> = {
  api: "an API process with sessions was killed",
  worker: "a live worker with sessions was killed",
  network: "the network of sessions was cut",
};

interface Fleet {
  readonly service: RunningService;
  readonly apis: Started[];
  readonly workers: Started[];
  /** Before each API process. */
  readonly relays: readonly Relay[];
}

/** A process, and how another one takes its place. */
interface Started {
  process: ServiceProcess;
  readonly restart: () => Promise<ServiceProcess>;
}

async function startFleet(service: RunningService, opened: AsyncDisposableStack): Promise<Fleet> {
  const ports = [Number(service.environment["PORT"]), await freePort()];
  const startWorker = async (): Promise<ServiceProcess> =>
    opened.adopt(await startProcess("live", service.environment, { program }), (part) => part.stop());
  const starts = [
    ...ports.map((port) => () => service.start("api", { PORT: `${port}` })),
    ...ports.map(() => startWorker),
  ];
  const started = await Promise.all(starts.map(async (restart) => ({ process: await restart(), restart })));
  const relays = await Promise.all(ports.map(openRelay));
  for (const relay of relays) opened.use(relay);
  return { service, apis: started.slice(0, ports.length), workers: started.slice(ports.length), relays };
}

interface Breaking {
  readonly victim: Victim;
  readonly number: number;
  readonly key: string;
  readonly signal: AbortSignal;
}

interface Round extends Pick<Breaking, "victim" | "number"> {
  /** The time of the fault. */
  readonly atMs: number;
  /** Whether each process had sessions. */
  readonly isMet: boolean;
  readonly heard: readonly NumbersHeard[];
  /** Why sessions did not end as they should. */
  readonly faults: readonly string[];
}

/** Sessions that begin together over two API processes, and something that breaks in the middle of them. */
async function playRound(fleet: Fleet, breaking: Breaking): Promise<Round> {
  const { victim, number, key, signal } = breaking;
  const begin = (index: number): Promise<NumbersClient> => {
    let connection = index;
    // The other process is tried each time that a connection is refused.
    const url = (): string => `${fleet.relays[(connection += 1) % fleet.relays.length]?.baseUrl}/v1/speech/live`;
    const shown = { headers: { authorization: `Bearer ${key}` } };
    return sayNumbers({ url, shown, query, seconds: soundSeconds, speed });
  };
  const sessions = await Promise.all(Array.from({ length: sessionsAtOnce }, (_, index) => begin(index)));
  const ended = Promise.allSettled(sessions.map(({ heard }) => heard));
  const isMidway = (): Promise<boolean> =>
    Promise.resolve(sessions.every(({ position }) => position > soundSeconds / 3));
  await until(isMidway, { withinMs: cutMs, signal });
  const isMet = await haveSessions(fleet);
  const atMs = Date.now();
  const mended = breakOnce(fleet, victim, number);
  const [outcomes] = await Promise.all([ended, mended]);
  return {
    ...{ victim, number, atMs, isMet },
    heard: outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : [])),
    faults: outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : [])),
  };
}

/** Whether each of the workers has sessions, which begin by turns at the API processes. */
async function haveSessions({ service: { resources }, workers }: Fleet): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`
    select count(*)::int as busy from live_workers
    where used > 0 and heartbeat_at > now() - interval '4 seconds'`.execute(resources.db);
  return (rows[0]?.busy ?? 0) >= workers.length;
}

/** Breaks one of two processes by turns, or the network: by turns with a reset and in silence. Resolves when it is whole again. */
async function breakOnce({ apis, workers, relays }: Fleet, victim: Victim, number: number): Promise<void> {
  if (victim === "network") {
    for (const relay of relays) relay[number % 2 === 0 ? "silence" : "break"]();
    await sleep(cutMs);
    for (const relay of relays) relay.mend();
    return;
  }
  const processes = victim === "api" ? apis : workers;
  const chosen = processes[number % processes.length];
  if (chosen === undefined) return;
  await chosen.process.kill();
  chosen.process = await chosen.restart();
}

const met = (rounds: readonly Round[], victim: Victim): number =>
  rounds.filter((round) => round.victim === victim && round.isMet).length;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Words of all sessions that are missing, that came again, and that were never said. */
function checkWords(heard: readonly NumbersHeard[]): readonly Check[] {
  const said = numbersIn(soundSeconds);
  const count = (of: (words: readonly string[]) => number): number => sum(heard.map(({ words }) => of(words)));
  return [
    exactly(
      "words lost",
      count((words) => said.filter((word) => !words.includes(word)).length),
      0,
    ),
    exactly(
      "words doubled",
      count((words) => words.length - new Set(words).size),
      0,
    ),
    exactly(
      "words that were not said",
      count((words) => words.filter((word) => !said.includes(word)).length),
      0,
    ),
  ];
}

async function countDiffering({ db }: Resources, heard: readonly NumbersHeard[]): Promise<number> {
  const rows = await db.selectFrom("speech_requests").select(["id", "transcript"]).execute();
  const texts = new Map(rows.map(({ id, transcript }) => [id, transcript?.text]));
  return heard.filter(({ requestId, words }) => texts.get(requestId) !== words.join(" ")).length;
}

/** Whether sessions have left anything: a slot of a worker that lives, a session, a final. */
async function checkNothingLeft({ db }: Resources, signal: AbortSignal): Promise<readonly Check[]> {
  const find = async () => {
    const { rows } = await sql<{ slots: number; sessions: number; finals: number; open: number }>`
      select (select coalesce(sum(used), 0)::int from live_workers where heartbeat_at > now() - interval '10 seconds') as slots,
        (select count(*)::int from live_sessions) as sessions,
        (select count(*)::int from live_finals) as finals,
        (select count(*)::int from speech_requests where finished_at is null) as open`.execute(db);
    return rows[0] ?? { slots: NaN, sessions: NaN, finals: NaN, open: NaN };
  };
  await until(async () => Object.values(await find()).every((count) => count === 0), { withinMs: leftMs, signal });
  const { slots, sessions, finals, open } = await find();
  return [
    exactly("slots taken", slots, 0),
    exactly("sessions left open", sessions, 0),
    exactly("finals left", finals, 0),
    exactly("requests left open", open, 0),
  ];
}
