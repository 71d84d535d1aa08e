import { findCuts } from "./find-cuts.ts";
import { runs } from "./find-speech.ts";
import { planPieces } from "./plan-pieces.ts";
import { readSoundLevels } from "./sound-levels.ts";

// Our input is open for as long as the worker lives that wants the plan.
process.stdin.resume().on("end", () => process.exit());
process.stdin.unref();

const [path = ""] = process.argv.slice(2);
const levels = await readSoundLevels(path);
const { kept, pieces } = await planPieces(levels, await findCuts(path, levels));
const isKept = new Uint8Array(levels.length);
for (const frame of kept) isKept[frame] = 1;
process.stdout.write(JSON.stringify({ kept: [...runs(isKept, 1)], pieces }));
