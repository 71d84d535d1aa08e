import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { InstalledModel } from "#src/models/installed.ts";
import { openBareKokoro } from "./bare-kokoro.ts";
import { openBareSynthesis } from "./bare-synthesis.ts";
import { findKokoro, kokoro as engine, naturalSettings } from "#harness/service/natural-voices.ts";
import { type Figure, type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { type BenchOptions, type MeasuredService, startService, untilApiOffersKokoro } from "./running-service.ts";
import { measureShortCalls } from "./short-calls.ts";
import { openSpeechClient, type SpeechClient } from "#harness/clients/speech-client.ts";
import { measureCallers, measureParagraph } from "./speech-speed.ts";

const model = "kokoro-82m";
/** The threads that compute at once, each in the service, the bare engine and fastkokoro. */
const threads = 2;
const defaultCalls = { kokoro: 40, flite: 100 } as const;
const paragraphRounds = 3;
const short = "The parcel will be there before noon.";

/**
 * Measures how fast texts are spoken through HTTP. In the table of all measurements it is the short call alone, which is also
 * all there is where Kokoro is not installed.
 */
export async function measureSpeech(options: BenchOptions): Promise<Report> {
  const load = machineLoad();
  const installed = await findKokoro();
  const processes = ["api", "synthesis", "maintenance"] as const;
  await using service = await startService(processes, options, naturalSettings);
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
  await untilApiOffersKokoro(service, signal);
  await using bare = await openBareKokoro(installed, { threads, directory: service.directory, signal });
  // The engine takes text, too: its phonemes belong to its time.
  const speakBare = async (): Promise<unknown> => bare.speak(await bare.tokensOf(short));
  const limits = { median: 40, p95: 90 } as const;
  const figures = await measureShortCalls(client, { text: short, calls, bare: speakBare, limits });
  if (brief) return { figures, notes: [], failures: await substitutesOf(service) };
  const paragraph = await measureParagraph({ client, bare }, paragraphRounds);
  const beside = await besideFastKokoro(installed, { service, signal, client });
  const failures = [...(await substitutesOf(service)), ...beside.failures];
  return { notes: [], figures: [...figures, ...paragraph, ...beside.figures], failures };
}

/** Finds texts that another engine has spoken, which say nothing about Kokoro. @returns a sentence for each such engine */
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

interface Beside {
  readonly service: MeasuredService;
  readonly client: SpeechClient;
  readonly signal: AbortSignal;
}

/** Without a package index there is nothing to compare with, which is no reason to lose the rest. */
async function besideFastKokoro(
  installed: InstalledModel,
  { service, client, signal }: Beside,
): Promise<{ readonly figures: readonly Figure[]; readonly failures: readonly string[] }> {
  const directory = join(service.directory, "fastkokoro");
  await mkdir(directory);
  try {
    return { figures: await measureCallers(client, installed, { threads, directory, signal }), failures: [] };
  } catch (error) {
    if (signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return { figures: [], failures: [`fastkokoro could not be measured: ${reason}`] };
  }
}
