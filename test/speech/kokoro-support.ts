import type { ExecutionContext } from "ava";
import type { EngineVoice, PcmFile } from "#workers/speech/engine.ts";
import { type KokoroOptions, openKokoro } from "#workers/speech/engines/kokoro/open-kokoro.ts";
import { kokoroFiles, writeToyKokoro } from "#test/support/toy-kokoro.ts";
import { privateFolder, readSamples } from "./synth-support.ts";

export const kokoroVoice = (name: string): EngineVoice => ({ engine: "kokoro", name, profile: null });

/** An engine of one host, closed when the test is over; a toy model unless a folder with a real one is given. */
export async function openHosts(
  t: ExecutionContext,
  { folder, ...options }: Partial<KokoroOptions> & { readonly folder?: string } = {},
) {
  const directory = await privateFolder(t);
  const logged: string[] = [];
  const files = folder === undefined ? await writeToyKokoro(await privateFolder(t)) : kokoroFiles(folder);
  const log = (message: string): unknown => logged.push(message);
  const model = { name: "kokoro-82m", files };
  const engine = openKokoro({ model, memoryMb: 1000, processes: 1, threads: 1, log, ...options });
  t.teardown(() => engine.close());
  return { engine, directory, logged, files };
}

/** The number of times that a sound goes up through zero in a second. */
export async function frequencyOf(pcm: PcmFile): Promise<number> {
  const samples = await readSamples(pcm);
  let crossings = 0;
  for (let at = 1; at < samples.length; at += 1) {
    if ((samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0) crossings += 1;
  }
  return crossings / pcm.durationSeconds;
}
