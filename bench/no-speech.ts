import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findInstalledModel } from "#src/models/installed.ts";
import { wordlessFiles } from "#harness/audio/wordless-sounds.ts";
import { openSpeechClient, type SpeechClient } from "#harness/clients/speech-client.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { sum } from "#harness/statistics.ts";
import type { Report } from "./report.ts";
import { type BenchOptions, startService } from "./running-service.ts";

const files = 100;
/** Seconds of a file. */
const lengths = { shortest: 2, longest: 15 } as const;
/** The models beyond the default set listen where they are installed. */
const models = ["moonshine-tiny-en", "pocketsphinx", "whisper-tiny.en", "whisper-base"] as const;
const callers = 4;

/** Counts the words that each model hears in files of noise, music and silence, through HTTP. */
export async function measureNoSpeech(options: BenchOptions): Promise<Report> {
  const load = machineLoad();
  const installed = await Promise.all(
    models.map(async (model) =>
      model === "pocketsphinx" || (await findInstalledModel(modelsDirectory, model)) ? model : null,
    ),
  );
  const heard = installed.filter((model) => model !== null);
  const accurate = heard.filter((model) => model.startsWith("whisper"));
  await using service = await startService(["api", "transcription", "maintenance"], options, {
    SPEECH_MODELS: ["default", ...accurate].join(","),
    WAIT_MAX_SECONDS: "600",
  });
  const client = openSpeechClient(service, options.signal);
  const paths = await writeFiles(service.directory);
  const figures = [];
  for (const model of heard) {
    const words = await countWords(client, paths, model);
    figures.push({
      ...{ measure: `${model}: words in ${files} files without speech`, unit: "", baseline: 0, service: words },
      target: { of: "service", atMost: 0 } as const,
    });
  }
  return {
    title: `${files} files of noise, music and silence of ${lengths.shortest} to ${lengths.longest} s; ${service.stack}; ${load}`,
    baseline: "none are said",
    figures,
    notes: [],
  };
}

async function writeFiles(parent: string): Promise<readonly string[]> {
  const directory = join(parent, "without-speech");
  await mkdir(directory);
  const paths: string[] = [];
  for (const { name, content } of wordlessFiles(files, lengths)) {
    const path = join(directory, name);
    await writeFile(path, content);
    paths.push(path);
  }
  return paths;
}

async function countWords(client: SpeechClient, paths: readonly string[], model: string): Promise<number> {
  const counts: number[] = [];
  const left = paths.values();
  const call = async (): Promise<void> => {
    for (const path of left) {
      const { text } = await client.transcribe(path, { model, language: "en" });
      counts.push(text.split(/\s+/).filter(Boolean).length);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return sum(counts);
}
