import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileOf, type InstalledModel } from "#src/models/installed.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { kokoroVoices } from "#workers/speech/engines/kokoro/voices.ts";
import type { Speak } from "./latency.ts";
import { pythonWith, runPython } from "./python-environment.ts";
import { publishedModel } from "./published-model.ts";

const packages = ["fastkokoro==0.7.0", "onnxruntime==1.32.0"] as const;
const voice = "af_heart";
const pollMs = 250;
const headerBytes = 12;
const chunkHeaderBytes = 8;

export interface FastKokoroOptions {
  readonly threads: number;
  /** An existing folder of one's own. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

export interface FastKokoro extends AsyncDisposable {
  readonly name: string;
  readonly speak: Speak;
}

/** The Python server fastkokoro as it comes, but for the number of threads, with an installed model of Kokoro and its voices. */
export async function startFastKokoro(model: InstalledModel, options: FastKokoroOptions): Promise<FastKokoro> {
  const { threads, directory, signal } = options;
  const python = await pythonWith(packages, signal);
  const voices = await voicesFor(model, { python, directory, signal });
  const port = await freePort();
  const child = spawn(python, ["-I", "-m", "uvicorn", "fastkokoro.server:app", "--port", `${port}`], {
    stdio: "ignore",
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: directory,
      FASTKOKORO_MODEL_PATH: await publishedModel(directory),
      FASTKOKORO_VOICES_PATH: voices,
      FASTKOKORO_CACHE_DIR: directory,
      FASTKOKORO_ONNX_INTRA_OP_NUM_THREADS: `${threads}`,
    },
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  const isThere = async (): Promise<boolean> =>
    (await fetch(`${baseUrl}/health`, { signal }).catch(() => null))?.ok === true;
  while (!(await isThere())) {
    if (child.exitCode !== null) throw new Error("fastkokoro ended before it was ready.");
    await sleep(pollMs, undefined, { signal });
  }
  return {
    name: packages.join(", "),
    speak: async (text) => wavSeconds(await askServer(baseUrl, text, signal)),
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

async function askServer(baseUrl: string, input: string, signal: AbortSignal): Promise<Uint8Array> {
  const body = JSON.stringify({ model: "kokoro", input, voice, lang: "en-us", response_format: "wav" });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${baseUrl}/v1/audio/speech`, { method: "POST", headers, body, signal });
  if (!response.ok) throw new Error(`fastkokoro answered with ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}

interface Conversion extends Pick<FastKokoroOptions, "directory" | "signal"> {
  readonly python: string;
}

/** The voices in the format of NumPy, which the server reads, by its own converter. */
async function voicesFor(model: InstalledModel, { python, directory, signal }: Conversion): Promise<string> {
  const folder = join(directory, "voices");
  const [index, path] = [join(folder, "voices.txt"), join(folder, "voices.npz")];
  const program =
    "import sys; from pathlib import Path; from fastkokoro.assets import convert_raw_voices_to_npz; " +
    "raw, index, folder = sys.argv[1:]; " +
    "print(convert_raw_voices_to_npz(Path(raw), Path(index), Path(folder)))";
  await mkdir(folder);
  await writeFile(index, kokoroVoices.map((name, id) => `${id}=${name}\n`).join(""));
  const files = [fileOf(model, "voices.bin"), index, folder];
  const made = await runPython(python, ["-I", "-c", program, ...files], signal);
  await rename(made.trim().split("\n").at(-1) ?? "", path);
  return path;
}

/** Tells for how many seconds a WAV file of PCM sounds. @throws Error when it is none */
export function wavSeconds(wav: Uint8Array): number {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  let bytesPerSecond = 0;
  for (let at = headerBytes; at + chunkHeaderBytes <= wav.byteLength;) {
    const name = new TextDecoder("latin1").decode(wav.subarray(at, at + 4));
    const size = view.getUint32(at + 4, true);
    const begin = at + chunkHeaderBytes;
    if (name === "fmt ") bytesPerSecond = view.getUint32(begin + 8, true);
    // A file that was written without going back says more than it holds.
    if (name === "data" && bytesPerSecond > 0) return Math.min(size, wav.byteLength - begin) / bytesPerSecond;
    at = begin + size + (size % 2);
  }
  throw new Error("This is no WAV file.");
}
