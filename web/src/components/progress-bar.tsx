/** A part of a whole, for the eye; what it means stands beside it in words. `share` is 0 to 1. */
export const ProgressBar = ({ share }: { readonly share: number }) => (
  <span className="bar" aria-hidden="true">
    <span className="bar-part" style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
  </span>
);
