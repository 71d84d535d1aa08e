import { bareOptions, transcribeAll } from "./asr.ts";
import { recogniseBareMoonshine } from "./bare-moonshine.ts";
import type { Recording } from "#harness/audio/recordings.ts";
import { type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { type BenchOptions, startService } from "./running-service.ts";
import { openSpeechClient } from "#harness/clients/speech-client.ts";
import { median, sum } from "#harness/statistics.ts";

const defaultRounds = 3;
/** One slot more than hosts, in which the next recording is prepared, and the one that an account never gets. */
const settings = { TRANSCRIPTION_DECODERS: "1", TRANSCRIPTION_CONCURRENCY: "3" } as const;

/** Audio seconds per second. */
interface Speeds {
  readonly one: number;
  readonly two: number;
}

/** Measures what a second transcription process brings, beside what a second process of the engine brings on the same machine. */
export async function measureScaling(options: BenchOptions, recordings: readonly Recording[]): Promise<Report> {
  const { repetitions: rounds = defaultRounds, signal } = options;
  const load = machineLoad();
  const audioSeconds = sum(recordings.map(({ seconds }) => seconds));
  await using service = await startService(["api", "transcription", "maintenance"], options, settings);
  const client = openSpeechClient(service, signal);
  const own = await bareOptions(service, signal);
  const bare = async (processes: number): Promise<number> =>
    audioSeconds / (await recogniseBareMoonshine(recordings, processes, own)).wallSeconds;
  const served = async (): Promise<number> => audioSeconds / (await transcribeAll(recordings, client)).wallSeconds;

  const [bareSpeeds, servedSpeeds]: [Speeds[], Speeds[]] = [[], []];
  // The first run warms the models and the caches.
  await served();
  for (let round = 0; round < rounds; round += 1) {
    const [bareOne, servedOne] = [await bare(1), await served()];
    const second = await service.start("transcription");
    const [bareTwo, servedTwo] = [await bare(2), await served()];
    await second.stop();
    bareSpeeds.push({ one: bareOne, two: bareTwo });
    servedSpeeds.push({ one: servedOne, two: servedTwo });
  }
  return {
    title:
      `Recognition of ${recordings.length} recordings, ${audioSeconds.toFixed(1)} s, by one and by two processes of one ` +
      `host; medians of ${rounds} rounds; ${service.stack}; ${load}`,
    baseline: "ffmpeg, silero VAD, Moonshine and the alignment alone, in one process and in two",
    figures: figuresOf(bareSpeeds, servedSpeeds),
    notes: [`Gains, round by round: bare ${listed(bareSpeeds)}; service ${listed(servedSpeeds)}.`],
  };
}

const gainOf = ({ one, two }: Speeds): number => two / one;

const listed = (speeds: readonly Speeds[]): string => speeds.map((speed) => gainOf(speed).toFixed(2)).join(", ");

function figuresOf(bare: readonly Speeds[], service: readonly Speeds[]): Report["figures"] {
  const both = (of: (speeds: Speeds) => number) => ({
    baseline: median(bare.map(of)),
    service: median(service.map(of)),
  });
  return [
    { measure: "throughput, one process", unit: "audio s/s", ...both(({ one }) => one) },
    { measure: "throughput, two processes", unit: "audio s/s", ...both(({ two }) => two) },
    { measure: "gain from one to two", unit: "times", ...both(gainOf), target: { of: "ratio", atLeast: 0.95 } },
  ];
}
