/** How loud each of `count` equal parts is at most, 0 to 1, where the loudest of them is 1. */
export function peaksOf(channels: readonly Float32Array[], count: number): readonly number[] {
  const length = Math.max(...channels.map((samples) => samples.length));
  const peaks = Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * length) / count);
    const to = Math.floor(((part + 1) * length) / count);
    return Math.max(0, ...channels.map((samples) => loudest(samples, from, to)));
  });
  const most = Math.max(...peaks);
  return most === 0 ? peaks : peaks.map((peak) => peak / most);
}

function loudest(samples: Float32Array, from: number, to: number): number {
  let most = 0;
  for (let index = from; index < to; index += 1) most = Math.max(most, Math.abs(samples[index] ?? 0));
  return most;
}
