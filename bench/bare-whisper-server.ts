import { spawn } from "node:child_process";
import { once } from "node:events";
import { openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { InstalledModel } from "#src/models/installed.ts";
import { pythonWith } from "./python-environment.ts";
import { freePort } from "#harness/servers/backing-services.ts";

export interface WhisperServer extends AsyncDisposable {
  readonly pid: number;
  transcribe(path: string): Promise<string>;
}

export interface WhisperServerOptions {
  readonly threads: number;
  /** An existing folder of one's own. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

const answer = z.object({ text: z.string() });
const name = "whisper-1";
const pollMs = 100;
const packages = ["faster-whisper-server==0.0.3", "faster-whisper==1.2.1", "ctranslate2==4.8.5"] as const;

/** faster-whisper-server as it comes, but for int8 and the number of threads, with the weights of an installed model. */
export async function startWhisperServer(
  { directory: path }: InstalledModel,
  { threads, directory, signal }: WhisperServerOptions,
): Promise<WhisperServer> {
  const python = await pythonWith(packages, signal);
  const configuration = join(directory, "server.yaml");
  const options = { device: "cpu", compute_type: "int8", cpu_threads: threads };
  await writeFile(configuration, JSON.stringify({ models: [{ name, path, model_options: options }] }));
  const port = await freePort();
  const address = ["--config", configuration, "--host", "127.0.0.1", "--port", `${port}`];
  const child = spawn(python, ["-I", "-m", "faster_whisper_server", ...address], { stdio: "ignore" });
  const baseUrl = `http://127.0.0.1:${port}`;
  const isThere = async (): Promise<boolean> =>
    (await fetch(`${baseUrl}/health`, { signal }).catch(() => null)) !== null;
  while (!(await isThere())) {
    if (child.exitCode !== null) throw new Error("faster-whisper-server ended.");
    await sleep(pollMs, undefined, { signal });
  }
  return {
    pid: child.pid ?? 0,
    transcribe: async (recording) => {
      const body = new FormData();
      body.set("file", await openAsBlob(recording), "recording");
      const response = await fetch(`${baseUrl}/v1/audio/transcriptions`, { method: "POST", body, signal });
      if (response.ok) return answer.parse(await response.json()).text;
      throw new Error(`faster-whisper-server answered with ${response.status}.`);
    },
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
