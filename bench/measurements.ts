import { measureRecognition } from "./asr.ts";
import { measureFleet } from "./fleet.ts";
import { measureFirstStart } from "./first-start.ts";
import { measureGrowth } from "./growth.ts";
import { measureJobs } from "./jobs.ts";
import { measureKeyTerms } from "./key-terms.ts";
import { measureLanguages } from "./languages.ts";
import { measureLive } from "./live.ts";
import { measureLiveSpeech } from "./live-speech.ts";
import { measureNoSpeech } from "./no-speech.ts";
import { measurePromotion } from "./promotion.ts";
import { measureReads } from "./reads.ts";
import type { Recording } from "#harness/audio/recordings.ts";
import { type Figure, type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import type { BenchOptions } from "./running-service.ts";
import { measureScaling } from "./scaling.ts";
import { measureServers } from "./servers.ts";
import { measureSoak } from "./soak.ts";
import { measureStream } from "./stream.ts";
import { measureSynthesisRate } from "./synthesis-rate.ts";
import { measureSpeakers } from "./speakers.ts";
import { measureSpeech } from "./tts.ts";
import { measureTracing } from "./tracing.ts";
import { measureTurns } from "./turns.ts";
import { measureUploads } from "./upload.ts";
import { measureUsage } from "./usage.ts";
import { measureVoices } from "./voices.ts";

/** Something that can be measured by itself. */
export interface Measurement {
  readonly name: string;
  /** One line or more for the help. */
  readonly about: string;
  /** The language of the recordings it works on, so that a folder of them may be given; null where it needs none. */
  readonly hears: "English" | "any language" | null;
  /** The number of repetitions in the table of everything; null when it does not stand there. */
  readonly repetitionsInTable: number | null;
  readonly measure: (options: BenchOptions, recordings: readonly Recording[]) => Promise<Report>;
}

/** In the order of the table. */
export const measurements: readonly Measurement[] = [
  {
    name: "asr",
    about:
      "word error rate and throughput of transcription, beside the bare engine; alone, also words wrong by length\nand loudness, by whisper-tiny.en, too, where it is installed",
    hears: "English",
    repetitionsInTable: 3,
    measure: measureRecognition,
  },
  {
    name: "languages",
    about:
      "words wrong by language through language=auto, and the score of translations where index.json has a\n`translation`; needs whisper-base and a <folder>",
    hears: "any language",
    repetitionsInTable: null,
    measure: measureLanguages,
  },
  {
    name: "no-speech",
    about: "words that each installed model hears in 100 files of noise, music and silence",
    hears: null,
    repetitionsInTable: null,
    measure: measureNoSpeech,
  },
  {
    name: "scaling",
    about: "what a second transcription process brings, beside a second process of the engines",
    hears: "English",
    repetitionsInTable: 3,
    measure: measureScaling,
  },
  {
    name: "fleet",
    about:
      "what 1, 2 and 4 API processes and 1 to 4 workers of each kind of speech do behind HAProxy, beside what\n`npm run capacity` predicts of them; needs haproxy",
    hears: "English",
    repetitionsInTable: null,
    measure: measureFleet,
  },
  {
    name: "servers",
    about:
      "recognition by the fast and the accurate models, beside faster-whisper-server alone;\nneeds whisper-tiny.en and whisper-base",
    hears: "English",
    repetitionsInTable: null,
    measure: measureServers,
  },
  {
    name: "live",
    about:
      "recordings that are streamed in real time in 1, 2, 4 and 8 sessions: how soon and how well their words come",
    hears: "English",
    repetitionsInTable: null,
    measure: measureLive,
  },
  {
    name: "live-speech",
    about:
      "texts that are spoken over a socket: how soon they sound after Flush, beside the engine's own work, and how\nsoon there is silence after Clear; needs kokoro-82m",
    hears: null,
    repetitionsInTable: null,
    measure: measureLiveSpeech,
  },
  {
    name: "speakers",
    about:
      "how well 2, 3 and 5 speakers are told apart in dialogues made of recordings of one person each, whom\n`speaker` of index.json names; needs a <folder>",
    hears: "any language",
    repetitionsInTable: null,
    measure: measureSpeakers,
  },
  {
    name: "key-terms",
    about:
      "names that are heard with key terms and not without, and words that unrelated terms spoil, by each model;\nneeds kokoro-82m and whisper-base",
    hears: "English",
    repetitionsInTable: null,
    measure: measureKeyTerms,
  },
  {
    name: "turns",
    about:
      "whether Smart Turn tells people who have finished from those who pause, and how long a question takes;\nneeds smart-turn-v3.2 and silero-vad",
    hears: "English",
    repetitionsInTable: null,
    measure: measureTurns,
  },
  {
    name: "synthesis-rate",
    about: "texts spoken in a second, beside as many runs of flite as the worker has slots",
    hears: null,
    repetitionsInTable: 2,
    measure: measureSynthesisRate,
  },
  {
    name: "tts",
    about:
      "time that the service adds to a short synthesis, its real-time factor, its first piece, and callers at once\nbeside fastkokoro; needs kokoro-82m and kokoro-82m-int8",
    hears: null,
    repetitionsInTable: 20,
    measure: measureSpeech,
  },
  {
    name: "stream",
    about: "how soon a text of 100 words is heard that is streamed, and sent whole, beside the engine's first sentence",
    hears: null,
    repetitionsInTable: null,
    measure: measureStream,
  },
  {
    name: "reads",
    about: "authenticated reads, beside a bare Koa handler with the same queries",
    hears: null,
    repetitionsInTable: 2,
    measure: measureReads,
  },
  {
    name: "jobs",
    about: "an empty job from being written to being done, beside BullMQ alone; needs --services",
    hears: null,
    repetitionsInTable: 3,
    measure: measureJobs,
  },
  {
    name: "tracing",
    about: "authenticated reads and empty jobs with traces, beside the same without",
    hears: null,
    repetitionsInTable: null,
    measure: measureTracing,
  },
  {
    name: "upload",
    about: "memory and time of uploads of 50 MiB, beside a server that only writes them to disk",
    hears: null,
    repetitionsInTable: 2,
    measure: measureUploads,
  },
  {
    name: "promotion",
    about: "promoting the next job among 100,000 waiting ones, beside 100",
    hears: null,
    repetitionsInTable: 50,
    measure: measurePromotion,
  },
  {
    name: "usage",
    about:
      "the usage report of an account with 5 million requests (in the table 1 million),\nbeside one with 1,000; writes 2 GB",
    hears: null,
    repetitionsInTable: 50,
    measure: measureUsage,
  },
  {
    name: "growth",
    about:
      "lists, the usage report, promotion, claims and sweeps at 100,000 and a million requests, with 10,000 accounts\nwaiting; --rows for other sizes",
    hears: null,
    repetitionsInTable: null,
    measure: measureGrowth,
  },
  {
    name: "first-start",
    about:
      "seconds of npm start in a fresh clone until a sentence is spoken and recognised, with the models\ndownloaded, in the cache and out of reach",
    hears: null,
    repetitionsInTable: null,
    measure: measureFirstStart,
  },
  {
    name: "voices",
    about: "pitch, pace and brightness of Kokoro's voices, which their descriptions follow; needs kokoro-82m",
    hears: null,
    repetitionsInTable: null,
    measure: measureVoices,
  },
  {
    name: "soak",
    about:
      "heap, memory and handles of each process, and memory of the hosts, after an hour at 60 % of\ncapacity, beside those after eighteen minutes; with natural voices where Kokoro is installed",
    hears: null,
    repetitionsInTable: null,
    measure: measureSoak,
  },
];

/**
 * All measurements of the table, one after the other, each with fewer repetitions than alone. One that breaks off keeps
 * none of the others from the table.
 */
export async function measureEverything(options: BenchOptions, recordings: readonly Recording[]): Promise<Report> {
  const [load, begun] = [machineLoad(), performance.now()];
  const figures: Figure[] = [];
  const [notes, failures]: [string[], string[]] = [[], []];
  for (const { name, measure, repetitionsInTable } of measurements) {
    if (repetitionsInTable === null) continue;
    options.signal.throwIfAborted();
    const repetitions = options.repetitions ?? repetitionsInTable;
    process.stderr.write(`${name} …\n`);
    try {
      const report = await measure({ ...options, services: true, brief: true, repetitions }, recordings);
      figures.push(...report.figures.map((figure) => ({ ...figure, measure: `${name}: ${figure.measure}` })));
      notes.push(`${name}: ${report.title}. Baseline: ${report.baseline}.`);
    } catch (error) {
      failures.push(`${name} broke off: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const minutes = (performance.now() - begun) / 60_000;
  return {
    title: `Everything, in ${minutes.toFixed(1)} minutes, with fewer repetitions than each measurement has alone; ${load}`,
    baseline: "the same work without the service, in the same run; what that is stands below for each measurement",
    figures,
    notes,
    failures,
  };
}
