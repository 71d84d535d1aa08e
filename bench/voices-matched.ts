import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { readConfig } from "#src/config.ts";
import { DomainError } from "#src/errors.ts";
import type { StyleProfile } from "#workers/speech/engine.ts";
import { dot } from "#workers/speech/voices/matching/speaker-encoder.ts";
import { analysisRate } from "#workers/speech/voices/matching/spectra.ts";
import { joinSamples, styleRate, takeSamples } from "#workers/speech/voices/matching/style-voice.ts";
import { trainStyleVoice, type VoiceMatching } from "#workers/speech/voices/matching/train-style-voice.ts";
import { openVoiceMatching } from "#workers/training/voice-matching.ts";
import { decodeRecording, type Recording } from "#harness/audio/recordings.ts";
import { figuresOf, type MatchedSpeaker, noteOf, type Spoken } from "./matched-voice-figures.ts";
import type { Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import type { BenchOptions } from "./running-service.ts";
import { sum } from "#harness/statistics.ts";
import { wordErrors } from "#harness/audio/word-error-rate.ts";

const usualSpeakers = 6;
/** Shorter samples are refused. */
const leastSeconds = 5;

/** Sentences that voice matching knows nothing of. */
const sentences = [
  "The small boat drifted slowly across the quiet lake.",
  "He finished his lunch and walked back to the office.",
] as const;

const index = z.array(z.object({ file: z.string(), language: z.string(), seconds: z.number() }));

/** Recordings of one person in one language: those whose names are the same up to the last hyphen or underscore. */
interface Speaker {
  readonly name: string;
  readonly language: string;
  readonly seconds: number;
  readonly paths: readonly string[];
}

/** How much custom voices resemble the speakers of recordings, beside the built-in voice that resembles each most. */
export async function measureMatchedVoices(options: BenchOptions, recordings: readonly Recording[]): Promise<Report> {
  const { repetitions = usualSpeakers, signal } = options;
  const load = machineLoad();
  await using opened = new AsyncDisposableStack();
  const directory = opened.adopt(await mkdtemp(join(tmpdir(), "speech-matching-")), (path) =>
    rm(path, { recursive: true }),
  );
  const found = await openVoiceMatching(readConfig(process.env), {
    directory,
    log: () => undefined,
    observe: () => undefined,
  });
  if (found === null) throw new Error("Voice matching is not installed. Run: npm run models -- pull");
  opened.defer(() => found.close());
  const { matching } = found;
  const [results, notes]: [MatchedSpeaker[], string[]] = [[], []];
  for (const speaker of await speakersOf(recordings)) {
    if (results.length === repetitions) break;
    try {
      results.push(await measureSpeaker(speaker, { matching, directory, signal }));
    } catch (error) {
      if (!(error instanceof DomainError) || error.transient) throw error;
      notes.push(`${speaker.name} (${speaker.language}) was refused: ${error.message}`);
    }
  }
  if (results.length === 0) throw new Error("No recording is a usable sample.");
  return {
    title: `Voice matching of ${results.length} speakers, on sentences that it does not know; ${load}`,
    baseline: "the built-in voice that is most similar",
    figures: figuresOf(results),
    notes: [...results.map(noteOf), ...notes],
  };
}

async function speakersOf(recordings: readonly Recording[]): Promise<readonly Speaker[]> {
  const [first] = recordings;
  if (first === undefined) return [];
  const folder = dirname(first.path);
  const text = await readFile(join(folder, "index.json"), "utf8").catch(() => null);
  const own = recordings.map(({ name, seconds }) => ({ file: name, language: "en", seconds }));
  const files = text === null ? own : index.parse(JSON.parse(text));
  const groups = Map.groupBy(files, ({ file, language }) => `${speakerOf(file)} ${language}`);
  return [...groups.values()]
    .map((some) => ({
      name: speakerOf(some[0]?.file ?? ""),
      language: some[0]?.language ?? "en",
      seconds: sum(some.map(({ seconds }) => seconds)),
      paths: some.map(({ file }) => join(folder, file)),
    }))
    .filter(({ seconds }) => seconds >= leastSeconds);
}

const speakerOf = (file: string): string => {
  const name = file.replace(/\.[a-z0-9]+$/, "");
  const end = Math.max(name.lastIndexOf("-"), name.lastIndexOf("_"));
  return end > 0 ? name.slice(0, end) : name;
};

interface Tools {
  readonly matching: VoiceMatching;
  readonly directory: string;
  readonly signal: AbortSignal;
}

async function measureSpeaker(speaker: Speaker, tools: Tools): Promise<MatchedSpeaker> {
  const { matching, directory, signal } = tools;
  const path = join(directory, `${speaker.name}.sample`);
  const bytes = await sampleOf(speaker, tools);
  await writeFile(path, bytes);
  const sample = { path, sampleRate: analysisRate, durationSeconds: bytes.length / 2 / analysisRate };
  const begun = performance.now();
  const trained = await trainStyleVoice(matching, sample, { language: speaker.language, directory, signal });
  const seconds = (performance.now() - begun) / 1000;
  const samples = new Int16Array(Uint8Array.from(bytes).buffer);
  const heard = await matching.analyzer.describe({ samples, sampleRate: analysisRate, speech: false }, signal);
  const target = { embedding: heard.embedding, pitchHz: trained.measurement.medianPitchHz };
  const { builtinVoice, baseVoice, method } = trained.report;
  const plain: StyleProfile = { ...trained.voice.profile, baseVoice: builtinVoice, ...nothingAdded };
  return {
    ...{ speaker, method, baseVoice, builtinVoice, seconds },
    matched: await speakWith(trained.voice.profile, target, tools),
    builtin: await speakWith(plain, target, tools),
  };
}

const nothingAdded = { styleOffset: Array.from({ length: 256 }, () => 0), resampling: 1, equalizer: null } as const;

async function sampleOf({ paths }: Speaker, { directory, signal }: Tools): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (const path of paths) {
    const raw = join(directory, "decoded.raw");
    await decodeRecording(path, raw, signal);
    parts.push(await readFile(raw));
  }
  return Buffer.concat(parts);
}

interface Target {
  readonly embedding: Float32Array;
  readonly pitchHz: number;
}

async function speakWith(profile: StyleProfile, target: Target, tools: Tools): Promise<Spoken> {
  const { matching, directory, signal } = tools;
  const parts: Int16Array[] = [];
  for (const text of sentences) {
    parts.push(await takeSamples(await matching.speak({ text, profile, speed: 1, directory, signal })));
  }
  const samples = joinSamples(parts);
  const heard = await matching.analyzer.describe({ samples, sampleRate: styleRate, speech: false }, signal);
  const path = join(directory, "spoken.raw");
  await writeFile(path, samples);
  const pcm = { path, sampleRate: styleRate, durationSeconds: samples.length / styleRate };
  const words = (await matching.hear(pcm, signal)) ?? "";
  return {
    similarity: dot(heard.embedding, target.embedding),
    semitones: Math.abs(12 * Math.log2(heard.pitchHz / target.pitchHz)),
    wordErrors: wordErrors(sentences.join(" "), words).errors,
  };
}
