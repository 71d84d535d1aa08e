import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import type { SynthesisEngine } from "#workers/speech/engine.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";
import { openKokoro } from "#workers/speech/engines/kokoro/open-kokoro.ts";
import { speakRequest } from "#workers/speech/engines/kokoro/host-requests.ts";
import type { EngineProcess } from "#workers/speech/process/engine-process.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";
import { kokoroVoice } from "./kokoro-support.ts";
import { privateFolder, saying } from "./synth-support.ts";

const [noisyVoice, quietVoice] = [kokoroVoice("af_heart"), kokoroVoice("am_adam")];
const longText = "The parcel will be there before noon, and the driver rings twice. ".repeat(12);
/** Until espeak-ng has read what was handed over, on a busy machine. */
const queuedMs = 2_000;

/** Kokoro with one host, which speaks a piece when it is told to, and the voices of the pieces that it has begun. */
function kokoroByHand(t: ExecutionContext) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const exited = Promise.withResolvers<"closed">();
  const host: EngineProcess<unknown, unknown> = {
    ...{ pid: undefined, ready: Promise.resolve(), exited: exited.promise },
    isAlive: () => true,
    errorText: () => "",
    kill: () => exited.resolve("closed"),
    run: (request) => {
      begun.push(speakRequest.parse(request).voice);
      const { promise, resolve } = Promise.withResolvers<unknown>();
      ends.push(() => resolve({ samples: Int16Array.from({ length: 480_000 }, (_, at) => (at % 100) * 100) }));
      return promise;
    },
  };
  const files = { "model.onnx": "", "voices.bin": "", "tokens.txt": "" };
  const model = { name: "kokoro-82m", files };
  const engine = openKokoro({ model, memoryMb: 1, processes: 1, threads: 1, start: () => host });
  t.teardown(() => engine.close());
  return { engine, begun, endPiece: () => ends.shift()?.() };
}

async function openWith(t: ExecutionContext, kokoro: SynthesisEngine) {
  const fallback = openEspeak();
  const synthesizer = openSynthesizer({ engines: [kokoro, openFlite(), fallback], fallback, segmentsAtOnce: 2 });
  const directory = await privateFolder(t);
  const speak = (text: string, account: string, voice = quietVoice) =>
    synthesizer.synthesize({ ...saying(text, { directory, voice }), account });
  return { speak };
}

test("a text of another account waits for the piece under way, however many texts the host has to speak", async (t) => {
  const { engine, begun, endPiece } = kokoroByHand(t);
  const { speak } = await openWith(t, engine);
  const long = [1, 2, 3].map(() => speak(longText, "noisy", noisyVoice));
  await sleep(queuedMs);
  t.deepEqual(begun, [noisyVoice.name]);
  let isSpoken = false;
  const short = speak("Good morning.", "quiet").then(() => (isSpoken = true));
  await sleep(queuedMs);
  t.deepEqual(begun, [noisyVoice.name]);
  endPiece();
  await sleep(0);
  t.deepEqual(begun, [noisyVoice.name, quietVoice.name]);
  endPiece();
  await short;
  t.true(isSpoken);
  const ending = setInterval(endPiece, 10);
  await Promise.all(long).finally(() => clearInterval(ending));
  t.true(begun.length > 10);
});

test("texts that wait for a host keep none from being spoken by another engine", async (t) => {
  const { engine, endPiece } = kokoroByHand(t);
  const { speak } = await openWith(t, engine);
  const waiting = [1, 2, 3].map(() => speak("Good morning.", "one", noisyVoice));
  await sleep(queuedMs);
  const { durationSeconds } = await speak("Good morning.", "one", { engine: "flite", name: "slt", profile: null });
  t.true(durationSeconds > 0.3);
  const ending = setInterval(endPiece, 10);
  await Promise.all(waiting).finally(() => clearInterval(ending));
});
