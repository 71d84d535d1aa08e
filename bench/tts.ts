import { openBareSynthesis } from "./bare-synthesis.ts";
import { millisecondsOf } from "./milliseconds-of.ts";
import { type Figure, machineLoad, type Report, type Target } from "./report.ts";
import { type BenchOptions, startService } from "./running-service.ts";
import { openSpeechClient } from "./speech-client.ts";
import { quantile } from "./statistics.ts";

const sentence = "The parcel will be there before noon.";
const defaultCalls = 100;
const warmUpCalls = 10;

interface Round {
  readonly bareMs: number;
  readonly accountMs: number;
  readonly demoMs: number;
}

/** How long a call takes beyond the engine itself: HTTP, database, queue, worker and store. */
export async function measureSynthesis(options: BenchOptions): Promise<Report> {
  const { repetitions: calls = defaultCalls, signal } = options;
  const load = machineLoad();
  await using service = await startService(["api", "synthesis", "maintenance"], options);
  const client = openSpeechClient(service, signal);
  const bare = await openBareSynthesis(sentence, { directory: service.directory, name: "bare", signal });
  const rounds: Round[] = [];
  for (let call = -warmUpCalls; call < calls; call += 1) {
    const bareMs = await millisecondsOf(bare);
    const accountMs = await millisecondsOf(() => client.synthesize(sentence));
    const demoMs = await millisecondsOf(() => client.synthesizeDemo(sentence));
    if (call >= 0) rounds.push({ bareMs, accountMs, demoMs });
  }
  return {
    title: `One short synthesis, "${sentence}", ${calls} calls one after the other; ${service.stack}; ${load}`,
    baseline: "flite alone, from a text file to a WAV file, in turn with the calls; differences are of neighbours",
    figures: [
      figureOf(rounds, "accountMs", { share: 0.5, atMost: 30 }),
      figureOf(rounds, "accountMs", { share: 0.95, atMost: 80 }),
      figureOf(rounds, "demoMs", { share: 0.5 }),
      figureOf(rounds, "demoMs", { share: 0.95 }),
    ],
    notes: [],
  };
}

const names = { accountMs: "/v1/speech/synthesize", demoMs: "/v1/demo/speech/synthesize" } as const;

function figureOf(
  rounds: readonly Round[],
  call: keyof typeof names,
  { share, atMost }: { readonly share: number; readonly atMost?: number },
): Figure {
  const of = (value: (round: Round) => number): number => quantile(rounds.map(value), share);
  const target: Target | undefined = atMost === undefined ? undefined : { of: "difference", atMost };
  return {
    measure: `${names[call]}, ${share === 0.5 ? "median" : "95th percentile"}`,
    unit: "ms",
    baseline: of((round) => round.bareMs),
    service: of((round) => round[call]),
    difference: of((round) => round[call] - round.bareMs),
    ...(target !== undefined && { target }),
  };
}
