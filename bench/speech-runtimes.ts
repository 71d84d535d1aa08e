import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { readConfig } from "#src/config.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { kokoroEngine } from "#workers/synthesis/kokoro-engine.ts";
import { sherpaEngines } from "#workers/transcription/sherpa-engines.ts";
import { convertPcm } from "#workers/speech/audio/convert-pcm.ts";
import type { PcmFile, RecognitionEngine } from "#workers/speech/engine.ts";
import { runProcess } from "#workers/speech/process/run-process.ts";
import { publishedModel } from "./published-model.ts";
import { residentMib } from "#harness/service/processes.ts";
import { type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import type { BenchOptions } from "./running-service.ts";
import { spokenSentences } from "./spoken-sentences.ts";
import { type WordErrors, wordErrorRate, wordErrors } from "#harness/audio/word-error-rate.ts";

/** Speaks sentences in one way. */
interface Speaker extends AsyncDisposable {
  readonly name: string;
  speak(text: string): Promise<PcmFile>;
  /** Of the process that does it. */
  pid(): number;
}

interface Trial {
  readonly directory: string;
  readonly threads: number;
  readonly signal: AbortSignal;
}

const sampleRate = 24_000;
const ticksPerSecond = 100;
const ready = z.tuple([z.literal("ready")]).rest(z.unknown());
const sound = z.tuple([z.instanceof(Float32Array)]).rest(z.unknown());

/** Kokoro by the two runtimes that there are for Node, each with espeak-ng's pronunciation as it has it. */
export async function measureSpeechRuntimes({ signal }: BenchOptions): Promise<Report> {
  const load = machineLoad();
  await using opened = new AsyncDisposableStack();
  const directory = opened.adopt(await mkdtemp(join(tmpdir(), "speech-runtimes-")), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const config = readConfig({ MODELS_DIR: modelsDirectory, SPEECH_MODELS: "moonshine-tiny-en,silero-vad,kokoro-82m" });
  const failures: string[] = [];
  const log = (message: string): unknown => failures.push(message);
  const options = { processes: 1, directory, idleMs: null, log, observe: () => undefined };
  const [choice] = await sherpaEngines(config, options);
  if (choice === undefined) throw new Error("Moonshine is not installed. Run: npm run models -- pull");
  const recognizer = opened.adopt(choice.open(), (engine) => engine.close());
  const trial = { directory, threads: config.workers.synthesisEngines, signal };
  const results: Result[] = [];
  for (const open of [openSherpaSpeaker, openOwnSpeaker]) {
    await using speaker = await open(trial);
    results.push(await measure(speaker, recognizer, trial));
  }
  const [baseline, own] = results;
  if (baseline === undefined || own === undefined) throw new Error("There are two runtimes.");
  const figure = (what: string, unit: string, of: (result: Result) => number) => {
    return { measure: what, unit, baseline: of(baseline), service: of(own) };
  };
  return {
    title: `${spokenSentences.length} sentences by Kokoro, ${trial.threads} threads; the column "service" is onnxruntime-node; ${load}`,
    baseline: "sherpa-onnx-node with its own pronunciation",
    figures: [
      figure("words misheard by Moonshine", "%", ({ words }) => wordErrorRate(words)),
      figure(
        "time by the clock for a second of speech",
        "s",
        ({ wallSeconds, audioSeconds }) => wallSeconds / audioSeconds,
      ),
      figure("processor time for a second of speech", "s", ({ cpuSeconds, audioSeconds }) => cpuSeconds / audioSeconds),
      figure("length of all sentences", "s", ({ audioSeconds }) => audioSeconds),
      figure("memory of the process afterwards", "MiB", ({ memoryMib }) => memoryMib),
    ],
    notes: results.flatMap(({ name, misheard }) => misheard.map((line) => `${name}: ${line}`)),
    failures,
  };
}

interface Result {
  readonly name: string;
  readonly words: readonly WordErrors[];
  readonly audioSeconds: number;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly memoryMib: number;
  /** What was heard of sentences in which words are wrong. */
  readonly misheard: readonly string[];
}

async function measure(speaker: Speaker, recognizer: RecognitionEngine, { signal }: Trial): Promise<Result> {
  // The first sentence takes longer than the others.
  await speaker.speak("One, two, three.");
  const spoken: { readonly text: string; readonly pcm: PcmFile }[] = [];
  const [beganMs, cpuBefore] = [performance.now(), await processorSecondsOf(speaker.pid())];
  for (const text of spokenSentences) spoken.push({ text, pcm: await speaker.speak(text) });
  const wallSeconds = (performance.now() - beganMs) / 1000;
  const cpuSeconds = (await processorSecondsOf(speaker.pid())) - cpuBefore;
  const memoryMib = await residentMib(speaker.pid());
  const [words, misheard]: [WordErrors[], string[]] = [[], []];
  for (const { text, pcm } of spoken) {
    const audio = await convertPcm(pcm, { path: `${pcm.path}.heard`, sampleRate: 16_000, signal });
    const heard = (await recognizer.transcribe(audio, { language: "en", signal })).text;
    const errors = wordErrors(text, heard);
    words.push(errors);
    if (errors.errors > 0) misheard.push(`“${text}” as “${heard}”.`);
  }
  const audioSeconds = spoken.reduce((sum, { pcm }) => sum + pcm.durationSeconds, 0);
  return { name: speaker.name, words, audioSeconds, wallSeconds, cpuSeconds, memoryMib, misheard };
}

/** Processor time of a process so far: fields 14 and 15 of proc_pid_stat(5). */
async function processorSecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

async function openSherpaSpeaker({ directory, threads, signal }: Trial): Promise<Speaker> {
  const limits = { signal, timeoutMs: 10_000, maxOutputBytes: 4096 };
  const { stdout } = await runProcess("espeak-ng", ["--version"], limits);
  const data = /Data at: (.+)$/m.exec(stdout.toString())?.[1]?.trim() ?? "";
  const program = join(import.meta.dirname, "bare-sherpa-speech.ts");
  const folder = join(modelsDirectory, "kokoro-82m");
  const model = await publishedModel(directory);
  const child = fork(program, [model, folder, data, String(threads)], {
    ...{ signal, serialization: "advanced" },
  });
  ready.parse(await once(child, "message", { signal }));
  let count = 0;
  return {
    name: "sherpa-onnx-node",
    pid: () => child.pid ?? 0,
    speak: async (text) => {
      child.send(text);
      const [samples] = sound.parse(await once(child, "message", { signal }));
      const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0.95);
      const path = join(directory, `sherpa-${(count += 1)}.pcm`);
      await writeFile(
        path,
        Int16Array.from(samples, (sample) => (31_129 * sample) / peak),
      );
      return { path, sampleRate, durationSeconds: samples.length / sampleRate };
    },
    [Symbol.asyncDispose]: () => Promise.resolve(void child.kill()),
  };
}

async function openOwnSpeaker({ directory, signal }: Trial): Promise<Speaker> {
  const config = readConfig({ MODELS_DIR: modelsDirectory, SPEECH_MODELS: "kokoro-82m" });
  const engine = await kokoroEngine(config, { log: () => undefined, observe: () => undefined });
  if (engine === null) throw new Error("Kokoro is not installed. Run: npm run models -- pull");
  const voice = { engine: "kokoro", name: "af_heart", profile: null };
  return {
    name: "onnxruntime-node",
    pid: () => engine.pids?.()[0] ?? 0,
    speak: (text) => engine.synthesize({ text, voice, language: "en", speed: 1, directory, signal }),
    [Symbol.asyncDispose]: () => engine.close(),
  };
}
