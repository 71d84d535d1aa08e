import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "#web/messages/translate.ts";
import { AudioPlayer } from "./audio-player.tsx";
import { peaksOf } from "./peaks.ts";
import type { Playback } from "./use-playback.ts";
import { Waveform } from "./waveform.tsx";

const bars = 120;
const drawnMaxBytes = 10 * 1024 * 1024;
const drawnMaxSeconds = 10 * 60;

interface PlayerProps {
  readonly address: string;
  /** The bytes at that address, for the picture; the policy lets scripts read none that only the page has. */
  readonly content: () => Promise<Blob>;
  readonly label: string;
  readonly playback: Playback;
  readonly autoPlay?: boolean;
  /** The file name of the download; without it there is none. */
  readonly download?: string;
}

/** Samples per second of a waveform: more cannot be seen, and an hour takes some 30 MB. */
const drawnRate = 8_000;

/** The parts of a sound that are drawn. */
interface WaveformData {
  readonly peaks: readonly number[];
  /** Seconds of the whole; recordings of a browser do not say them themselves. */
  readonly seconds: number;
}

/** Decodes a sound with the browser. @throws DOMException for what it cannot decode */
async function decodeWaveform(bytes: ArrayBuffer, count: number): Promise<WaveformData> {
  const sound = await new OfflineAudioContext(1, 1, drawnRate).decodeAudioData(bytes);
  const channels = Array.from({ length: sound.numberOfChannels }, (_, index) => sound.getChannelData(index));
  return { peaks: peaksOf(channels, count), seconds: sound.duration };
}

/** @returns null for what is too large to be decoded as a whole */
async function draw(content: () => Promise<Blob>) {
  const blob = await content();
  return blob.size > drawnMaxBytes ? null : decodeWaveform(await blob.arrayBuffer(), bars);
}

/** Plays a sound, and shows it as a waveform where that is not too much for a browser. */
export function Player({ address, content, label, playback, autoPlay = false, download }: PlayerProps) {
  const { second, seek } = playback;
  const [seconds, setSeconds] = useState<number | null>(null);
  // A recording of the browser does not say how long it is.
  const isLong = seconds !== null && Number.isFinite(seconds) && seconds > drawnMaxSeconds;
  const { data, isError, isFetching } = useQuery({
    queryKey: ["waveform", address],
    queryFn: () => draw(content),
    enabled: seconds !== null && !isLong,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return (
    <div className="player">
      {isFetching && <div className="waveform" />}
      {data !== undefined && data !== null && (
        <Waveform
          peaks={data.peaks}
          heard={Math.min(1, second / data.seconds)}
          onSeek={(fraction) => seek(fraction * data.seconds)}
        />
      )}
      {(isLong || data === null) && <p className="hint">{t("The recording is too long to draw its waveform.")}</p>}
      {isError && <p className="hint">{t("This browser cannot draw the waveform.")}</p>}
      <AudioPlayer
        src={address}
        label={label}
        playback={playback}
        seconds={data?.seconds}
        autoPlay={autoPlay}
        onDuration={setSeconds}
        {...(download !== undefined && { download })}
      />
    </div>
  );
}
