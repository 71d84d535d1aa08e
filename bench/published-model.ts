import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { keptFrames } from "#src/models/kept-frames.ts";
import { writeMore } from "#src/models/onnx-writer.ts";

/** More than any text has. */
const allFrames = 1e6;

/**
 * A model of Kokoro that computes all silence before and behind a text, as others run it, where nothing else is asked for.
 *
 * @param path of the installed model
 * @returns the path of a copy in the folder
 */
export async function publishedModel(path: string, directory: string): Promise<string> {
  const copy = join(directory, "published.onnx");
  const initializers = [{ name: keptFrames, shape: [2], values: Float32Array.of(allFrames, allFrames) }];
  await writeFile(copy, Buffer.concat([await readFile(path), writeMore({ initializers })]));
  return copy;
}
