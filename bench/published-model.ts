import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { modelsDirectory } from "#harness/service/models.ts";
import { withFloatConvolutions } from "#tools/models/float-convolutions.ts";
import { findInstalledModel } from "#src/models/installed.ts";
import { keptFrames } from "#tools/models/kept-frames.ts";
import { writeMore } from "#tools/models/onnx-writer.ts";

const modelName = "kokoro-82m-int8";
/** More than any text has. */
const allFrames = 1e6;

/**
 * Kokoro as others run it at its fastest: as it is published, with convolutions of floating-point numbers, and with all silence before
 * and behind a text.
 *
 * @returns the path of a file in the folder
 */
export async function publishedModel(directory: string): Promise<string> {
  const published = (await findInstalledModel(modelsDirectory, modelName))?.files["model.onnx"];
  if (published === undefined)
    throw new Error(`${modelName} is not installed. Run: npm run models -- pull ${modelName}`);
  const copy = join(directory, "published.onnx");
  const initializers = [{ name: keptFrames, shape: [2], values: Float32Array.of(allFrames, allFrames) }];
  const model = withFloatConvolutions(await readFile(published));
  await writeFile(copy, Buffer.concat([model, writeMore({ initializers })]));
  return copy;
}
