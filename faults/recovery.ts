import type { SteadyAnswer, SteadyCalls } from "./steady-calls.ts";
import { until } from "./until.ts";

/** A stretch of time (milliseconds since 1970) in which something was away. */
export interface Away {
  readonly fromMs: number;
  readonly toMs: number;
}

const patienceMs = 180_000;

/** How long after something has come back calls of every kind had been answered as they should be; infinite for never. */
export async function secondsToRecovery(
  { answers }: SteadyCalls,
  backAtMs: number,
  signal: AbortSignal,
): Promise<number> {
  const recovered = async (): Promise<boolean> => Number.isFinite(recoveredAtMs(answers, backAtMs));
  await until(recovered, { withinMs: patienceMs, signal });
  return (recoveredAtMs(answers, backAtMs) - backAtMs) / 1000;
}

function recoveredAtMs(answers: readonly SteadyAnswer[], sinceMs: number): number {
  const firsts = new Map(answers.map(({ kind }) => [kind, Infinity]));
  for (const { kind, asWanted, sentAtMs, ms } of answers) {
    const atMs = sentAtMs + ms;
    if (asWanted && atMs > sinceMs) firsts.set(kind, Math.min(atMs, firsts.get(kind) ?? Infinity));
  }
  return Math.max(...firsts.values());
}

/** Whether somebody was told 503 meanwhile. */
export const wasNoticedBy =
  (answers: readonly SteadyAnswer[]) =>
  ({ fromMs, toMs }: Away): boolean =>
    answers.some(({ status, sentAtMs }) => status === 503 && fromMs <= sentAtMs && sentAtMs <= toMs);
