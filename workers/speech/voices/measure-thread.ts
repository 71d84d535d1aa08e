import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { measureSamples } from "./measure-samples.ts";

const { path, sampleRate } = z.object({ path: z.string(), sampleRate: z.number() }).parse(workerData);
const bytes = readFileSync(path);
const samples = Float32Array.from(
  { length: Math.floor(bytes.length / 2) },
  (_, at) => bytes.readInt16LE(at * 2) / 32_768,
);
parentPort?.postMessage(measureSamples(samples, sampleRate));
