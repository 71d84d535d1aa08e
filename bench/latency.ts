import { millisecondsOf } from "./milliseconds-of.ts";
import { quantile } from "./statistics.ts";

/** What callers who call again and again see. */
export interface Latency {
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Seconds of speech that are made in one second. */
  readonly speed: number;
}

/** Speaks a text. @returns how long it sounds, in seconds */
export type Speak = (text: string) => Promise<number>;

/** Speaks every text once; so many callers take them in turn. */
export async function latencyOf(speak: Speak, texts: readonly string[], callers: number): Promise<Latency> {
  const callsMs: number[] = [];
  let seconds = 0;
  const left = texts.values();
  const call = async (): Promise<void> => {
    for (const text of left) {
      let spoken = 0;
      const callMs = await millisecondsOf(async () => {
        spoken = await speak(text);
      });
      seconds += spoken;
      callsMs.push(callMs);
    }
  };
  const wallMs = await millisecondsOf(() => Promise.all(Array.from({ length: callers }, call)));
  return { p50Ms: quantile(callsMs, 0.5), p95Ms: quantile(callsMs, 0.95), speed: (1000 * seconds) / wallMs };
}
