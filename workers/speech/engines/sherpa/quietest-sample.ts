/** 50 ms at 16 kHz. */
const windowSamples = 800;
const stepSamples = 160;

/** The sample between `from` and `to` around which it is quietest for 50 ms; of equally quiet ones the one nearest the middle. */
export function quietestSample(samples: Int16Array, from: number, to: number): number {
  const middle = Math.floor((from + to) / 2);
  let best = { place: middle, energy: Infinity };
  for (let place = from; place <= to; place += stepSamples) {
    const energy = energyAround(samples, place);
    const isNearer = Math.abs(place - middle) < Math.abs(best.place - middle);
    if (energy < best.energy || (energy === best.energy && isNearer)) best = { place, energy };
  }
  return best.place;
}

function energyAround(samples: Int16Array, place: number): number {
  const around = samples.subarray(Math.max(0, place - windowSamples / 2), place + windowSamples / 2);
  let energy = 0;
  for (const sample of around) energy += sample * sample;
  return around.length === 0 ? 0 : Math.round(energy / around.length);
}
