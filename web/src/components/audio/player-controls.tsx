import { Pause, Play } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { formatClock } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";

declare module "react" {
  interface CSSProperties {
    /** The part of the sound that has been played: the filled part of the bar (player.css). */
    "--played"?: string;
  }
}

interface PlayToggleProps {
  readonly playing: boolean;
  readonly loading: boolean;
  readonly onPress: () => void;
}

/** Plays and pauses; shows while the sound is loading. */
export const PlayToggle = ({ playing, loading, onPress }: PlayToggleProps) => (
  <button
    type="button"
    className="player-toggle"
    aria-label={playing ? t("Pause") : t("Play")}
    aria-busy={loading}
    onClick={onPress}
  >
    {loading ? <span className="spinner" /> : playing ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
  </button>
);

/** Seconds that an arrow key moves at most. */
const arrowMaxSeconds = 5;
/** Into how many steps of the arrow keys a short sound is divided. */
const arrowSteps = 10;
const arrows: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

interface SeekBarProps {
  readonly second: number;
  /** Seconds of the whole; not finite while that is not known. */
  readonly total: number;
  readonly onSeek: (second: number) => void;
}

/** Where the sound is; seeks by pointer, arrow keys, Home and End. */
export function SeekBar({ second, total, onSeek }: SeekBarProps) {
  const known = Number.isFinite(total) && total > 0;
  const played = known ? Math.min(1, second / total) : 0;
  const move = (event: KeyboardEvent): void => {
    const direction = arrows[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const step = Math.min(arrowMaxSeconds, total / arrowSteps);
    onSeek(Math.min(total, Math.max(0, second + direction * step)));
  };
  return (
    <input
      type="range"
      className="player-seek"
      style={{ "--played": `${played * 100}%` }}
      aria-label={t("Position")}
      aria-valuetext={
        known ? t("{time} of {total}", { time: formatClock(second), total: formatClock(total) }) : formatClock(second)
      }
      min={0}
      max={known ? total : 1}
      step="any"
      value={known ? Math.min(second, total) : 0}
      disabled={!known}
      onKeyDown={move}
      onChange={({ target }) => onSeek(target.valueAsNumber)}
    />
  );
}

const speeds = [0.75, 1, 1.25, 1.5, 2] as const;

/** The speed of the player. */
export function SpeedSelect({ onChange }: { readonly onChange: (rate: number) => void }) {
  const [speed, setSpeed] = useState(1);
  return (
    <select
      className="player-speed"
      aria-label={t("Playback speed")}
      value={speed}
      onChange={({ target }) => {
        setSpeed(Number(target.value));
        onChange(Number(target.value));
      }}
    >
      {speeds.map((rate) => (
        <option key={rate} value={rate}>
          {rate}×
        </option>
      ))}
    </select>
  );
}
