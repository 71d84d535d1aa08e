import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { findCuts } from "./find-cuts.ts";
import { runs } from "./energy-vad.ts";
import { planPieces } from "./plan-pieces.ts";
import { readSoundLevels } from "#workers/speech/audio/sound-levels.ts";

const path = z.string().parse(workerData);
const levels = await readSoundLevels(path);
const { kept, pieces } = await planPieces(levels, await findCuts(path, levels));
const isKept = new Uint8Array(levels.length);
for (const frame of kept) isKept[frame] = 1;
parentPort?.postMessage({ kept: [...runs(isKept, 1)], pieces });
