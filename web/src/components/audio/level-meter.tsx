import { useEffect, useState } from "react";
import { t } from "#web/messages/translate.ts";

const bars = 50;
const stepMs = 60;
/** The level that is drawn as nothing, in decibels below full scale; a quiet room has −50 to −60. */
const floorDb = -60;

/** How loud samples are, 0 to 1 by decibels. */
function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return Math.min(1, Math.max(0, 1 - (10 * Math.log10(power + Number.EPSILON)) / floorDb));
}

/** How loud the last seconds of a sound were, the newest last. */
function useLevels(stream: MediaStream): readonly number[] {
  const [levels, setLevels] = useState<readonly number[]>([]);
  useEffect(() => {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      setLevels((known) => [...known, levelOf(samples)].slice(-bars));
    }, stepMs);
    return () => {
      clearInterval(timer);
      void context.close();
    };
  }, [stream]);
  return levels;
}

/** How loud a microphone is now and was in the last seconds, and whether it hears anything at all. */
export function LevelMeter({ stream }: { readonly stream: MediaStream }) {
  const levels = useLevels(stream);
  const isSilent = levels.length === bars && Math.max(...levels) === 0;
  const path = levels.map((level, index) => {
    const half = Math.max(2, level * 48);
    return `M${bars - levels.length + index + 0.5} ${50 - half}V${50 + half}`;
  });
  return (
    <>
      <svg
        className="level-meter"
        viewBox={`0 0 ${bars} 100`}
        preserveAspectRatio="none"
        role="meter"
        aria-label={t("Microphone level")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round((levels.at(-1) ?? 0) * 100)}
      >
        <path d={path.join("")} vectorEffect="non-scaling-stroke" />
      </svg>
      {isSilent && (
        <p role="alert" className="problem">
          {t("The microphone hears nothing. Check that it is switched on and that the right one is chosen.")}
        </p>
      )}
    </>
  );
}
