import type { SteadyAnswer, SteadyCalls } from "./steady-calls.ts";
import { until } from "#harness/until.ts";

/** A stretch of time (milliseconds since 1970) in which something was unavailable. */
export interface Away {
  readonly fromMs: number;
  readonly toMs: number;
}

const patienceMs = 180_000;

/** Waits until calls of every kind have been answered as they should be since something came back. */
export const untilRecovered = ({ answers }: SteadyCalls, backAtMs: number, signal: AbortSignal): Promise<boolean> =>
  until(async () => Number.isFinite(recoveredAtMs(answers, backAtMs)), { withinMs: patienceMs, signal });

/**
 * How long after each of these, which are in their order, calls of every kind were answered as they should be, and went on
 * to be until the next one; infinite for never.
 */
export const secondsToRecovery = (answers: readonly SteadyAnswer[], aways: readonly Away[]): readonly number[] =>
  aways.map(({ toMs }, index) => (recoveredAtMs(answers, toMs, aways[index + 1]?.fromMs) - toMs) / 1000);

function recoveredAtMs(answers: readonly SteadyAnswer[], sinceMs: number, beforeMs = Infinity): number {
  const kinds = Map.groupBy(answers, ({ kind }) => kind);
  const moments = kinds.values().map((all) => {
    const own = all.filter((one) => answeredAtMs(one) > sinceMs && answeredAtMs(one) < beforeMs);
    // A call that was sent while it was unavailable may be refused later.
    const refused = own.filter(({ asWanted, sentAtMs }) => !asWanted && sentAtMs > sinceMs);
    const lastRefusedMs = Math.max(...refused.map(({ sentAtMs }) => sentAtMs));
    return Math.min(...own.filter((one) => one.asWanted && one.sentAtMs > lastRefusedMs).map(answeredAtMs));
  });
  return Math.max(...moments);
}

const answeredAtMs = ({ sentAtMs, ms }: SteadyAnswer): number => sentAtMs + ms;

/** Whether a caller got 503 meanwhile. */
export const wasNoticedBy =
  (answers: readonly SteadyAnswer[]) =>
  ({ fromMs, toMs }: Away): boolean =>
    answers.some(({ status, sentAtMs }) => status === 503 && fromMs <= sentAtMs && sentAtMs <= toMs);
