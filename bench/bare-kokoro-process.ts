import { readFile } from "node:fs/promises";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { z } from "zod";

/**
 * Kokoro in onnxruntime and nothing around it. A message is a list of tokens for each piece of a text; the answer is how many
 * milliseconds the model took for all of them, and how many seconds of speech that made.
 */

const [model = "", voices = "", voice = "0", threads = "1"] = process.argv.slice(2);
const sampleRate = 24_000;
const styleSize = 256;
const rows = 510;
const session = await InferenceSession.create(model, {
  intraOpNumThreads: Number(threads),
  extra: { session: { intra_op: { allow_spinning: "0" } } },
});
const styles = await readFile(voices);
const pieces = z.array(z.array(z.int()));

/** The style of a voice depends on how many tokens are spoken. */
function styleOf(tokens: number): Float32Array {
  const at = 4 * styleSize * (rows * Number(voice) + Math.min(rows - 1, tokens));
  return new Float32Array(styles.buffer.slice(styles.byteOffset + at, styles.byteOffset + at + 4 * styleSize));
}

async function speak(tokens: readonly number[]): Promise<number> {
  const ids = BigInt64Array.from([0, ...tokens, 0], BigInt);
  const result = await session.run({
    tokens: new Tensor("int64", ids, [1, ids.length]),
    style: new Tensor("float32", styleOf(tokens.length), [1, styleSize]),
    speed: new Tensor("float32", [1], [1]),
  });
  return (Object.values(result)[0]?.size ?? 0) / sampleRate;
}

process.on("message", (message) => {
  void (async () => {
    const begun = performance.now();
    let seconds = 0;
    for (const tokens of pieces.parse(message)) seconds += await speak(tokens);
    process.send?.({ ms: performance.now() - begun, seconds });
  })();
});
process.send?.("ready");
