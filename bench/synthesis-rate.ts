import { openBareSynthesis } from "./bare-synthesis.ts";
import { type Figure, type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { type BenchOptions, type MeasuredService, startService } from "./running-service.ts";
import { openSpeechClient } from "#harness/clients/speech-client.ts";
import { median } from "#harness/statistics.ts";

const texts = {
  "a short sentence": "The parcel will be there before noon.",
  "a paragraph": "Nobody in the room had expected that the answer would be so simple. ".repeat(6),
} as const;
/** More callers than the worker has slots, so that no slot waits for a caller. */
const callers = 6;
const defaultRounds = 3;
const warmUpSeconds = 2;
const roundSeconds = 8;

/** Measures how many texts are spoken in a second over HTTP, beside the bare engine run as often at once. */
export async function measureSynthesisRate(options: BenchOptions): Promise<Report> {
  const { repetitions: rounds = defaultRounds } = options;
  const load = machineLoad();
  await using service = await startService(["api", "synthesis", "maintenance"], options);
  const concurrency = service.resources.config.workers.synthesisEngines;
  const figures: Figure[] = [];
  for (const [what, text] of Object.entries(texts)) {
    figures.push(await rateOf(what, { text, concurrency, rounds, service, signal: options.signal }));
  }
  return {
    title: `Syntheses by ${callers} callers, medians of ${rounds} rounds of ${roundSeconds} s, in turn; ${service.stack}; ${load}`,
    baseline: `flite alone, ${concurrency} runs at once, as many as the worker has at once`,
    figures,
    notes: [],
  };
}

interface Trial {
  readonly text: string;
  readonly concurrency: number;
  readonly rounds: number;
  readonly service: MeasuredService;
  readonly signal: AbortSignal;
}

async function rateOf(what: string, { text, concurrency, rounds, service, signal }: Trial): Promise<Figure> {
  const client = openSpeechClient(service, signal);
  const bare = await Promise.all(
    Array.from({ length: concurrency }, (_, index) =>
      openBareSynthesis(text, { directory: service.directory, name: `bare-${index}`, signal }),
    ),
  );
  const calls = Array.from({ length: callers }, () => () => client.synthesize(text));
  const [bareRates, serviceRates]: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round += 1) {
    const seconds = round < 0 ? warmUpSeconds : roundSeconds;
    const [bareRate, serviceRate] = [await ratePerSecond(bare, seconds), await ratePerSecond(calls, seconds)];
    if (round < 0) continue;
    bareRates.push(bareRate);
    serviceRates.push(serviceRate);
  }
  return {
    measure: `synthesis of ${what}, ${text.length} characters`,
    unit: "texts/s",
    baseline: median(bareRates),
    service: median(serviceRates),
  };
}

/** Counts how often all of these together are done in a second when each starts again as soon as it has ended. */
async function ratePerSecond(calls: readonly (() => Promise<void>)[], seconds: number): Promise<number> {
  const begun = performance.now();
  let done = 0;
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    while (performance.now() - begun < seconds * 1000) {
      await work();
      done += 1;
    }
  };
  await Promise.all(calls.map(repeat));
  return (1000 * done) / (performance.now() - begun);
}
