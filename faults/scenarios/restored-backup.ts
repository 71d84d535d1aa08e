import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acknowledged } from "#faults/answer-checks.ts";
import { findBackupTools } from "#faults/backup-tools.ts";
import { countEnded, countRequests, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { mapConcurrently } from "#faults/calls.ts";
import { runDocumented } from "#faults/documented-commands.ts";
import { auditObjects } from "#faults/objects.ts";
import { atLeast, atMost, type Check, exactly } from "#faults/outcome.ts";
import { makeEmptyInstallation } from "#faults/restored-installation.ts";
import { scenario } from "#faults/scenario.ts";
import { speechCalls, speechKinds } from "#faults/speech-calls.ts";
import { makeSteadyCalls } from "#faults/steady-calls.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers } from "#faults/audit-triggers.ts";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import type { Resources } from "#src/platform/resources.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";

interface Size {
  readonly calmMs: number;
}

const processes = ["api", "maintenance", "synthesis", "transcription"] as const;
const callsPerSecond = 6;
const restSeconds = 120;
const backlog = 60;
const atOnce = 8;
const patienceMs = 300_000;

/** A backup is made by the documented commands while the service works, and restored by them into an empty installation. */
export const restoredBackup = scenario<Size>({
  name: "restored-backup",
  promise: "a backup made while the service works becomes an installation that works, with all its audio and credits",
  needsServices: true,
  plainOnly: true,
  lacks: async () => (await findBackupTools()).missing,
  full: { calmMs: 20_000 },
  quick: { calmMs: 5_000 },
  run: async ({ calmMs }, setting) => {
    const { signal } = setting;
    const tools = await findBackupTools();
    if (tools.missing !== null) throw new Error(tools.missing);
    await using service = await startRunningService(processes, { ...setting, postgresPrograms: tools.programs });
    const account = await service.account(1_000_000);
    const calls = await speechCalls({ baseUrl: service.baseUrl, key: account.key });
    const pace = { perSecond: callsPerSecond, signal };
    await using callers = makeSteadyCalls([calls.text, calls.recording, calls.keys], pace);
    await sleep(calmMs, undefined, { signal });
    const before = acknowledged([...callers.answers], speechKinds);
    // Recognitions that are still under way when the dump begins, and have ended when the audio is copied.
    const recordings = Array.from({ length: backlog }, () => calls.recording);
    await mapConcurrently(recordings, atOnce, ({ send }) => send(signal));
    const commands = await backUp(service, signal);
    await callers.stop();
    for (const name of processes) await service.first(name).stop();

    const empty = await makeEmptyInstallation(service);
    await runDocumented("## Restore a backup", { environment: { ...commands, ...empty.settings }, signal });
    await using resources = await empty.open();
    const triggers = await openAuditTriggers(resources.db);
    const restored = await requestIdsOf(resources);
    const unfinished = restored.length - (await countEnded(resources, restored));
    const startedAtMs = performance.now();
    for (const name of processes) await service.start(name, empty.settings);
    const allEnded = async (): Promise<boolean> => (await countEnded(resources, restored)) === restored.length;
    await until(allEnded, { withinMs: patienceMs, signal });
    const seconds = (performance.now() - startedAtMs) / 1000;

    const caller = { baseUrl: empty.baseUrl, key: account.key };
    const smoke = await smokeTest(resources, caller, signal);
    const counts = await countRequests(resources, restored, triggers);
    const { balances, differences } = await recountCredits(resources);
    return {
      counts: { ...counts, slowestRecoverySeconds: seconds },
      checks: [
        atLeast("requests acknowledged before the backup began", before.length, 1),
        exactly("of them, not in the backup", new Set(before).difference(new Set(restored)).size, 0),
        atLeast("requests that were under way in the backup", unfinished, 1),
        atMost("until they had ended", seconds, { limit: restSeconds, unit: "s" }),
        exactly("requests lost", counts.lost, 0),
        exactly("requests that failed", counts.failed, 0),
        exactly("requests completed twice", counts.duplicates, 0),
        exactly("requests charged, as completed", counts.charged, counts.completed),
        atLeast("balances", balances, 2),
        exactly("differences of the recount", differences.length, 0),
        ...smoke,
      ],
      notes: [`Made by ${tools.told}.`, ...(await reasonsOfFailures(resources, restored))],
    };
  },
});

/** @returns the variables that the commands were given */
async function backUp({ environment, directory }: RunningService, signal: AbortSignal) {
  const given = { BACKUP: join(directory, "backup"), S3_REGION: "us-east-1", ...environment };
  await mkdir(given.BACKUP);
  await runDocumented("## Create a backup", { environment: given, signal });
  return given;
}

async function requestIdsOf({ db }: Resources): Promise<readonly string[]> {
  return (await db.selectFrom("speech_requests").select("id").execute()).map(({ id }) => id);
}

interface Caller {
  readonly baseUrl: string;
  readonly key: string;
}

/** Whether what was there can be read with the old key, and new work is done. */
async function smokeTest(resources: Resources, caller: Caller, signal: AbortSignal): Promise<readonly Check[]> {
  const { missing, named } = await auditObjects(resources);
  const spoken = resources.db.selectFrom("speech_requests").select("id").where("result_key", "is not", null);
  const audio = await Promise.all((await spoken.execute()).map(({ id }) => isAudio(caller, id, signal)));
  const { keys, waitForText, waitForRecording } = await speechCalls(caller);
  const statuses = new Map<string, number>();
  for (const { kind, send } of [keys, waitForText, waitForRecording]) statuses.set(kind, (await send(signal)).status);
  return [
    atLeast("objects that rows name", named, 1),
    exactly("rows that name a missing object", missing.length, 0),
    atLeast("earlier audio", audio.length, 1),
    exactly("earlier audio that could not be read", audio.filter((isRead) => !isRead).length, 0),
    ...[...statuses].map(([kind, status]) => exactly(`answer to a new call with the old key (${kind})`, status, 200)),
  ];
}

async function isAudio({ baseUrl, key }: Caller, id: string, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(`${baseUrl}/v1/speech/requests/${id}/audio`, { headers: { "x-api-key": key }, signal });
  const bytes = await response.arrayBuffer();
  return response.status === 200 && bytes.byteLength > 1_000;
}
