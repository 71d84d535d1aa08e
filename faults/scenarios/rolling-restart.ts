import { sql } from "kysely";
import { acknowledged, notesOnAnswers } from "#faults/answer-checks.ts";
import { checkLedger, countEnded, countRequests, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { type CallOptions, mapConcurrently } from "#faults/calls.ts";
import { endAll, type Exit, type NamedProcess } from "#faults/exits.ts";
import { atLeast, atMost, type Check, exactly } from "#faults/outcome.ts";
import { type Proxy, proxyNoticesMs, startProxy } from "#harness/servers/proxy.ts";
import { scenario } from "#faults/scenario.ts";
import { speechCalls, speechKinds } from "#faults/speech-calls.ts";
import { makeSteadyCalls, type SteadyAnswer } from "#faults/steady-calls.ts";
import { slotsPerAccount } from "#faults/slots-per-account.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import { synthesizeSpeech } from "#src/jobs/synthesize-speech.ts";
import { transcribeAudio } from "#src/jobs/transcribe-audio.ts";
import type { Resources } from "#src/platform/resources.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";

interface Size {
  readonly apis: number;
  readonly perSecond: number;
  readonly rounds: number;
}

/** One in so many calls is a recording, two are texts, two are texts that are waited for, and all others read. */
const mixSize = 300;
const workerNames = ["synthesis", "transcription"] as const;
const ofEachWorker = 2;
/** Recordings or texts on top of that, for a second and again after a pause, until the workers have their hands full. */
const burstPerSecond = 20;
const burstMs = 1_000;
const pauseMs = 3_000;
const drainSeconds = Math.ceil(proxyNoticesMs / 1000) + 1;
const upMs = 60_000;
const busyMs = 30_000;
const patienceMs = 180_000;

/** Every process is asked to end and started again, one after the other, under load behind a proxy. */
export const rollingRestart = scenario<Size>({
  name: "rolling-restart",
  promise: "a release that restarts every process one after the other behind a proxy drops no call and no work",
  alone: true,
  full: { apis: 3, perSecond: 200, rounds: 2 },
  quick: { apis: 2, perSecond: 40, rounds: 1 },
  run: async ({ apis, perSecond, rounds }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService([], setting, { DRAIN_SECONDS: `${drainSeconds}` });
    const ports = await Promise.all(Array.from({ length: apis }, freePort));
    await using opened = new AsyncDisposableStack();
    const proxy = opened.adopt(await startProxy(service.directory, ports), (part) => part.stop());
    const { resources } = service;
    const triggers = await openAuditTriggers(resources.db);
    await noteRuns(resources);
    const account = await service.account(1_000_000);
    const fleet: Fleet = { service, proxy, caller: { baseUrl: proxy.baseUrl, key: account.key, signal } };
    const deployed = await deploy(fleet, ports);
    const calls = await mixedCalls(fleet.caller);
    const begunMs = Date.now();
    await using callers = makeSteadyCalls(calls, { perSecond, signal });
    const restarts: Restart[] = [];
    for (let round = 0; round < rounds; round += 1) restarts.push(...(await restartAll(fleet, deployed)));
    const seconds = (Date.now() - begunMs) / 1000;

    const steady = await callers.stop();
    const answers = [...steady, ...restarts.flatMap((restart) => restart.answers)];
    const requestIds = acknowledged(answers, speechKinds);
    const allEnded = async (): Promise<boolean> => (await countEnded(resources, requestIds)) === requestIds.length;
    await until(allEnded, { withinMs: patienceMs, signal });
    const counts = await countRequests(resources, requestIds, triggers);
    const servers = await proxy.servers();
    const ofWorkers = restarts.filter(({ exit }) => exit.name !== "api" && exit.name !== "maintenance");
    return {
      counts: { ...counts, slowestRecoverySeconds: null },
      checks: [
        exactly("processes that ended, as asked to", service.countEnded(), deployed.length * rounds),
        exactly("exit codes other than 0", restarts.filter(({ exit }) => exit.code !== 0).length, 0),
        atLeast(
          "times that the proxy took an API process out",
          sum(servers.map(({ timesOut }) => timesOut)),
          apis * rounds,
        ),
        exactly(
          "workers that had work in hand, of those asked",
          ofWorkers.filter(({ busy }) => busy).length,
          ofWorkers.length,
        ),
        atLeast(
          "calls of the API process that had the fewest",
          Math.min(...servers.map(({ calls: own }) => own)),
          perSecond,
        ),
        atLeast("calls in a second", Math.round(steady.length / seconds), Math.floor(perSecond * 0.95)),
        ...checkAnswers(answers),
        exactly("requests that failed", counts.failed, 0),
        exactly("requests lost", counts.lost, 0),
        exactly("requests completed twice", counts.duplicates, 0),
        atMost("runs of a request", await mostRuns(resources), { limit: 2, unit: "runs" }),
        exactly("requests charged, as completed", counts.charged, counts.completed),
        ...(await checkLedger({ ...service, baseUrl: proxy.baseUrl }, account, signal)),
      ],
      notes: [
        ...notesOnRestarts(restarts),
        ...notesOnAnswers(answers),
        ...(await reasonsOfFailures(resources, requestIds)),
      ],
    };
  },
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** No caller may notice anything, so no 503 is forgiven. */
function checkAnswers(answers: readonly SteadyAnswer[]): readonly Check[] {
  const unanswered = answers.filter(({ status }) => status === 0).length;
  const broken = answers.filter(({ status }) => status >= 500).length;
  return [
    exactly("calls without an answer, or with a broken one", unanswered, 0),
    exactly("answers 5xx", broken, 0),
    exactly(
      "other answers than those wanted",
      answers.filter(({ asWanted }) => !asWanted).length - unanswered - broken,
      0,
    ),
  ];
}

function notesOnRestarts(restarts: readonly Restart[]): readonly string[] {
  const byName = [...Map.groupBy(restarts, ({ exit }) => exit.name)];
  return byName.map(([name, some]) => {
    const slowest = Math.max(...some.map(({ exit }) => exit.seconds));
    return `${some.length} × ${name} ended after ${slowest.toFixed(1)} s at most.`;
  });
}

async function mixedCalls(caller: CallOptions) {
  const { recording, text, waitForText, list, keys } = await speechCalls(caller);
  const speaking = [recording, text, waitForText, text, waitForText];
  const every = mixSize / speaking.length;
  return Array.from({ length: mixSize }, (_, index) => {
    const read = index % 2 === 0 ? list : keys;
    return index % every === 0 ? (speaking[index / every] ?? read) : read;
  });
}

interface Fleet {
  readonly service: RunningService;
  readonly proxy: Proxy;
  readonly caller: CallOptions;
}

interface Deployed extends NamedProcess {
  readonly settings: Readonly<Record<string, string>>;
}

/** Starts everything, and waits until the proxy has found it. */
async function deploy({ service, proxy, caller: { signal } }: Fleet, ports: readonly number[]): Promise<Deployed[]> {
  const workers = workerNames.flatMap((name) => Array.from({ length: ofEachWorker }, () => name));
  const wanted = [
    ...ports.map((port) => ({ name: "api" as const, settings: { PORT: `${port}` } })),
    ...["maintenance" as const, ...workers].map((name) => ({ name, settings: {} })),
  ];
  const deployed = await mapConcurrently(wanted, 2, async (one) => ({
    ...one,
    process: await service.start(one.name, one.settings),
  }));
  await untilUp(proxy, signal);
  return [...deployed];
}

async function untilUp(proxy: Proxy, signal: AbortSignal): Promise<void> {
  const areUp = async (): Promise<boolean> => (await proxy.servers()).every(({ isUp }) => isUp);
  if (!(await until(areUp, { withinMs: upMs, signal })))
    throw new Error("The proxy did not take an API process in, which was not ready in time.");
}

interface Restart {
  readonly exit: Exit;
  /** That more runs of its kind were under way when it was asked to end than the others could have had. */
  readonly busy: boolean;
  /** To the calls that kept it busy. */
  readonly answers: readonly SteadyAnswer[];
}

/** One after the other; each is replaced by a new process at the same port. */
async function restartAll(fleet: Fleet, deployed: Deployed[]): Promise<readonly Restart[]> {
  const restarts: Restart[] = [];
  for (const [index, one] of deployed.entries()) {
    const { busy, answered } = await keepBusy(fleet, one);
    const [exit] = await endAll([one]);
    deployed[index] = { ...one, process: await fleet.service.start(one.name, one.settings) };
    if (one.name === "api") await untilUp(fleet.proxy, fleet.caller.signal);
    if (exit !== undefined) restarts.push({ exit, busy, answers: await answered });
  }
  return restarts;
}

interface Work extends Pick<Restart, "busy"> {
  readonly answered: Promise<Restart["answers"]>;
}

/** Gives the workers of a kind more and more, until every one of them has something in hand, and no backlog for minutes. */
async function keepBusy({ service, caller }: Fleet, { name }: NamedProcess): Promise<Work> {
  if (name !== "synthesis" && name !== "transcription") return { busy: false, answered: Promise.resolve([]) };
  const { synthesisConcurrency, transcriptionConcurrency } = service.resources.config.workers;
  const slots = name === "synthesis" ? synthesisConcurrency : transcriptionConcurrency;
  const ofOthers = (ofEachWorker - 1) * slotsPerAccount(slots);
  const { text, recording } = await speechCalls(caller);
  const { signal } = caller;
  const isBusy = async (): Promise<boolean> => (await countRuns(service.resources, name)) > ofOthers;
  const answered: Promise<readonly SteadyAnswer[]>[] = [];
  const begunMs = Date.now();
  let busy = false;
  while (!busy && Date.now() - begunMs < busyMs) {
    const more = makeSteadyCalls([name === "synthesis" ? text : recording], { perSecond: burstPerSecond, signal });
    busy = await until(isBusy, { withinMs: burstMs, signal });
    answered.push(more.stop());
    busy ||= await until(isBusy, { withinMs: pauseMs, signal });
  }
  return { busy, answered: Promise.all(answered).then((bursts) => bursts.flat()) };
}

async function countRuns({ db }: Resources, name: "synthesis" | "transcription"): Promise<number> {
  const job = name === "synthesis" ? synthesizeSpeech.name : transcribeAudio.name;
  const { rows } = await sql<{ runs: number }>`
    select count(*)::int as runs from jobs where state = 'running' and name = ${job}`.execute(db);
  return rows[0]?.runs ?? 0;
}

/** Writes down inside the database each time that a run is begun. */
async function noteRuns({ db }: Resources): Promise<void> {
  await sql`create table fault_runs (subject_id uuid not null)`.execute(db);
  await sql`
    create function note_run() returns trigger language plpgsql as
    $$ begin insert into fault_runs values (new.subject_id); return new; end $$`.execute(db);
  await sql`
    create trigger note_run after update on jobs for each row
    when (new.run > old.run) execute function note_run()`.execute(db);
}

async function mostRuns({ db }: Resources): Promise<number> {
  const { rows } = await sql<{ most: number | null }>`
    select max(runs)::int as most from (select count(*) as runs from fault_runs group by subject_id) as counted`.execute(
    db,
  );
  return rows[0]?.most ?? NaN;
}
