import { measureRecognition } from "./asr.ts";
import { measureFirstStart } from "./first-start.ts";
import { measureJobs } from "./jobs.ts";
import { measureLongFile } from "./long.ts";
import { measureNoSpeech } from "./no-speech.ts";
import { measurePromotion } from "./promotion.ts";
import { measureReads } from "./reads.ts";
import type { Recording } from "#harness/audio/recordings.ts";
import type { Report } from "./report.ts";
import { measureRevocation } from "./revocation.ts";
import type { BenchOptions } from "./running-service.ts";
import { measureScaling } from "./scaling.ts";
import { measureServers } from "./servers.ts";
import { measureSoak } from "./soak.ts";
import { measureStream } from "./stream.ts";
import { measureSynthesisRate } from "./synthesis-rate.ts";
import { measureSpeechRuntimes } from "./speech-runtimes.ts";
import { measureSpeech } from "./tts.ts";
import { measureUploads } from "./upload.ts";
import { measureUsage } from "./usage.ts";
import { measureMatchedVoices } from "./voices-matched.ts";
import { measureVoices } from "./voices.ts";
import { measureWordTimes } from "./word-times.ts";

/** Something that can be measured by itself. */
export interface Measurement {
  readonly name: string;
  /** One line or more for the help. */
  readonly about: string;
  /** Whether it works on recordings, so that a folder of them may be given. */
  readonly hears: boolean;
  /** How often things are repeated in the table of everything; null when it does not stand there. */
  readonly repetitionsInTable: number | null;
  readonly measure: (options: BenchOptions, recordings: readonly Recording[]) => Promise<Report>;
}

/** In the order of the table. */
export const measurements: readonly Measurement[] = [
  {
    name: "asr",
    about: "word error rate and throughput of transcription, beside the bare engines",
    hears: true,
    repetitionsInTable: 3,
    measure: measureRecognition,
  },
  {
    name: "scaling",
    about: "what a second transcription process brings, beside a second process of the engines",
    hears: true,
    repetitionsInTable: 3,
    measure: measureScaling,
  },
  {
    name: "servers",
    about: "recognition by the fast and the accurate model, beside faster-whisper-server alone;\nneeds whisper-tiny.en",
    hears: true,
    repetitionsInTable: null,
    measure: measureServers,
  },
  {
    name: "synthesis-rate",
    about: "texts spoken in a second, beside as many runs of flite as the worker has slots",
    hears: false,
    repetitionsInTable: 2,
    measure: measureSynthesisRate,
  },
  {
    name: "tts",
    about:
      "what is heard of sentences with numbers, money and dates; time that the service adds to a short synthesis, its\nreal-time factor, its first piece, and callers at once beside fastkokoro; in other languages how fast it\nspeaks, and how near the sounds that the phone loop of pocketsphinx hears are to those of espeak-ng's\npronunciation; needs kokoro-82m and kokoro-82m-int8",
    hears: false,
    repetitionsInTable: 20,
    measure: measureSpeech,
  },
  {
    name: "stream",
    about: "how soon a text of 100 words is heard that is streamed, and sent whole, beside the engine's first sentence",
    hears: false,
    repetitionsInTable: null,
    measure: measureStream,
  },
  {
    name: "speech-runtimes",
    about: "Kokoro by onnxruntime-node, beside sherpa-onnx-node: 40 sentences, what is heard of them, time and memory",
    hears: false,
    repetitionsInTable: null,
    measure: measureSpeechRuntimes,
  },
  {
    name: "voices",
    about: "loudness, true peak, leading silence and sample rate of every built-in voice, a row each",
    hears: false,
    repetitionsInTable: null,
    measure: measureVoices,
  },
  {
    name: "reads",
    about: "authenticated reads, beside a bare Koa handler with the same queries",
    hears: false,
    repetitionsInTable: 2,
    measure: measureReads,
  },
  {
    name: "jobs",
    about: "an empty job from being written to being done, beside BullMQ alone; needs --services",
    hears: false,
    repetitionsInTable: 3,
    measure: measureJobs,
  },
  {
    name: "upload",
    about: "memory and time of uploads of 50 MiB, beside a server that only writes them to disk",
    hears: false,
    repetitionsInTable: 2,
    measure: measureUploads,
  },
  {
    name: "promotion",
    about: "promoting the next job among 100,000 waiting ones, beside 100",
    hears: false,
    repetitionsInTable: 50,
    measure: measurePromotion,
  },
  {
    name: "usage",
    about:
      "the usage report of an account with 5 million requests (in the table 1 million),\nbeside one with 1,000; writes 2 GB",
    hears: false,
    repetitionsInTable: 50,
    measure: measureUsage,
  },
  {
    name: "long",
    about: "a file of ten minutes: progress, use of the cores, words at the cuts, beside its parts",
    hears: true,
    repetitionsInTable: null,
    measure: measureLongFile,
  },
  {
    name: "word-times",
    about: "how far from its true begin a word of a transcript begins, in sentences of flite",
    hears: false,
    repetitionsInTable: null,
    measure: measureWordTimes,
  },
  {
    name: "no-speech",
    about: "words that are found in 100 files of noise, music and silence",
    hears: false,
    repetitionsInTable: null,
    measure: measureNoSpeech,
  },
  {
    name: "voices-matched",
    about:
      "how much custom voices resemble six speakers (--repetitions: how many) of the recordings, beside the\nmost similar built-in voice; needs Kokoro; the first time it prepares voices for two minutes",
    hears: true,
    repetitionsInTable: null,
    measure: measureMatchedVoices,
  },
  {
    name: "first-start",
    about:
      "seconds of npm start in a fresh clone until a sentence is spoken and recognised, with the models\ndownloaded, in the cache and out of reach",
    hears: false,
    repetitionsInTable: null,
    measure: measureFirstStart,
  },
  {
    name: "soak",
    about:
      "heap, memory and handles of each process, and memory of the hosts, after an hour at 60 % of\ncapacity, beside those after eighteen minutes; with natural voices where Kokoro is installed",
    hears: false,
    repetitionsInTable: null,
    measure: measureSoak,
  },
  {
    name: "revocation",
    about: "calls that a revoked key still opens, on three API processes",
    hears: false,
    repetitionsInTable: null,
    measure: measureRevocation,
  },
];
