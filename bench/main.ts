import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printInterruptibly } from "#src/command-line.ts";
import { type Command, help, readCommand } from "./command.ts";
import { inEnglish, readRecordings, type Recording } from "#harness/audio/recordings.ts";
import { judge, renderMarkdown, renderReport, type Report } from "./report.ts";
import { speakRecordings } from "./spoken-recordings.ts";

async function main(signal: AbortSignal): Promise<string> {
  const command = readCommand(process.argv.slice(2));
  if (command === null) return help;
  const report = await measured(command, signal);
  if ((report.failures ?? []).length > 0) process.exitCode = 1;
  if (command.markdown) return renderMarkdown(report);
  if (!command.json) return renderReport(report);
  return JSON.stringify({ ...report, figures: report.figures.map(judge) }, null, 2);
}

async function measured({ measure, folder, hears, ...options }: Command, signal: AbortSignal): Promise<Report> {
  await using opened = new AsyncDisposableStack();
  const recordingsOf = async (): Promise<readonly Recording[]> => {
    if (folder === undefined) return [];
    if (folder !== null && hears !== null) {
      const recordings = await readRecordings(folder);
      return hears === "English" ? inEnglish(recordings) : recordings;
    }
    const directory = opened.adopt(await mkdtemp(join(tmpdir(), "speech-recordings-")), (path) =>
      rm(path, { recursive: true }),
    );
    return speakRecordings(directory, signal);
  };
  return await measure({ ...options, signal }, await recordingsOf());
}

await printInterruptibly(main);
