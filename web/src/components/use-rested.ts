import { useEffect, useState } from "react";

/** The last text that stayed as it is for so many milliseconds: a call for each letter that is typed would be too many. */
export function useRested(value: string, restMs: number): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return rested;
}
