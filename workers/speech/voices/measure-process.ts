import { readFileSync } from "node:fs";
import { measureSamples } from "./measure-samples.ts";

const [path = "", sampleRate = ""] = process.argv.slice(2);
const bytes = readFileSync(path);
const samples = Float32Array.from(
  { length: Math.floor(bytes.length / 2) },
  (_, at) => bytes.readInt16LE(at * 2) / 32_768,
);
process.stdout.write(JSON.stringify(measureSamples(samples, Number(sampleRate))));
