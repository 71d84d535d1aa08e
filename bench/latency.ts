import { millisecondsOf, quantile, sum } from "#harness/statistics.ts";

/** The speed that callers see who call again and again. */
export interface Latency {
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Seconds of speech that are made in one second. */
  readonly speed: number;
}

/** Speaks a text. @returns how long it sounds, in seconds */
export type Speak = (text: string) => Promise<number>;

interface Calls {
  readonly texts: readonly string[];
  /** So many take the texts in turn. */
  readonly callers: number;
}

interface Took {
  readonly callsMs: readonly number[];
  readonly wallMs: number;
  /** Seconds of speech. */
  readonly seconds: number;
}

/** A machine is not equally fast all the time: both get the same share of each while. */
const parts = 3;

/** Two ways to speak the same texts, part by part; who begins changes with each part. */
export async function latenciesOf(
  [one, other]: readonly [Speak, Speak],
  { texts, callers }: Calls,
): Promise<readonly [Latency, Latency]> {
  const [ofOne, ofOther]: [Took[], Took[]] = [[], []];
  const size = Math.ceil(texts.length / parts);
  for (let part = 0; part < parts; part += 1) {
    const calls = { texts: texts.slice(part * size, (part + 1) * size), callers };
    if (part % 2 === 1) ofOther.push(await speakAll(other, calls));
    ofOne.push(await speakAll(one, calls));
    if (part % 2 === 0) ofOther.push(await speakAll(other, calls));
  }
  return [latencyOf(ofOne), latencyOf(ofOther)];
}

/** Speaks every text once. */
export async function speakAll(speak: Speak, { texts, callers }: Calls): Promise<Took> {
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
  return { callsMs, wallMs, seconds };
}

function latencyOf(took: readonly Took[]): Latency {
  const callsMs = took.flatMap((part) => part.callsMs);
  const [seconds, wallMs] = [sum(took.map((part) => part.seconds)), sum(took.map((part) => part.wallMs))];
  return { p50Ms: quantile(callsMs, 0.5), p95Ms: quantile(callsMs, 0.95), speed: (1000 * seconds) / wallMs };
}
