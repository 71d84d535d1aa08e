/** Sound may come twice as fast as it was spoken. */
const mostSpeed = 2;
/** So many seconds of sound may come at once beyond that: what was held back while a connection was broken. */
const mostAtOnceSeconds = 32;

/**
 * Notices sound that comes too fast for too long: no microphone brings it. @returns whether so much sound may still come
 * @param now milliseconds
 */
export function openRateGuard(now: () => number): (seconds: number) => boolean {
  let ahead = 0;
  let lastMs = now();
  return (seconds) => {
    const nowMs = now();
    ahead = Math.max(0, ahead - (mostSpeed * (nowMs - lastMs)) / 1000) + seconds;
    lastMs = nowMs;
    return ahead <= mostAtOnceSeconds;
  };
}
