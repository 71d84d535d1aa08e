import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { runProcess } from "#workers/speech/process/run-process.ts";
import { muteFlac } from "#workers/speech/audio/mute-audio.ts";

const { signal } = new AbortController();
const directory = await mkdtemp(join(tmpdir(), "mute-"));
test.after.always(() => rm(directory, { recursive: true }));

async function ffmpeg(...args: readonly string[]): Promise<void> {
  const { exitCode } = await runProcess("ffmpeg", ["-nostdin", "-v", "error", "-y", ...args], {
    ...{ timeoutMs: 60_000, maxOutputBytes: 65_536, signal },
  });
  if (exitCode !== 0) throw new Error(`ffmpeg ended with exit code ${exitCode}.`);
}

/** The loudest sample of a part, in seconds, of interleaved samples. */
function peak(samples: Int16Array, channels: number, [from, to]: readonly [number, number]): number {
  const part = samples.subarray(16_000 * channels * from, 16_000 * channels * to);
  return part.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

for (const channels of [1, 2]) {
  test(`the parts that are named are silent and the others as they were, ${channels} channels`, async (t) => {
    const tone = join(directory, `tone-${channels}.flac`);
    const sine = "sine=frequency=440:sample_rate=16000:duration=6";
    await ffmpeg("-f", "lavfi", "-i", sine, "-ac", `${channels}`, tone);
    const spans = [
      { start: 4, end: 4.5 },
      { start: 1, end: 2 },
      { start: 1.5, end: 2.2 },
    ];
    const muted = await muteFlac(tone, spans, { directory, signal });
    const samplesOf = async (path: string): Promise<Int16Array> => {
      await ffmpeg("-i", path, "-f", "s16le", `${path}.raw`);
      const { buffer, byteOffset, length } = await readFile(`${path}.raw`);
      return new Int16Array(buffer.slice(byteOffset, byteOffset + length));
    };
    const [before, after] = [await samplesOf(tone), await samplesOf(muted)];
    t.is(after.length, before.length);
    for (const part of [
      [0.9, 2.3],
      [3.9, 4.6],
    ] as const)
      t.is(peak(after, channels, part), 0);
    for (const part of [
      [0, 0.8],
      [2.4, 3.8],
      [4.7, 6],
    ] as const) {
      t.deepEqual(
        after.subarray(16_000 * channels * part[0], 16_000 * channels * part[1]),
        before.subarray(16_000 * channels * part[0], 16_000 * channels * part[1]),
      );
    }
  });
}

test("thousands of parts are muted", async (t) => {
  const tone = join(directory, "long.flac");
  await ffmpeg("-f", "lavfi", "-i", "sine=frequency=440:sample_rate=16000:duration=10", tone);
  const many = Array.from({ length: 5_000 }, (_, at) => ({ start: at, end: at + 0.1 }));
  await t.notThrowsAsync(muteFlac(tone, many, { directory, signal }));
});
