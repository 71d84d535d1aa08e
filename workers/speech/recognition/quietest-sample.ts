/** 250 ms at 16 kHz: a pause between words, not within one. */
const windowSamples = 4000;
const stepSamples = 160;

/** The sample between `from` and `to` around which it is quietest for 250 ms; of equally quiet ones the one nearest the middle. */
export function quietestSample(samples: Int16Array, from: number, to: number): number {
  const middle = Math.floor((from + to) / 2);
  let best = { center: middle, energy: Infinity };
  for (let center = from; center <= to; center += stepSamples) {
    const energy = energyAround(samples, center);
    const isNearer = Math.abs(center - middle) < Math.abs(best.center - middle);
    if (energy < best.energy || (energy === best.energy && isNearer)) best = { center, energy };
  }
  return best.center;
}

function energyAround(samples: Int16Array, center: number): number {
  const around = samples.subarray(Math.max(0, center - windowSamples / 2), center + windowSamples / 2);
  let energy = 0;
  for (const sample of around) energy += sample * sample;
  return around.length === 0 ? 0 : Math.round(energy / around.length);
}
