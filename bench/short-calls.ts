import type { Figure } from "./report.ts";
import type { SpeechClient } from "#harness/clients/speech-client.ts";
import { millisecondsOf, quantile } from "#harness/statistics.ts";

const warmUpCalls = 5;

export interface ShortCallOptions {
  readonly text: string;
  readonly calls: number;
  /** The engine without the service. */
  readonly bare: () => Promise<unknown>;
  /** The service may add so many milliseconds. */
  readonly limits: { readonly median: number; readonly p95: number };
}

interface Round {
  readonly bareMs: number;
  readonly accountMs: number;
  readonly demoMs: number;
}

/** Measures how long a call takes beyond the engine itself: HTTP, database, queue, worker and store. */
export async function measureShortCalls(
  client: SpeechClient,
  { text, calls, bare, limits }: ShortCallOptions,
): Promise<readonly Figure[]> {
  const rounds: Round[] = [];
  for (let call = -warmUpCalls; call < calls; call += 1) {
    const bareMs = await millisecondsOf(bare);
    const accountMs = await millisecondsOf(() => client.synthesize(text));
    const demoMs = await millisecondsOf(() => client.synthesizeDemo(text));
    if (call >= 0) rounds.push({ bareMs, accountMs, demoMs });
  }
  return [
    figureOf(rounds, "accountMs", { share: 0.5, atMost: limits.median }),
    figureOf(rounds, "accountMs", { share: 0.95, atMost: limits.p95 }),
    figureOf(rounds, "demoMs", { share: 0.5, atMost: limits.median }),
    figureOf(rounds, "demoMs", { share: 0.95, atMost: limits.p95 }),
  ];
}

const names = { accountMs: "/v1/speech/synthesize", demoMs: "/v1/demo/speech/synthesize" } as const;

function figureOf(
  rounds: readonly Round[],
  call: keyof typeof names,
  { share, atMost }: { readonly share: number; readonly atMost: number },
): Figure {
  const of = (value: (round: Round) => number): number => quantile(rounds.map(value), share);
  return {
    measure: `${names[call]}, ${share === 0.5 ? "median" : "95th percentile"}`,
    unit: "ms",
    baseline: of((round) => round.bareMs),
    service: of((round) => round[call]),
    difference: of((round) => round[call] - round.bareMs),
    target: { of: "difference", atMost },
  };
}
