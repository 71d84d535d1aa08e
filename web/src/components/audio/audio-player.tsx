import { Download } from "lucide-react";
import { useState } from "react";
import { formatClock } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { PlayToggle, SeekBar, SpeedSelect } from "./player-controls.tsx";
import { type Playback, usePlayback } from "./use-playback.ts";

interface AudioPlayerProps {
  readonly src: string;
  /** The name of the sound for screen readers: "Synthesized speech". */
  readonly label: string;
  /** Follows and moves the sound from outside, as its words do. */
  readonly playback?: Playback | undefined;
  /** The length where the file does not say it, as recordings of a browser do not. */
  readonly seconds?: number | undefined;
  /** The file name of the download; without it there is none. */
  readonly download?: string;
  readonly autoPlay?: boolean;
  readonly preload?: "none" | "metadata" | "auto";
  /** Receives the length that the file says, which may be infinite. */
  readonly onDuration?: (seconds: number) => void;
  /** Called when it has been played to its end. */
  readonly onEnded?: (() => void) | undefined;
}

/** True for what the page holds itself, such as a picked file: no connection is needed to play it. */
const isLocal = (src: string): boolean => src.startsWith("blob:");

/** Plays a sound, in place of the browser's own controls. One player of a page plays at a time. */
export const AudioPlayer = (props: AudioPlayerProps) => <OneSound key={props.src} {...props} />;

function OneSound({ src, label, download, autoPlay = false, preload = "metadata", ...props }: AudioPlayerProps) {
  const own = usePlayback();
  const playback = props.playback ?? own;
  const { audio, look, toggle } = playback;
  const [state, setState] = useState<"ready" | "loading" | "failed">(autoPlay ? "loading" : "ready");
  const [measured, setMeasured] = useState(Number.NaN);
  const total = Number.isFinite(measured) ? measured : (props.seconds ?? Number.NaN);
  const ready = (): void => setState("ready");
  const press = (): void => {
    if (state === "failed") {
      setState("loading");
      audio.current?.load();
    }
    toggle();
  };
  return (
    <div className="audio-player" role="group" aria-label={label}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its text stands beside it, or is what we are asked for */}
      <audio
        ref={audio}
        src={src}
        autoPlay={autoPlay}
        preload={preload}
        onLoadedMetadata={({ currentTarget: { duration } }) => {
          setMeasured(duration);
          props.onDuration?.(duration);
          look();
        }}
        onPlay={({ currentTarget }) => {
          pauseOthers(currentTarget);
          look();
        }}
        onWaiting={() => setState("loading")}
        onPlaying={ready}
        onCanPlay={ready}
        onPause={look}
        onEnded={() => {
          look();
          props.onEnded?.();
        }}
        onSeeked={look}
        onError={() => setState("failed")}
      />
      <PlayerBar
        playback={playback}
        total={total}
        loading={state === "loading"}
        file={download === undefined ? null : { src, download }}
        onPress={press}
      />
      {state === "failed" && <PlayerError src={src} />}
    </div>
  );
}

const PlayerError = ({ src }: Pick<AudioPlayerProps, "src">) => (
  <p role="alert" className="player-error">
    {isLocal(src)
      ? t("This browser cannot play the file. It may be damaged, or of a format that the browser does not know.")
      : t("The audio cannot be played. Check the connection and try again.")}
  </p>
);

interface PlayerBarProps {
  readonly playback: Playback;
  /** Seconds; not finite while they are not known. */
  readonly total: number;
  readonly loading: boolean;
  readonly file: { readonly src: string; readonly download: string } | null;
  readonly onPress: () => void;
}

const PlayerBar = ({ playback, total, loading, file, onPress }: PlayerBarProps) => (
  <div className="player-bar">
    <PlayToggle playing={playback.playing} loading={loading} onPress={onPress} />
    <span className="player-time">{formatClock(playback.second)}</span>
    <SeekBar second={playback.second} total={total} onSeek={playback.seek} />
    <span className="player-time player-total">{Number.isFinite(total) && formatClock(total)}</span>
    <SpeedSelect onChange={playback.setSpeed} />
    {file !== null && (
      <a className="player-download" href={file.src} download={file.download} aria-label={t("Download")}>
        <Download aria-hidden="true" />
      </a>
    )}
  </div>
);

let playedLast: HTMLAudioElement | null = null;

/** Pauses what another player of the page plays. */
function pauseOthers(audio: HTMLAudioElement): void {
  if (playedLast !== audio) playedLast?.pause();
  playedLast = audio;
}
