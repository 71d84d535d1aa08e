import { repairAdvice } from "#workers/speech/process/repair-advice.ts";
import { readFile } from "node:fs/promises";
import ort from "onnxruntime-node";
import { openSession, type Session } from "#workers/speech/process/open-session.ts";
import { toPcm } from "#workers/speech/synthesis/to-pcm.ts";
import type { HostModels, SpeakRequest, SpokenSound } from "./host-requests.ts";
import { equalize, resample } from "./post-processing.ts";
import { kokoroVoices } from "./voices.ts";

/** Speaks phonemes. */
export type Speaker = (request: SpeakRequest) => Promise<SpokenSound>;

/** The styles of a voice: one for each number of phonemes. */
const rows = 510;
const columns = 256;
const bytesPerNumber = 4;
const leastSymbols = 100;
/** The model decides the length of each symbol in frames of 600 samples. */
const secondsPerFrame = 600 / 24_000;
/** So much earlier is the sound: https://github.com/hexgrad/kokoro/blob/main/kokoro/pipeline.py, `join_timestamps`. */
const framesAhead = 3;
/** Before and behind the phonemes. */
const boundary = 0n;
/**
 * How many frames of the silence at both ends are computed, of a dozen or two: the sound begins up to three frames before the first
 * phoneme and ends as early.
 */
const kept = { before: 9, behind: 6 } as const;
const allFrames = 1e6;
/** The input of a model that can leave silence out. */
const keptFrames = "kept_frames";
const mark = /[;:,.!?—…]$/u;

/** @throws an error that names the file at fault and says what to do */
export async function loadModel({ name, files, threads }: HostModels): Promise<Speaker> {
  const fault = (file: string, problem: string): Error =>
    new Error(`${file} of ${name} cannot be used: ${problem}. ${repairAdvice(name, "pull")}`);
  const read = (file: keyof HostModels["files"]): Promise<Buffer> =>
    readFile(files[file]).catch((error: unknown) => {
      throw fault(file, textOf(error));
    });
  const ids = vocabularyOf(await read("tokens.txt"));
  if (ids.size < leastSymbols) throw fault("tokens.txt", `it holds ${ids.size} symbols`);
  const styles = await read("voices.bin");
  const expected = kokoroVoices.length * rows * columns * bytesPerNumber;
  if (styles.length !== expected) throw fault("voices.bin", `it has ${styles.length} bytes instead of ${expected}`);
  const model = await openSession(files["model.onnx"], { threads, keepsMemory: true }).catch((error: unknown) => {
    throw fault("model.onnx", textOf(error));
  });
  const styleOf = styleReader(new Float32Array(Uint8Array.from(styles).buffer));
  return async (request) => {
    const tokens = tokensOf(request.phonemes, ids);
    if (tokens.length === 0 || tokens.length > rows) throw new Error(`It cannot speak ${tokens.length} phonemes.`);
    const { resampling, equalizer } = request;
    const style = styleOf(request, tokens.length);
    // Speech that is made shorter afterwards is spoken more slowly, so that its rate stays.
    // A text without a mark at its end has no silence there.
    const behind = mark.test(request.phonemes) ? kept.behind : allFrames;
    const { sound, durations } = await infer(model, { tokens, style, speed: request.speed / resampling, behind });
    const shaped = resample(sound, resampling);
    return {
      samples: toPcm(equalizer === null ? shaped : equalize(shaped, equalizer)),
      symbolTimes:
        durations &&
        symbolTimes(
          [...request.phonemes].map((symbol) => ids.has(symbol)),
          durations,
          resampling,
        ),
    };
  };
}

/**
 * When each symbol begins, and when the last one ends. One that the model does not know takes no time.
 * @param durations in frames, of the symbols that it knows and the boundaries around them
 */
function symbolTimes(areKnown: readonly boolean[], durations: Float32Array, resampling: number): number[] {
  const first = Math.max(0, (durations[0] ?? 0) - framesAhead);
  let [frames, next] = [first, 1];
  const ends = areKnown.map((isKnown) => (frames += isKnown ? (durations[next++] ?? 0) : 0));
  return [first, ...ends].map((frame) => (frame * secondsPerFrame) / resampling);
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Each line is `symbol id`; the symbol may be a space. */
function vocabularyOf(file: Buffer): ReadonlyMap<string, number> {
  const lines = file.toString("utf8").split("\n");
  return new Map(
    lines.flatMap((line) => {
      const at = line.lastIndexOf(" ");
      const id = Number(line.slice(at + 1));
      return at > 0 && Number.isInteger(id) ? [[line.slice(0, at), id] as const] : [];
    }),
  );
}

/** Symbols that the model does not know are left out. */
const tokensOf = (phonemes: string, ids: ReadonlyMap<string, number>): readonly number[] =>
  [...phonemes].flatMap((symbol) => ids.get(symbol) ?? []);

function styleReader(styles: Float32Array): (request: SpeakRequest, tokens: number) => Float32Array {
  return ({ voice, styleOffset }, tokens) => {
    const index = kokoroVoices.indexOf(voice);
    if (index < 0) throw new Error(`There is no voice ${voice}.`);
    const start = (index * rows + Math.min(tokens, rows - 1)) * columns;
    const style = styles.slice(start, start + columns);
    return styleOffset === null ? style : style.map((value, at) => value + (styleOffset[at] ?? 0));
  };
}

interface Inference {
  readonly tokens: readonly number[];
  readonly style: Float32Array;
  readonly speed: number;
  /** The frames of the mark and the boundary at its end that are computed at most. */
  readonly behind: number;
}

interface Inferred {
  readonly sound: Float32Array;
  /** Null of a model that does not tell them. */
  readonly durations: Float32Array | null;
}

async function infer(model: Session, { tokens, style, speed, behind }: Inference): Promise<Inferred> {
  const ids = BigInt64Array.from([boundary, ...tokens.map(BigInt), boundary]);
  const isCut = model.inputNames.includes(keptFrames);
  const outputs = await model.run({
    ...(isCut && { [keptFrames]: new ort.Tensor("float32", Float32Array.of(kept.before, behind), [2]) }),
    tokens: new ort.Tensor("int64", ids, [1, ids.length]),
    style: new ort.Tensor("float32", style, [1, columns]),
    speed: new ort.Tensor("float32", Float32Array.of(speed), [1]),
  });
  const [sound, durations] = [outputs["audio"]?.data, outputs["durations"]?.data];
  if (!(sound instanceof Float32Array)) throw new Error("The model returned no sound.");
  const isTold = durations instanceof Float32Array && durations.length === ids.length;
  if (isTold && isCut) durations[0] = Math.min(durations[0] ?? 0, kept.before);
  return { sound, durations: isTold ? durations : null };
}
