import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runProcess } from "#workers/speech/process/run-process.ts";

/** The voice by which the service speaks English when none is named. */
const voice = "rms";

export interface BareSynthesisOptions {
  /** An existing folder. */
  readonly directory: string;
  /** The name of the files there; each caller who runs beside others has a name of its own. */
  readonly name: string;
  readonly signal: AbortSignal;
}

/** The engine as the service runs it, from a text file to a WAV file, and nothing around it. @returns one run of it */
export async function openBareSynthesis(
  text: string,
  { directory, name, signal }: BareSynthesisOptions,
): Promise<() => Promise<void>> {
  const [textPath, wavPath] = [join(directory, `${name}.txt`), join(directory, `${name}.wav`)];
  await writeFile(textPath, text);
  const command = ["-voice", voice, "--setf", "duration_stretch=1", "-f", textPath, "-o", wavPath];
  return async () => {
    const { exitCode } = await runProcess("flite", command, { signal, timeoutMs: 60_000, maxOutputBytes: 65_536 });
    if (exitCode !== 0) throw new Error(`flite ended with exit code ${exitCode}.`);
  };
}
