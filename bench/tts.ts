import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { InstalledModel } from "#src/models/installed.ts";
import { type BareKokoro, openBareKokoro } from "./bare-kokoro.ts";
import { openBareSynthesis } from "./bare-synthesis.ts";
import { measureCustomVoices } from "./custom-voices.ts";
import { findKokoro, kokoro as engine, naturalSettings, untilKokoroSpeaks } from "#harness/service/natural-voices.ts";
import { type Figure, type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { type BenchOptions, type MeasuredService, startService } from "./running-service.ts";
import { measureShortCalls } from "./short-calls.ts";
import { openSpeechClient } from "#harness/clients/speech-client.ts";
import { judgeEnglish, judgeLanguage } from "./speech-quality.ts";
import { readSpeechSentences, type SpeechSentence } from "./speech-sentences.ts";
import { measureCallers, measureParagraph } from "./speech-speed.ts";

const model = "kokoro-82m";
/** What can compute at once: of the service, of the bare engine and of fastkokoro. */
const threads = 2;
/** A little more than an API process takes to notice an engine. */
const engineLookMs = 6_000;
const defaultCalls = { kokoro: 40, flite: 100 } as const;
const paragraphRounds = 3;
const settings = { ...naturalSettings, TRANSCRIPTION_DECODERS: "1" } as const;
const short = "The parcel will be there before noon.";

/**
 * How well and how fast texts are spoken through HTTP. In the table of all measurements it is the short call alone, which is
 * also all there is where Kokoro is not installed.
 */
export async function measureSpeech(options: BenchOptions): Promise<Report> {
  const load = machineLoad();
  const installed = await findKokoro();
  const processes = ["api", "synthesis", "transcription", "maintenance"] as const;
  await using service = await startService(processes, options, settings);
  const parts =
    installed === null
      ? await measureByFlite(service, options)
      : await measureByKokoro(installed, { service, ...options });
  const baseline =
    installed === null ? "flite alone" : `onnxruntime alone with ${model}, ${threads} threads, one process`;
  const rest = "where no other is named; differences are of neighbours";
  return { title: `Speech; ${service.stack}; ${load}`, baseline: `${baseline}, ${rest}`, ...parts };
}

type Parts = Pick<Report, "figures" | "notes" | "failures">;
type Options = BenchOptions & { readonly service: MeasuredService };

async function measureByFlite(service: MeasuredService, { repetitions, signal }: BenchOptions): Promise<Parts> {
  const client = openSpeechClient(service, signal);
  const bare = await openBareSynthesis(short, { directory: service.directory, name: "bare", signal });
  const calls = repetitions ?? defaultCalls.flite;
  const figures = await measureShortCalls(client, { text: short, calls, bare, limits: { median: 30, p95: 80 } });
  const failure = `${model} is not installed, so only a short call was measured. Run: npm run models -- pull ${model}`;
  return { figures, notes: [], failures: [failure] };
}

async function measureByKokoro(installed: InstalledModel, { service, ...options }: Options): Promise<Parts> {
  const { repetitions: calls = defaultCalls.kokoro, signal, brief = false } = options;
  const client = openSpeechClient(service, signal);
  await awaitKokoro(service, signal);
  using bare = await openBareKokoro(installed, { threads, directory: service.directory, signal });
  // The engine takes text, too: its phonemes belong to its time.
  const speakBare = async (): Promise<unknown> => bare.speak(await bare.tokensOf(short));
  const limits = { median: 40, p95: 90 } as const;
  const figures = await measureShortCalls(client, { text: short, calls, bare: speakBare, limits });
  if (brief) return { figures, notes: [], failures: await substitutesOf(service) };
  const whole = await measureWhole(installed, { service, bare, signal });
  const failures = [...(await substitutesOf(service)), ...(whole.failures ?? [])];
  return { ...whole, figures: [...figures, ...whole.figures], failures };
}

async function awaitKokoro({ resources }: MeasuredService, signal: AbortSignal): Promise<void> {
  await untilKokoroSpeaks(resources, signal);
  // Each API process looks at the engines every five seconds.
  await sleep(engineLookMs, undefined, { signal });
}

/** What another engine has spoken says nothing about Kokoro. @returns a sentence for each such engine */
async function substitutesOf({ resources: { db } }: MeasuredService): Promise<readonly string[]> {
  const spoken = await db
    .selectFrom("speech_requests")
    .select((eb) => ["model", eb.fn.countAll<string>().as("texts")])
    .where("request_type", "=", "tts")
    .groupBy("model")
    .execute();
  return spoken.flatMap(({ model: by, texts }) =>
    by === engine ? [] : [`${texts} texts were spoken by ${by ?? "no engine"} instead of ${engine}.`],
  );
}

interface Whole {
  readonly service: MeasuredService;
  readonly bare: BareKokoro;
  readonly signal: AbortSignal;
}

async function measureWhole(installed: InstalledModel, { service, bare, signal }: Whole): Promise<Parts> {
  const client = openSpeechClient(service, signal);
  const sentences = await readSpeechSentences();
  const byLanguage = Map.groupBy(sentences, ({ language }) => language);
  const english = byLanguage.get("en") ?? [];
  const figures: Figure[] = [
    ...(await measureParagraph({ client, bare }, paragraphRounds)),
    ...(await measureCustomVoices(service, { text: short, signal })),
  ];
  const notes: string[] = [];
  const directory = await folder(service, "sentences");
  for (const [language, ofLanguage] of byLanguage) {
    const quality = { client, directory, signal };
    const judged =
      language === "en" ? await judgeEnglish(english, quality) : await judgeLanguage(language, ofLanguage, quality);
    figures.push(...judged.figures);
    notes.push(...judged.notes);
  }
  const beside = await besideFastKokoro(installed, { service, signal, english });
  return { notes, figures: [...figures, ...beside.figures], failures: beside.failures };
}

interface Beside {
  readonly service: MeasuredService;
  readonly signal: AbortSignal;
  readonly english: readonly SpeechSentence[];
}

/** Without a package index there is nothing to compare with, which is no reason to lose the rest. */
async function besideFastKokoro(
  installed: InstalledModel,
  { service, signal, english }: Beside,
): Promise<{ readonly figures: readonly Figure[]; readonly failures: readonly string[] }> {
  const directory = await folder(service, "fastkokoro");
  const texts = english.map(({ spoken }) => spoken);
  const client = openSpeechClient(service, signal);
  try {
    return { figures: await measureCallers(client, installed, { threads, directory, signal, texts }), failures: [] };
  } catch (error) {
    if (signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return { figures: [], failures: [`fastkokoro could not be measured: ${reason}`] };
  }
}

async function folder(service: MeasuredService, name: string): Promise<string> {
  const path = join(service.directory, name);
  await mkdir(path);
  return path;
}
