import { accessSync, constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";

const engines = ["espeak-ng", "flite", "pocketsphinx_batch", "ffmpeg"];

/** @throws Error in one sentence that names the engines which are missing */
export function requireEngines(path: string): void {
  const folders = path.split(delimiter);
  const missing = engines.filter((engine) => !folders.some((folder) => isExecutable(join(folder, engine))));
  if (missing.length > 0) {
    throw new Error(`These speech engines are missing: ${missing.join(", ")}. Run bin/setup to install them.`);
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Makes the folder when it is missing. @throws Error in one sentence when it cannot be written to */
export async function requireWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new Error(`The data folder ${folder} cannot be written to. Set DATA_DIR to one that can.`, { cause });
  }
}

/** @throws Error in one sentence, and what to do about it, when the port cannot be used */
export async function requireFreePort(host: string, port: number, advice = "Set PORT to another."): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer().once("error", reject).listen(port, host, resolve);
  try {
    await promise;
  } catch (cause) {
    throw new Error(`Port ${port} on ${host} cannot be used, most likely another program has it. ${advice}`, { cause });
  }
  await new Promise((done) => server.close(done));
}
