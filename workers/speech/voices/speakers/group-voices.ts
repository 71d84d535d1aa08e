import { dot, meanEmbedding } from "#workers/speech/voices/matching/speaker-encoder.ts";

/** A stretch of sound in which one person is taken to speak. */
export interface VoiceWindow {
  /** The embedding of its voice, of unit length. */
  readonly voice: Float32Array;
  /** The seconds of speech that it stands for. */
  readonly seconds: number;
}

/** The number of speakers, as far as it is known. */
export interface SpeakerCount {
  readonly least: number;
  readonly most: number;
}

/** The limits of an encoder of voices. */
export interface VoiceLimits {
  /** Voices whose mean distance, 1 less the cosine, is at most this are one. */
  readonly oneVoice: number;
  /** A voice of fewer seconds is not told from a change of tone. */
  readonly leastSeconds: number;
}

/** The facts by which voices are grouped. */
export interface Grouping extends SpeakerCount, VoiceLimits {}

/** Each is compared with each, so that more windows than these, 13 minutes of speech, would take long. */
const mostCompared = 2000;

/**
 * The speaker of each window, from 0 in the order of appearance, by average linkage on the cosine distance of their voices. Of a long
 * recording a sample of windows is compared, and each other window goes to the nearest voice.
 */
export function groupVoices(windows: readonly VoiceWindow[], grouping: Grouping): readonly number[] {
  const { least, most, oneVoice, leastSeconds } = grouping;
  const step = Math.max(1, Math.ceil(windows.length / mostCompared));
  const sample = windows
    .filter((_, index) => index % step === 0)
    .map(({ voice, seconds }) => ({ voice, seconds: seconds * step }));
  const merges = linkByAverage(sample.map(({ voice }) => voice));
  const found = withoutSmall(sample, cut(merges, sample.length, mergesWithin(merges, oneVoice)), leastSeconds);
  const groups = found.length < least ? parted(sample, merges, grouping) : joinedTo(sample, found, most);
  const voices = groups.map((members) => voiceOf(sample, members));
  return byAppearance(windows.map(({ voice }) => nearest(voices, voice)));
}

/** Two groups that were joined, each told by one of its members, and their distance. */
interface Merge {
  readonly one: number;
  readonly other: number;
  readonly distance: number;
}

/** All merges up to one group, the nearest first: each group of the chain is nearer to the next, until two are nearest to each other. */
function linkByAverage(voices: readonly Float32Array[]): readonly Merge[] {
  const state = { ...distancesOf(voices), sizes: voices.map(() => 1), open: new Set(voices.keys()) };
  const merges: Merge[] = [];
  const chain: number[] = [];
  while (state.open.size > 1) {
    const top = chain.at(-1) ?? [...state.open][0] ?? 0;
    if (chain.length === 0) chain.push(top);
    const { index, distance } = nearestGroup(state, top, chain.at(-2));
    if (index !== chain.at(-2)) {
      chain.push(index);
      continue;
    }
    chain.length -= 2;
    join(state, top, index);
    merges.push({ one: top, other: index, distance });
  }
  return merges.toSorted((a, b) => a.distance - b.distance);
}

interface Distances {
  readonly rows: readonly Float32Array[];
}

function distancesOf(voices: readonly Float32Array[]): Distances {
  const rows = voices.map(() => new Float32Array(voices.length));
  for (const [at, voice] of voices.entries()) {
    for (let other = 0; other < at; other += 1) {
      const distance = 1 - dot(voice, voices[other] ?? voice);
      rows[at]?.fill(distance, other, other + 1);
      rows[other]?.fill(distance, at, at + 1);
    }
  }
  return { rows };
}

interface Linking extends Distances {
  readonly sizes: number[];
  readonly open: Set<number>;
}

/** The group that is nearest to one; of several, the last of the chain, since the chain would never end otherwise. */
function nearestGroup({ rows, open }: Linking, from: number, last: number | undefined) {
  const row = rows[from] ?? new Float32Array();
  let best = { index: last ?? -1, distance: last === undefined ? Infinity : (row[last] ?? Infinity) };
  for (const index of open) {
    const distance = row[index] ?? Infinity;
    if (index !== from && distance < best.distance) best = { index, distance };
  }
  return best;
}

/** Joins the first group into the second: its distances become means over the members of both. */
function join({ rows, sizes, open }: Linking, from: number, into: number): void {
  open.delete(from);
  const [one = 1, other = 1] = [sizes[from], sizes[into]];
  for (const index of open) {
    const [source, target] = [rows[from]?.[index] ?? 0, rows[into]?.[index] ?? 0];
    const mean = (one * source + other * target) / (one + other);
    rows[into]?.fill(mean, index, index + 1);
    rows[index]?.fill(mean, into, into + 1);
  }
  sizes[into] = one + other;
}

const mergesWithin = (merges: readonly Merge[], most: number): number =>
  merges.filter(({ distance }) => distance <= most).length;

type Group = readonly number[];

/** The groups after the first so many merges. */
function cut(merges: readonly Merge[], size: number, count: number): readonly Group[] {
  const parent = Array.from({ length: size }, (_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parent[root] !== undefined && parent[root] !== root) root = parent[root] ?? root;
    return root;
  };
  for (const { one, other } of merges.slice(0, count)) parent[rootOf(one)] = rootOf(other);
  return [...Map.groupBy(parent.keys(), rootOf).values()];
}

const secondsIn = (windows: readonly VoiceWindow[], group: Group): number =>
  group.reduce((sum, index) => sum + (windows[index]?.seconds ?? 0), 0);

/**
 * At least so many groups: those of the cut that has the fewest, of which so many have enough seconds. Where no cut has, as in a short
 * recording, seconds do not matter.
 */
function parted(
  windows: readonly VoiceWindow[],
  merges: readonly Merge[],
  { least, oneVoice, leastSeconds }: Grouping,
): readonly Group[] {
  for (let count = mergesWithin(merges, oneVoice); count >= 0; count -= 1) {
    const groups = cut(merges, windows.length, count);
    const large = groups.filter((group) => secondsIn(windows, group) >= leastSeconds);
    if (large.length >= least) return withoutSmall(windows, groups, leastSeconds);
  }
  return cut(merges, windows.length, Math.max(0, windows.length - least));
}

/** At most so many groups: the two that are most alike are joined until it is so. */
function joinedTo(windows: readonly VoiceWindow[], groups: readonly Group[], most: number): readonly Group[] {
  const kept = groups.map((members) => ({ members, voice: voiceOf(windows, members) }));
  while (kept.length > most) {
    const pairs = kept.flatMap((one, at) => kept.slice(at + 1).map((other) => ({ one, other })));
    const [best] = pairs.toSorted((a, b) => dot(b.one.voice, b.other.voice) - dot(a.one.voice, a.other.voice));
    if (best === undefined) break;
    const members = [...best.one.members, ...best.other.members];
    kept.splice(kept.indexOf(best.one), 1, { members, voice: voiceOf(windows, members) });
    kept.splice(kept.indexOf(best.other), 1);
  }
  return kept.map(({ members }) => members);
}

/** Joins each group of too few seconds with the nearest, the smallest first. */
function withoutSmall(
  windows: readonly VoiceWindow[],
  groups: readonly Group[],
  leastSeconds: number,
): readonly Group[] {
  const secondsOf = (group: Group): number => secondsIn(windows, group);
  const kept = [...groups].toSorted((a, b) => secondsOf(b) - secondsOf(a));
  for (let last = kept.at(-1); kept.length > 1 && last !== undefined && secondsOf(last) < leastSeconds;) {
    kept.pop();
    const voices = kept.map((members) => voiceOf(windows, members));
    const into = nearest(voices, voiceOf(windows, last));
    kept[into] = [...(kept[into] ?? []), ...last];
    kept.sort((a, b) => secondsOf(b) - secondsOf(a));
    last = kept.at(-1);
  }
  return kept;
}

const voiceOf = (windows: readonly VoiceWindow[], members: Group): Float32Array =>
  meanEmbedding(members.flatMap((index) => windows[index]?.voice ?? []));

function nearest(voices: readonly Float32Array[], voice: Float32Array): number {
  const likeness = voices.map((one) => dot(one, voice));
  return Math.max(0, likeness.indexOf(Math.max(...likeness)));
}

function byAppearance(labels: readonly number[]): readonly number[] {
  const order = [...new Set(labels)];
  return labels.map((label) => order.indexOf(label));
}
