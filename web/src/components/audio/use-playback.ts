import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** A sound that is played, and where it is. */
export interface Playback {
  readonly audio: RefObject<HTMLAudioElement | null>;
  /** Where it is, to the millisecond. */
  readonly second: number;
  /** Plays it, or pauses it while it plays. */
  readonly toggle: () => void;
  /** Goes to a second. */
  readonly seek: (second: number) => void;
  /** Plays it so many times as fast. */
  readonly setSpeed: (rate: number) => void;
  /** To be called when the audio element says that something has changed. */
  readonly look: () => void;
  /** True while it plays. */
  readonly playing: boolean;
}

const looksPerSecond = 20;

/** Follows an audio element as closely as words do, of which there are more than its own four reports a second. */
export function usePlayback(): Playback {
  const audio = useRef<HTMLAudioElement>(null);
  const [second, setSecond] = useState(0);
  const [playing, setPlaying] = useState(false);
  const look = useCallback((): void => {
    setSecond(Math.round((audio.current?.currentTime ?? 0) * 1_000) / 1_000);
    setPlaying(audio.current?.paused === false && !audio.current.ended);
  }, []);
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(look, 1_000 / looksPerSecond);
    return () => clearInterval(timer);
  }, [playing, look]);
  const toggle = useCallback((): void => {
    if (audio.current?.paused === false) audio.current.pause();
    else void audio.current?.play().catch(look);
  }, [look]);
  const seek = (to: number): void => {
    if (audio.current === null) return;
    audio.current.currentTime = to;
    look();
  };
  const setSpeed = (rate: number): void => {
    if (audio.current !== null) audio.current.playbackRate = rate;
  };
  return { audio, second, toggle, seek, setSpeed, look, playing };
}
