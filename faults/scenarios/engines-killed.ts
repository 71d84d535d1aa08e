import { setTimeout as sleep } from "node:timers/promises";
import { hostsOf } from "#harness/service/processes.ts";
import { checkLedger, countEnded, countRequests, countRunning, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { type CallOptions, mapConcurrently, submitRecording } from "#faults/calls.ts";
import { killAll } from "#faults/killed-processes.ts";
import { atMost, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers, slowestRecoverySeconds } from "#faults/audit-triggers.ts";
import { startRunningService } from "#harness/service/running-service.ts";
import { speech } from "#harness/audio/sounds.ts";

interface Size {
  readonly requests: number;
  readonly kills: number;
}

const killEveryMs = 2_000;
/** After four kills the fallback reads what is left: it starts a decoder for each piece, and two cores read about seven seconds a second. */
const restSeconds = 120;
/** A request that has not ended by then, late or not, is lost. */
const lostMs = 300_000;
const callsAtOnce = 10;
const waitForWorkMs = 10_000;
const spokenText = "The train will leave at seven, and it will not wait for anybody. ";

/** The processes that recognise speech die by `kill -9` over and over, while their worker lives. */
export const enginesKilled = scenario<Size>({
  name: "engines-killed",
  promise: "engines that die by kill -9 lose no accepted recording, and none is completed or charged twice",
  full: { requests: 100, kills: 10 },
  quick: { requests: 40, kills: 4 },
  run: async ({ requests, kills: times }, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["api", "maintenance", "transcription"], setting);
    const { resources } = service;
    const triggers = await openAuditTriggers(resources.db);
    const account = await service.account(1_000_000);
    const caller = { baseUrl: service.baseUrl, key: account.key, signal };
    const requestIds = [...(await submitAll(requests, caller))];

    const killedAtMs: number[] = [];
    let killed = 0;
    while (killedAtMs.length < times) {
      await sleep(killEveryMs, undefined, { signal });
      const isBusy = async (): Promise<boolean> => (await countRunning(resources, 0)) > 0;
      if (!(await until(isBusy, { withinMs: waitForWorkMs, signal })))
        requestIds.push(...(await submitAll(callsAtOnce, caller)));
      const hosts = await hostsOf(service.first("transcription").pid);
      killAll(hosts);
      killed += hosts.length;
      killedAtMs.push(Date.now());
    }

    const allEnded = async (): Promise<boolean> => (await countEnded(resources, requestIds)) === requestIds.length;
    await until(allEnded, { withinMs: lostMs, signal });
    const counts = await countRequests(resources, requestIds, triggers);
    const completions = await triggers.completions();
    const restMs = (completions.at(-1)?.atMs ?? NaN) - (killedAtMs.at(-1) ?? NaN);
    return {
      counts: { ...counts, slowestRecoverySeconds: slowestRecoverySeconds(killedAtMs, completions) },
      checks: [
        exactly("workers that ended", Number(service.first("transcription").hasEnded()), 0),
        exactly("accepted recordings that failed", counts.failed, 0),
        exactly("recordings lost", counts.lost, 0),
        exactly("recordings completed twice", counts.duplicates, 0),
        exactly("recordings charged, as completed", counts.charged, counts.completed),
        atMost("last completion after the last kill", restMs / 1000, { limit: restSeconds, unit: "s" }),
        ...(await checkLedger(service, account, signal)),
      ],
      notes: [
        `${killed} engine processes were killed at ${times} moments.`,
        ...(await reasonsOfFailures(resources, requestIds)),
      ],
    };
  },
});

async function submitAll(requests: number, options: CallOptions): Promise<readonly string[]> {
  const audio = await speech(spokenText.repeat(3));
  return mapConcurrently([...Array(requests).keys()], callsAtOnce, () => submitRecording(audio, options));
}
