import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  countSpokenBy,
  findKokoro,
  kokoro,
  missingKokoro,
  naturalSettings,
  untilKokoroSpeaks,
  voiceIdOf,
} from "#harness/service/natural-voices.ts";
import { hostsOf } from "#harness/service/processes.ts";
import { checkLedger, countEnded, countRequests, countRunning, reasonsOfFailures } from "#faults/ledger-checks.ts";
import { mapConcurrently, submitText } from "#faults/calls.ts";
import { childrenOf } from "#faults/children.ts";
import { countAlive, killAll } from "#faults/killed-processes.ts";
import { watchEngineMemory } from "#faults/engine-memory.ts";
import { auditObjects } from "#faults/objects.ts";
import { atLeast, atMost, type Check, exactly } from "#faults/outcome.ts";
import { scenario } from "#faults/scenario.ts";
import { until } from "#harness/until.ts";
import { openAuditTriggers, slowestRecoverySeconds, type AuditTriggers } from "#faults/audit-triggers.ts";
import { manifest, manifestName } from "#src/models/installed.ts";
import type { TestAccount } from "#harness/service/account.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";

interface Size {
  readonly texts: number;
  readonly kills: number;
  /** Texts after each of which the host holds more than it may. */
  readonly replaced: number;
}

const callers = 3;
const callsAtOnce = 6;
const sentence = "The parcel will be there before noon, if the driver finds the house. ";
/** Every fifth text has several pieces. */
const [shortText, longText] = [sentence, sentence.repeat(5)];
/** A host has work again by then, also one that loads twice. */
const backMs = 60_000;
/** A request that has not ended by then, late or not, is lost. */
const lostMs = 600_000;
/** So that kills come at different moments of a piece. */
const stepMs = 450;
/** A piece whose host dies twice is spoken by flite; the most of the texts are not. */
const leastNatural = 0.8;
/** The memory that the model is said to hold, in MB, in the second part: half as much again is less than it holds once it is loaded. */
const understatedMb = 400;
const limitMb = 1.5 * understatedMb;

/** The hosts of natural voices die by `kill -9` over and over, and are replaced for the memory that they hold. */
export const kokoroKilled = scenario<Size>({
  name: "kokoro-killed",
  promise:
    "hosts of natural voices that die by kill -9 or hold too much memory lose no text, and none is charged twice",
  lacks: missingKokoro,
  full: { texts: 45, kills: 10, replaced: 9 },
  quick: { texts: 9, kills: 3, replaced: 3 },
  run: async (size, setting) => {
    const { signal } = setting;
    await using service = await startRunningService(["api", "maintenance"], setting, naturalSettings);
    const { resources } = service;
    const triggers = await openAuditTriggers(resources.db);
    const accounts = await mapConcurrently([...Array(callers).keys()], 1, () => service.account(1_000_000));
    const speaking = { service, accounts, voiceId: await voiceIdOf(resources, kokoro, "af_heart"), triggers, signal };
    const killed = await killHosts(speaking, size);
    const replaced = await replaceHosts(speaking, size);
    const requestIds = [...killed.requestIds, ...replaced.requestIds];
    const counts = await countRequests(resources, requestIds, triggers);
    const ledger = await mapConcurrently(accounts, 1, (account) => checkLedger(service, account, signal));
    const { orphans, missing } = await auditObjects(resources);
    const completions = await triggers.completions();
    return {
      counts: { ...counts, slowestRecoverySeconds: slowestRecoverySeconds(killed.killedAtMs, completions) },
      checks: [
        exactly("accepted texts that failed", counts.failed, 0),
        exactly("texts lost", counts.lost, 0),
        exactly("texts completed twice", counts.duplicates, 0),
        exactly("texts charged, as completed", counts.charged, counts.completed),
        ...killed.checks,
        ...replaced.checks,
        exactly("objects that no row names", orphans.length, 0),
        exactly("rows that name a missing object", missing.length, 0),
        ...ledger.flat(),
      ],
      notes: [...killed.notes, ...replaced.notes, ...(await reasonsOfFailures(resources, requestIds))],
    };
  },
});

interface Speaking {
  readonly service: RunningService;
  readonly accounts: readonly TestAccount[];
  readonly voiceId: string;
  readonly triggers: AuditTriggers;
  readonly signal: AbortSignal;
}

interface Part {
  readonly requestIds: readonly string[];
  readonly checks: readonly Check[];
  readonly notes: readonly string[];
}

/** Each account in turn hands in one. */
function submitTexts({ service, accounts, voiceId, signal }: Speaking, texts: number): Promise<readonly string[]> {
  return mapConcurrently([...Array(texts).keys()], callsAtOnce, (index) => {
    const key = accounts[index % accounts.length]?.key ?? "";
    const text = index % 5 === 0 ? longText : shortText;
    return submitText(text, { baseUrl: service.baseUrl, key, signal }, { voice_id: voiceId });
  });
}

async function killHosts(
  speaking: Speaking,
  { texts, kills }: Size,
): Promise<Part & { killedAtMs: readonly number[] }> {
  const { service, triggers, signal } = speaking;
  const { resources } = service;
  const worker = await service.start("synthesis");
  await untilKokoroSpeaks(resources, signal);
  const requestIds = [...(await submitTexts(speaking, texts))];
  const [killedAtMs, killed]: [number[], Set<number>] = [[], new Set()];
  let underWay = 0;
  while (killedAtMs.length < kills) {
    const since = killedAtMs.at(-1) ?? 0;
    const getsOn = async (): Promise<boolean> => (await triggers.completions()).some(({ atMs }) => atMs > since);
    await until(getsOn, { withinMs: backMs, signal });
    if (requestIds.length - (await countEnded(resources, requestIds)) < callers)
      requestIds.push(...(await submitTexts(speaking, callers)));
    await sleep(stepMs * (1 + (killedAtMs.length % 4)), undefined, { signal });
    if ((await countRunning(resources, 0)) > 0) underWay += 1;
    const hosts = await hostsOf(worker.pid);
    killAll(hosts);
    for (const pid of hosts) killed.add(pid);
    killedAtMs.push(Date.now());
  }
  await allEnded(speaking, requestIds);
  const [natural, workerEnded] = [await countSpokenBy(resources, kokoro, requestIds), worker.hasEnded()];
  const left = await stopWorker(worker, killed);
  return {
    ...{ requestIds, killedAtMs },
    checks: [
      exactly("moments at which hosts were killed with texts in hand", underWay, kills),
      atLeast("hosts that were killed", killed.size, kills),
      exactly("workers that ended", Number(workerEnded), 0),
      atLeast("texts that Kokoro spoke", natural, Math.ceil(leastNatural * requestIds.length)),
      ...left,
    ],
    notes: [
      `${killed.size} hosts were killed; ${natural} of ${requestIds.length} texts were spoken by Kokoro all the same.`,
    ],
  };
}

/** Each host holds more than it may from the beginning, so that it is replaced after each text. */
async function replaceHosts(speaking: Speaking, { replaced: texts }: Size): Promise<Part> {
  const { service, signal } = speaking;
  const { resources } = service;
  const folder = await understateMemory(join(service.directory, "models"));
  const worker = await service.start("synthesis", { MODELS_DIR: folder });
  await untilKokoroSpeaks(resources, signal);
  await using memory = watchEngineMemory(worker.pid);
  const requestIds = await submitTexts(speaking, texts);
  await allEnded(speaking, requestIds);
  const [held, natural] = [await memory.stop(), await countSpokenBy(resources, kokoro, requestIds)];
  const mostMib = held.largestBytes / 2 ** 20;
  return {
    requestIds,
    checks: [
      atLeast("hosts of which each was replaced after its text", held.processes, texts),
      exactly("texts that Kokoro spoke while its hosts were replaced", natural, texts),
      atLeast(`memory of the largest of them in MiB, of ${limitMb} allowed`, Math.round(mostMib), limitMb),
      atMost("the same, which ends a host at once", mostMib, { limit: 2 * limitMb, unit: "MiB" }),
      ...(await stopWorker(worker, [])),
    ],
    notes: [`${held.processes} hosts spoke ${texts} texts, each of at most ${Math.round(mostMib)} MiB.`],
  };
}

async function allEnded({ service, signal }: Speaking, requestIds: readonly string[]): Promise<void> {
  const ended = async (): Promise<boolean> => (await countEnded(service.resources, requestIds)) === requestIds.length;
  await until(ended, { withinMs: lostMs, signal });
}

/** A worker without work has its hosts and no other children, and none when it has ended. */
async function stopWorker(
  worker: Awaited<ReturnType<RunningService["start"]>>,
  killed: Iterable<number>,
): Promise<readonly Check[]> {
  const [children, hosts] = [await childrenOf([worker.pid]), await hostsOf(worker.pid)];
  await worker.stop();
  const seen = new Set([...killed, ...hosts, ...children.map(({ pid }) => pid)]);
  return [
    exactly("children of the worker that were no hosts, when all was done", children.length - hosts.length, 0),
    exactly("processes that were left behind", countAlive(seen), 0),
  ];
}

/** The installed model once more, with another memory in its description. @returns the folder of models */
async function understateMemory(folder: string): Promise<string> {
  const installed = await findKokoro();
  if (installed === null) throw new Error("Kokoro is not installed any more.");
  const own = join(folder, installed.name);
  await mkdir(own, { recursive: true });
  for (const [name, path] of Object.entries(installed.files)) await symlink(path, join(own, name));
  const description = manifest.parse(JSON.parse(await readFile(join(installed.directory, manifestName), "utf8")));
  await writeFile(join(own, manifestName), JSON.stringify({ ...description, memoryMb: understatedMb }));
  return folder;
}
