import { type FileHandle, open } from "node:fs/promises";
import ort from "onnxruntime-node";
import { openSession, type Session } from "#workers/speech/process/open-session.ts";
import { speechFault } from "#workers/speech/synthesis/speech-fault.ts";
import { toPcm } from "#workers/speech/synthesis/to-pcm.ts";
import { type HostModels, maxLoaded, type SpeakRequest } from "./host-requests.ts";

/** Models of Piper, of which those that were used last are loaded. */
export interface PiperModels {
  /** Loads a model, unless it is, and tries it. @throws an error that names it and says what to do */
  load(name: string): Promise<Session>;
  speak(request: SpeakRequest): Promise<Int16Array>;
}

/** A short test of these lengths, at −50 dB at least; damaged models are silent, or make noise without end. */
const expected = { seconds: [0.05, 8], level: 100 } as const;
const usual = { noise: 0.667, length: 1, lengthNoise: 0.8, speaker: 0 } as const;

/** Opens the files of all models at once: later the host is another user, who may not. */
export async function openModels({ models, threads }: HostModels): Promise<PiperModels> {
  const files = new Map<string, FileHandle | Error>();
  for (const [name, { path }] of Object.entries(models)) files.set(name, await open(path).catch(errorOf));
  /** The one that was used last is the last one. */
  const loaded = new Map<string, Session>();
  const load = async (name: string): Promise<Session> => {
    const facts = models[name];
    if (facts === undefined) throw new Error(`There is no model ${name}.`);
    const known = loaded.get(name);
    loaded.delete(name);
    if (known === undefined) await makeRoom(loaded);
    const session = known ?? (await loadAndTry(name, facts, { file: files.get(name), threads }));
    loaded.set(name, session);
    return session;
  };
  return { load, speak: async (request) => infer(await load(request.model), request) };
}

async function makeRoom(loaded: Map<string, Session>): Promise<void> {
  for (const [name, session] of loaded) {
    if (loaded.size < maxLoaded) return;
    loaded.delete(name);
    await session.release();
  }
}

interface Loading {
  readonly file: FileHandle | Error | undefined;
  readonly threads: number;
}

async function loadAndTry(
  name: string,
  { sampleRate, test }: HostModels["models"][string],
  { file, threads }: Loading,
): Promise<Session> {
  const fault = (problem: string): Error =>
    new Error(`model.onnx of ${name} cannot be used: ${problem}. Run: npm run models -- verify ${name}`);
  if (file === undefined || file instanceof Error) throw fault(file?.message ?? "it is missing");
  const session = await readAll(file)
    // Several models are loaded at once, and each would keep what its longest sentence took.
    .then((model) => openSession(model, { threads, keepsMemory: false }))
    .catch((error: unknown) => {
      throw fault(errorOf(error).message);
    });
  try {
    const spoken = await infer(session, { model: name, ids: test, ...usual });
    const found = speechFault(spoken, { ...expected, sampleRate });
    if (found !== null) throw new Error(`a short test became ${found}`);
    return session;
  } catch (error) {
    await session.release();
    throw fault(errorOf(error).message);
  }
}

async function readAll(file: FileHandle): Promise<Uint8Array> {
  const { size } = await file.stat();
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(bytes, at, size - at, at);
    if (bytesRead === 0) throw new Error(`it ends after ${at} of ${size} bytes`);
    at += bytesRead;
  }
  return bytes;
}

async function infer(
  session: Session,
  { ids, noise, length, lengthNoise, speaker }: SpeakRequest,
): Promise<Int16Array> {
  const int64 = (values: readonly number[], shape: readonly number[]) =>
    new ort.Tensor("int64", BigInt64Array.from(values, BigInt), shape);
  const outputs = await session.run({
    input: int64(ids, [1, ids.length]),
    input_lengths: int64([ids.length], [1]),
    scales: new ort.Tensor("float32", Float32Array.of(noise, length, lengthNoise), [3]),
    ...(session.inputNames.includes("sid") && { sid: int64([speaker], [1]) }),
  });
  const data = outputs[session.outputNames[0] ?? ""]?.data;
  if (!(data instanceof Float32Array)) throw new Error("the model returned no sound");
  return toPcm(data);
}

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
