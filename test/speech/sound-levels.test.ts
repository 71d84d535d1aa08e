import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { readSoundLevels } from "#workers/speech/audio/sound-levels.ts";
import { privateFolder } from "./synth-support.ts";

test("levels are decibels over one step of the converter, and an offset is not sound", async (t) => {
  const path = join(await privateFolder(t), "audio.raw");
  const samples = Int16Array.from({ length: 16_000 * 30 + 7 }, (_, index) =>
    index < 16_000 ? 1000 : index % 2 === 0 ? 32_767 : -32_767,
  );
  await writeFile(path, samples);
  const levels = await readSoundLevels(path);
  t.is(levels.length, 3000);
  t.is(levels[0], 0);
  t.true(Math.abs((levels[2999] ?? 0) - 90.3) < 0.1, `${levels[2999]}`);
});
