import { useEffect, useState } from "react";

/** Recording by the microphone. */
export interface Recorder {
  readonly recording: boolean;
  /** Whole seconds so far. */
  readonly seconds: number;
  /** Why there is no recording; null when nothing is in the way. */
  readonly refusal: string | null;
  start(): Promise<void>;
  stop(): void;
}

const refused = "The browser does not give us the microphone. Allow it for this page, or choose a file.";

/** Records until it is stopped or `maxSeconds` are over, then hands over what was recorded. */
export function useRecorder(maxSeconds: number, onRecorded: (audio: Blob) => void): Recorder {
  const [seconds, setSeconds] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [active, setActive] = useState<MediaRecorder | null>(null);
  useEffect(() => {
    if (active === null) return undefined;
    const timer = setInterval(() => setSeconds((count) => count + 1), 1_000);
    const end = setTimeout(() => active.stop(), maxSeconds * 1_000 - 500);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
      for (const track of active.stream.getTracks()) track.stop();
    };
  }, [active, maxSeconds]);
  const start = async (): Promise<void> => {
    setRefusal(null);
    setSeconds(0);
    try {
      const recorder = new MediaRecorder(await navigator.mediaDevices.getUserMedia({ audio: true }));
      recorder.addEventListener("dataavailable", ({ data }) => onRecorded(data));
      recorder.addEventListener("stop", () => setActive(null));
      recorder.start();
      setActive(recorder);
    } catch {
      setRefusal(refused);
    }
  };
  return { recording: active !== null, seconds, refusal, start, stop: () => active?.stop() };
}
