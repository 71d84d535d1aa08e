import { memo, type MouseEvent, useId } from "react";

const height = 100;

/** A bar of at least a hair's breadth for each peak. */
const pathOf = (peaks: readonly number[]): string =>
  peaks
    .map((peak, index) => {
      const half = Math.max(1.5, peak * 46);
      return `M${index + 0.5} ${height / 2 - half}V${height / 2 + half}`;
    })
    .join("");

const Bars = memo(({ peaks, className }: { readonly peaks: readonly number[]; readonly className: string }) => (
  <path className={className} d={pathOf(peaks)} vectorEffect="non-scaling-stroke" />
));

interface WaveformProps {
  /** How loud each part is, 0 to 1. */
  readonly peaks: readonly number[];
  /** How much of it has been heard, 0 to 1. */
  readonly heard: number;
  readonly onSeek: (fraction: number) => void;
}

/** A sound as bars; a click goes there. Keyboards and screen readers have the controls of the audio element. */
export function Waveform({ peaks, heard, onSeek }: WaveformProps) {
  const clip = useId();
  const seek = ({ currentTarget, clientX }: MouseEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onSeek((clientX - left) / width);
  };
  return (
    <svg
      className="waveform"
      viewBox={`0 0 ${peaks.length} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onClick={seek}
    >
      <clipPath id={clip}>
        <rect width={heard * peaks.length} height={height} />
      </clipPath>
      <Bars peaks={peaks} className="unheard" />
      <g clipPath={`url(#${clip})`}>
        <Bars peaks={peaks} className="heard" />
      </g>
    </svg>
  );
}
