import { useEffect, useRef, useState } from "react";

/** The seconds until work at this percentage is done, by its pace since it was first looked at; null while that is not known. */
export function useSecondsLeft(percent: number): number | null {
  const first = useRef<{ readonly atMs: number; readonly percent: number } | null>(null);
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    first.current ??= { atMs: Date.now(), percent };
    const done = percent - first.current.percent;
    if (done > 0) setSeconds(((Date.now() - first.current.atMs) * (100 - percent)) / done / 1_000);
  }, [percent]);
  return seconds;
}
