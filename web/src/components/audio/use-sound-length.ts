import { useQueries } from "@tanstack/react-query";
import type { Recording } from "./use-recording.ts";

/** The length of a sound in seconds, and its channels. */
export interface SoundLength {
  readonly seconds: number;
  readonly channels: number;
}

/** The largest file that is decoded for its channels, in bytes, as for a waveform. */
const decodedMaxBytes = 10 * 1024 * 1024;
const decodedMaxSeconds = 10 * 60;
/** Samples per second: the length is told by any. */
const decodedRate = 8_000;

/** The length that a file declares, in seconds; infinite where it does not, as recordings of a browser. */
async function declaredSeconds(audio: Blob): Promise<number> {
  const address = URL.createObjectURL(audio);
  const sound = new Audio();
  sound.preload = "metadata";
  const told = new Promise<number>((resolve, reject) => {
    sound.addEventListener("loadedmetadata", () => resolve(sound.duration));
    sound.addEventListener("error", () => reject(new Error("The browser cannot read the length.")));
  });
  sound.src = address;
  return told.finally(() => {
    sound.removeAttribute("src");
    // An element keeps what it has read until it loads again.
    sound.load();
    URL.revokeObjectURL(address);
  });
}

/** The measurements that are made at once; each holds what the browser reads of a file. */
const measuredAtOnce = 4;
const waiting: (() => void)[] = [];
let measuring = 0;

/** Does it once fewer than so many are being made. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (measuring < measuredAtOnce) measuring += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // The place goes to the next one.
    const next = waiting.shift();
    if (next === undefined) measuring -= 1;
    else next();
  }
}

/** @returns null where the browser would have to decode too much */
async function measure(audio: Blob, countsChannels: boolean): Promise<SoundLength | null> {
  const declared = await declaredSeconds(audio);
  const isKnown = Number.isFinite(declared);
  if (isKnown && !countsChannels) return { seconds: declared, channels: 1 };
  if (audio.size > decodedMaxBytes || (isKnown && declared > decodedMaxSeconds)) return null;
  const sound = await new OfflineAudioContext(1, 1, decodedRate).decodeAudioData(await audio.arrayBuffer());
  return { seconds: isKnown ? declared : sound.duration, channels: countsChannels ? sound.numberOfChannels : 1 };
}

/** A sound whose length is asked for, by a name that no other one has. */
export interface MeasuredSound {
  readonly id: string;
  readonly audio: Blob;
}

/** The lengths of sounds, with their channels where they count; null until one is known, and where the browser cannot read it. */
export function useSoundLengths(
  sounds: readonly MeasuredSound[],
  countsChannels: boolean,
): readonly (SoundLength | null)[] {
  const found = useQueries({
    queries: sounds.map(({ id, audio }) => ({
      queryKey: ["sound-length", id, countsChannels],
      queryFn: () => inTurn(() => measure(audio, countsChannels)),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      networkMode: "always" as const,
      retry: false,
    })),
  });
  return found.map(({ data }) => data ?? null);
}

/** The length of a recording; null also without one. */
export function useSoundLength(recording: Recording | null, countsChannels: boolean): SoundLength | null {
  const sounds = recording === null ? [] : [{ id: recording.address, audio: recording.audio }];
  return useSoundLengths(sounds, countsChannels)[0] ?? null;
}
