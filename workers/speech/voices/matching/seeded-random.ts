/** A number from 0 to less than 1, another one each time. */
export type Random = () => number;

/** The same numbers for the same seed: mulberry32 (Tommy Ettinger). */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** So many parts of 1, each way to share it out as likely as any other. */
export function dirichlet(count: number, random: Random): readonly number[] {
  const shares = Array.from({ length: count }, () => -Math.log(1 - random()));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}
