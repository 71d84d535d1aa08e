import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transcribeAll } from "./asr.ts";
import type { Recording } from "#harness/audio/recordings.ts";
import { type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { type BenchOptions, startService } from "./running-service.ts";
import { openSpeechClient } from "#harness/clients/speech-client.ts";
import { wordlessFiles } from "#harness/audio/wordless-sounds.ts";
import { wordsOf } from "#harness/audio/word-error-rate.ts";

const files = 100;
const shortestSeconds = 2;
const longestSeconds = 20;

/** How many words the service finds where there are none. */
export async function measureNoSpeech(options: BenchOptions): Promise<Report> {
  const { signal } = options;
  const load = machineLoad();
  await using service = await startService(["api", "transcription", "maintenance"], options, {
    WAIT_MAX_SECONDS: "300",
  });
  const directory = join(service.directory, "no-speech");
  await mkdir(directory);
  const { texts } = await transcribeAll(await makeRecordings(directory), openSpeechClient(service, signal));
  const heard = [...texts].map(([name, text]) => ({ name, text, words: wordsOf(text).length }));
  const wrong = heard.filter(({ words }) => words > 0);
  return {
    title: `${files} files of noise, music and silence, ${shortestSeconds} to ${longestSeconds} s each; ${service.stack}; ${load}`,
    baseline: "what is said in them",
    figures: [
      {
        measure: "words in all of them",
        unit: "",
        baseline: 0,
        service: heard.reduce((sum, { words }) => sum + words, 0),
        target: { of: "service", atMost: 0 },
      },
    ],
    notes: wrong.map(({ name, text }) => `${name}: “${text}”.`),
  };
}

async function makeRecordings(directory: string): Promise<readonly Recording[]> {
  const recordings: Recording[] = [];
  for (const { name, seconds, content } of wordlessFiles(files, {
    shortest: shortestSeconds,
    longest: longestSeconds,
  })) {
    const path = join(directory, name);
    await writeFile(path, content);
    recordings.push({ name, path, text: "", seconds });
  }
  return recordings;
}
