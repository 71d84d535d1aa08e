import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useUnsavedWork } from "#web/components/use-unsaved-work.ts";
import { t } from "#web/messages/translate.ts";

/** Recording by the microphone. */
export interface Recorder {
  readonly recording: boolean;
  /** The sound of the microphone while it is recorded, else null. */
  readonly stream: MediaStream | null;
  /** Whole seconds so far. */
  readonly seconds: number;
  /** Why there is no recording; null when nothing is in the way. */
  readonly refusal: string | null;
  start(): Promise<void>;
  stop(): void;
}

const refused = t("The microphone is not available. Allow it for this page, or choose a file.");
const marginMs = 500;

/** Records until it is stopped or `maxSeconds` are over, then hands over what was recorded; leaving the page drops it. */
export function useRecorder(maxSeconds: number, onRecorded: (audio: Blob) => void): Recorder {
  const [seconds, setSeconds] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [active, setActive] = useState<MediaRecorder | null>(null);
  const gone = useRef(false);
  const handOver = useEffectEvent(onRecorded);
  useUnsavedWork(active !== null);
  useEffect(() => {
    gone.current = false;
    return () => void (gone.current = true);
  }, []);
  useEffect(() => {
    if (active === null) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    active.addEventListener("dataavailable", ({ data }) => handOver(data), { signal });
    active.addEventListener("stop", () => setActive(null), { signal });
    active.start();
    const timer = setInterval(() => setSeconds((count) => count + 1), 1_000);
    const end = setTimeout(() => active.stop(), maxSeconds * 1_000 - marginMs);
    return () => {
      listening.abort();
      clearInterval(timer);
      clearTimeout(end);
      for (const track of active.stream.getTracks()) track.stop();
    };
  }, [active, maxSeconds]);
  const start = async (): Promise<void> => {
    setRefusal(null);
    setSeconds(0);
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      if (gone.current) for (const track of stream.getTracks()) track.stop();
      else setActive(new MediaRecorder(stream));
    } catch {
      setRefusal(refused);
    }
  };
  const stream = active?.stream ?? null;
  return { recording: active !== null, stream, seconds, refusal, start, stop: () => active?.stop() };
}
