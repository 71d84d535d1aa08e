import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import sherpa from "sherpa-onnx-node";
import type { FoundSpeech } from "./host-requests.ts";

export type VoiceActivityDetector = (samples: Float32Array) => Promise<FoundSpeech>;

const sampleRate = 16_000;
const windowSize = 512;
/** Longer speech is cut where it pauses most briefly. */
const maxSpeechSeconds = 23;
const bufferSeconds = 120;
/** Yields to the event loop after so many windows, 10 s of sound. */
const windowsPerYield = 312;

/** Loads Silero VAD once: a host cannot read the file any more when it has become another user. */
export function openVoiceActivityDetector(model: string): VoiceActivityDetector {
  const sileroVad = { model, threshold: 0.5, minSpeechDuration: 0.25, minSilenceDuration: 0.3, windowSize };
  const detector = new sherpa.Vad(
    { sileroVad: { ...sileroVad, maxSpeechDuration: maxSpeechSeconds }, sampleRate, debug: false, numThreads: 1 },
    bufferSeconds,
  );
  return async (samples) => {
    detector.reset();
    const ranges: [number, number][] = [];
    const collect = (): void => {
      for (; !detector.isEmpty(); detector.pop()) {
        const { start, samples: spoken } = detector.front(false);
        ranges.push([start, Math.min(samples.length, start + spoken.length)]);
      }
    };
    for (let from = 0, count = 0; from < samples.length; from += windowSize, count += 1) {
      detector.acceptWaveform(windowAt(samples, from));
      collect();
      if (count % windowsPerYield === windowsPerYield - 1) await yieldToEventLoop();
    }
    const isOpen = detector.isDetected();
    detector.flush();
    collect();
    return { ranges, isOpen };
  };
}

/** The last window is filled up with silence. */
function windowAt(samples: Float32Array, from: number): Float32Array {
  const window = samples.subarray(from, from + windowSize);
  if (window.length === windowSize) return window;
  const filled = new Float32Array(windowSize);
  filled.set(window);
  return filled;
}
