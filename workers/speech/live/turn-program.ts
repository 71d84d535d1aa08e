import { accessSync, readFileSync } from "node:fs";
import ort from "onnxruntime-node";
import { logMelBands, logMelOf } from "#workers/speech/audio/log-mel.ts";
import { openSession, type Session } from "#workers/speech/process/open-session.ts";
import { type LoadedModels, serveHost } from "#workers/speech/process/serve-host.ts";
import { turnModelName, turnModels, turnRequest } from "./turn-requests.ts";

/** The model hears the last seconds of a turn. */
const heardSeconds = 8;
const framesPerSecond = 100;

/** "How old is the bridge?", spoken by flite's voice slt: a whole question, and one that breaks off. */
const clip = new URL("../recognition/test-clip.raw", import.meta.url);
const brokenOff = 0.8;
const finished = 0.5;
const remedy = `Run: npm run models -- verify ${turnModelName}`;

/** A host that says whether a person who pauses has finished, by Smart Turn. */
serveHost(async (told) => {
  const { turn } = turnModels.parse(told);
  try {
    accessSync(turn);
  } catch {
    throw new Error(`The file ${turn} is missing. ${remedy}`);
  }
  const session = await openSession(turn, { threads: 1, keepsMemory: true });
  // Copied, since an Int16Array begins at an even address.
  const test = new Int16Array(Uint8Array.from(readFileSync(clip)).buffer);
  return {
    selfTest: async () => {
      const whole = await judge(session, test);
      const part = await judge(session, test.subarray(0, brokenOff * test.length));
      if (whole > finished && part < finished) return null;
      return `Smart Turn misjudged the test clip: its file may be damaged. ${remedy}`;
    },
    run: async (asked) => ({ probability: await judge(session, turnRequest.parse(asked).samples) }),
  } satisfies LoadedModels;
});

async function judge(session: Session, samples: Int16Array): Promise<number> {
  const shape = [1, logMelBands, heardSeconds * framesPerSecond];
  const features = new ort.Tensor("float32", logMelOf(samples, heardSeconds), shape);
  // The output is named after logits, and is a probability.
  const { logits } = await session.run({ input_features: features });
  const probability = logits?.data[0];
  if (typeof probability !== "number") throw new Error("Smart Turn gave an unexpected answer.");
  return probability;
}
