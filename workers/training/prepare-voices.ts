import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "#src/config.ts";
import { progressOn } from "#src/models/progress.ts";
import { prepareReferenceVoices, referenceVoices } from "#workers/speech/voices/matching/reference-voices.ts";
import { openVoiceMatching } from "./voice-matching.ts";

/** Prepares the reference voices, which the first training of an installation does first. @returns a line that says what was done */
async function prepare(signal: AbortSignal): Promise<string> {
  await using opened = new AsyncDisposableStack();
  const directory = opened.adopt(await mkdtemp(join(tmpdir(), "speech-voices-")), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const progress = progressOn(process.stderr, String);
  const log = (message: string): void => progress.say(message);
  const found = await openVoiceMatching(readConfig(), { directory, log, observe: () => undefined });
  opened.defer(() => found.close());
  const { referenceFolder: folder, ...matching } = found.matching;
  let made = 0;
  await prepareReferenceVoices({
    ...{ ...matching, folder, directory, signal },
    onProgress: (share) => {
      made = Math.round(share * referenceVoices);
      progress.show("voices", made, referenceVoices);
    },
  });
  return made === 0
    ? `Voice matching is already prepared, in ${folder}.`
    : `Voice matching is prepared: ${referenceVoices} voices in ${folder}.`;
}

const interruption = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => interruption.abort());
try {
  process.stdout.write(`${await prepare(interruption.signal)}\n`);
} catch (error) {
  const continues = "Interrupted. Run the same command again to continue.";
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${interruption.signal.aborted ? continues : message}\n`);
  process.exitCode = 1;
}
