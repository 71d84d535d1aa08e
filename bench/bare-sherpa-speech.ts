import { join } from "node:path";
import { createRequire } from "node:module";
import { z } from "zod";

/**
 * Speaks texts one after the other by Kokoro in sherpa-onnx, as little around it as there can be. A message is a text; the answer
 * is its sound at 24 kHz, -1 to 1.
 */

const [model = "", folder = "", data = "", threads = "1"] = process.argv.slice(2);

interface Speech {
  readonly samples: Float32Array;
}
interface Sherpa {
  readonly OfflineTts: {
    createAsync(config: object): Promise<{ generateAsync(request: object): Promise<Speech> }>;
  };
}

const isSherpa = (value: unknown): boolean => typeof value === "object" && value !== null && "OfflineTts" in value;
const sherpa = z.custom<Sherpa>(isSherpa).parse(createRequire(import.meta.url)("sherpa-onnx-node"));
/** Of the voice af_heart. */
const sid = 3;

const kokoro = {
  model,
  voices: join(folder, "voices.bin"),
  tokens: join(folder, "tokens.txt"),
  ...{ dataDir: data, lang: "en-us" },
};
const configuration = { kokoro, numThreads: Number(threads), provider: "cpu", debug: 0 };
const speaker = await sherpa.OfflineTts.createAsync({ model: configuration, maxNumSentences: 1, silenceScale: 1 });

process.on("message", (text) => {
  const request = { text: z.string().parse(text), sid, speed: 1, enableExternalBuffer: false };
  void speaker.generateAsync(request).then(({ samples }) => process.send?.(samples));
});
process.send?.("ready");
