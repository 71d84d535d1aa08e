import { useQuery } from "@tanstack/react-query";
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
const declaredSeconds = (address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const audio = new Audio();
    audio.preload = "metadata";
    audio.addEventListener("loadedmetadata", () => resolve(audio.duration));
    audio.addEventListener("error", () => reject(new Error("The browser cannot read the length.")));
    audio.src = address;
  });

/** @returns null where the browser would have to decode too much */
async function measure({ audio, address }: Recording, countsChannels: boolean): Promise<SoundLength | null> {
  const declared = await declaredSeconds(address);
  const isKnown = Number.isFinite(declared);
  if (isKnown && !countsChannels) return { seconds: declared, channels: 1 };
  if (audio.size > decodedMaxBytes || (isKnown && declared > decodedMaxSeconds)) return null;
  const sound = await new OfflineAudioContext(1, 1, decodedRate).decodeAudioData(await audio.arrayBuffer());
  return { seconds: isKnown ? declared : sound.duration, channels: countsChannels ? sound.numberOfChannels : 1 };
}

/** The length of a recording, with its channels where they count; null until it is known, and where the browser cannot read it. */
export function useSoundLength(recording: Recording | null, countsChannels: boolean): SoundLength | null {
  const { data } = useQuery({
    queryKey: ["sound-length", recording?.address, countsChannels],
    queryFn: () => (recording === null ? null : measure(recording, countsChannels)),
    enabled: recording !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: "always",
    retry: false,
  });
  return data ?? null;
}
