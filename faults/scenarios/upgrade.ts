import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acknowledged, notesOnAnswers } from "#faults/answer-checks.ts";
import { checkLedger, countEnded, countRequests, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { endAll, type NamedProcess } from "#faults/exits.ts";
import { auditObjects } from "#faults/objects.ts";
import { atLeast, type Check, exactly } from "#faults/outcome.ts";
import { findPreviousRelease, unpackRelease } from "#faults/previous-release.ts";
import { releasePrograms } from "#faults/release-programs.ts";
import { scenario } from "#faults/scenario.ts";
import { speechCalls, speechKinds } from "#faults/speech-calls.ts";
import { makeSteadyCalls, type SteadyAnswer } from "#faults/steady-calls.ts";
import { until } from "#harness/until.ts";
import { openCompletionTrigger } from "#faults/audit-triggers.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import { prepareDatabase } from "#src/migrate/prepare-database.ts";

interface Size {
  readonly calmMs: number;
}

const processes = ["api", "maintenance", "synthesis", "transcription"] as const;
const callsPerSecond = 6;
const onTheWayMs = 3_000;
const patienceMs = 300_000;

/** The previous release works while this one's migrations run, goes on with the new schema, and is then replaced. */
export const upgrade = scenario<Size>({
  name: "upgrade",
  promise: "the previous release goes on while this one migrates and after that, and is replaced without an error",
  plainOnly: true,
  lacks: async () =>
    (await findPreviousRelease()) === null ? "there is no history to take the previous release from." : null,
  full: { calmMs: 20_000 },
  quick: { calmMs: 5_000 },
  run: async ({ calmMs }, setting) => {
    const { signal } = setting;
    await using opened = new AsyncDisposableStack();
    const previous = await findPreviousRelease();
    if (previous === null) throw new Error("There is no previous release.");
    const folder = join(opened.adopt(await mkdtemp(join(tmpdir(), "speech-previous-")), removeFolder), "release");
    await unpackRelease(previous, folder);
    const prepare: (environment: Readonly<Record<string, string>>) => Promise<void> = (environment) =>
      releasePrograms(folder, environment).migrate();
    await using service = await startRunningService([], { ...setting, prepare });
    const account = await releasePrograms(folder, service.environment).account(1_000_000);
    // The tables of balances may have other names in the previous release.
    const triggers = await openCompletionTrigger(service.resources.db);
    const old: NamedProcess[] = [];
    for (const name of processes) old.push({ name, process: await service.start(name, {}, folder) });

    const port = await freePort();
    const newUrl = `http://127.0.0.1:${port}`;
    const [oldCalls, newCalls] = [
      await speechCalls({ baseUrl: service.baseUrl, key: account.key }),
      await speechCalls({ baseUrl: newUrl, key: account.key }),
    ];
    let current = oldCalls;
    const kinds = ["text", "keys", "recording", "list", "waitForText", "keys", "waitForRecording", "list"] as const;
    const calls = kinds.map((kind) => ({
      ...oldCalls[kind],
      send: (ended: AbortSignal) => current[kind].send(ended),
    }));
    await using callers = makeSteadyCalls(calls, { perSecond: callsPerSecond, signal });
    const calm = (): Promise<void> => sleep(calmMs, undefined, { signal });
    await calm();
    const migration = await migrate(service);
    await calm();
    for (const name of processes) await service.start(name, { PORT: `${port}` });
    const replacedAtMs = Date.now();
    current = newCalls;
    // As a proxy does: requests in flight to the old process arrive before it is asked to end.
    await sleep(onTheWayMs, undefined, { signal });
    const exits = await endAll(old);
    await calm();

    const answers = await callers.stop();
    const requestIds = acknowledged(answers, speechKinds);
    const { resources } = service;
    const allEnded = async (): Promise<boolean> => (await countEnded(resources, requestIds)) === requestIds.length;
    await until(allEnded, { withinMs: patienceMs, signal });
    const counts = await countRequests(resources, requestIds, triggers);
    const during = (fromMs: number, toMs: number): number =>
      answers.filter(({ sentAtMs }) => sentAtMs >= fromMs && sentAtMs < toMs).length;
    return {
      counts: { ...counts, slowestRecoverySeconds: null },
      checks: [
        atLeast("migrations that ran meanwhile", migration.names.length, 1),
        atLeast("calls of the old release on the old schema", during(0, migration.fromMs), 1),
        atLeast("calls of the old release on the new schema", during(migration.toMs, replacedAtMs), 1),
        atLeast("calls of the new release", during(replacedAtMs, Infinity), 1),
        ...checkAnswers(answers),
        exactly("old processes that did not end with code 0", exits.filter(({ code }) => code !== 0).length, 0),
        exactly("processes that ended beside them", service.countEnded() - exits.length, 0),
        exactly("requests lost", counts.lost, 0),
        exactly("requests that failed", counts.failed, 0),
        exactly("requests completed twice", counts.duplicates, 0),
        exactly("requests charged, as completed", counts.charged, counts.completed),
        exactly("rows that name a missing object", (await auditObjects(resources)).missing.length, 0),
        ...(await checkLedger({ ...service, baseUrl: newUrl }, account, signal)),
      ],
      notes: [
        `The previous release is ${previous.told}.`,
        `It was migrated in ${((migration.toMs - migration.fromMs) / 1000).toFixed(1)} s by ${migration.names.join(", ")}, while ${during(migration.fromMs, migration.toMs)} calls were made.`,
        ...answers
          .filter(({ status }) => status === 0 || status >= 500)
          .map(
            ({ kind, sentAtMs }) =>
              `${kind}: sent ${((sentAtMs - replacedAtMs) / 1000).toFixed(2)} s after the switch.`,
          ),
        ...notesOnAnswers(answers),
        ...(await reasonsOfFailures(resources, requestIds)),
      ],
    };
  },
});

const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

interface Migration {
  readonly names: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
}

async function migrate({ environment }: RunningService): Promise<Migration> {
  const { DATABASE_URL: databaseUrl = "", REDIS_URL: redisUrl = null } = environment;
  const fromMs = Date.now();
  const names = await prepareDatabase({ databaseUrl, redisUrl });
  return { names, fromMs, toMs: Date.now() };
}

const checkAnswers = (answers: readonly SteadyAnswer[]): readonly Check[] => [
  exactly(
    "answers 5xx, and calls without one",
    answers.filter(({ status }) => status === 0 || status >= 500).length,
    0,
  ),
  exactly("answers other than those that were wanted", answers.filter(({ asWanted }) => !asWanted).length, 0),
];
