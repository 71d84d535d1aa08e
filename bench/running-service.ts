import { setTimeout as sleep } from "node:timers/promises";
import { untilKokoroSpeaks } from "#harness/service/natural-voices.ts";
import { type RunningService, startRunningService } from "#harness/service/running-service.ts";
import type { ProcessName } from "#harness/service/service-process.ts";

/** The input of every measurement. */
export interface BenchOptions {
  /** Redis and an S3 server instead of PostgreSQL and the file system. */
  readonly services: boolean;
  /** The number of repetitions; each measurement has a number of its own when absent. */
  readonly repetitions: number | undefined;
  /** Smaller sizes, where the full ones take minutes. */
  readonly brief?: boolean;
  /** For how long the soak goes on. */
  readonly minutes?: number | undefined;
  /** The numbers of requests at which growth is measured. */
  readonly rows?: readonly number[] | undefined;
  /** Ends the measurement. */
  readonly signal: AbortSignal;
  /** The file to which the processes log; our error output when absent, so that the report stays alone. */
  readonly logPath?: string;
}

/** The service with an account to measure it with. */
export interface MeasuredService extends RunningService {
  /** The key of an account with nothing else in it. */
  readonly key: string;
  pidOf(name: ProcessName): number;
}

const plenty = 1_000_000_000;
/** A little more than an API process takes to notice an engine. */
const engineLookMs = 6_000;

/** Starts the processes that a measurement needs; on data of their own. */
export async function startService(
  names: readonly ProcessName[],
  options: BenchOptions,
  settings: Readonly<Record<string, string>> = {},
): Promise<MeasuredService> {
  await using opened = new AsyncDisposableStack();
  const service = opened.use(await startRunningService(names, options, settings));
  const { key } = await service.account(plenty);
  opened.move();
  return {
    ...service,
    key,
    pidOf: (name) => service.first(name).pid,
  };
}

/** Waits until a worker speaks with Kokoro and each API process, which looks at the engines every five seconds, knows of it. */
export async function untilApiOffersKokoro({ resources }: RunningService, signal: AbortSignal): Promise<void> {
  await untilKokoroSpeaks(resources, signal);
  await sleep(engineLookMs, undefined, { signal });
}
