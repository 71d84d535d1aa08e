import type { Locator, Page } from "playwright-core";

/** The part of an audio element that is used: the tests are typed without the DOM. */
interface Audio extends Pick<EventTarget, "addEventListener"> {
  readonly ended: boolean;
  readonly paused: boolean;
  readonly isConnected: boolean;
  readonly duration: number;
  readonly currentTime: number;
  playbackRate: number;
}

/**
 * Waits until the audio of a page, or of a part of it, has been played to its end.
 *
 * @returns its length in seconds
 * @throws Error with the state of the player when that takes longer than a minute
 */
export const playToEnd = (within: Page | Locator): Promise<number> =>
  within.locator("audio").evaluate((audio: Audio) => {
    audio.playbackRate = 4;
    return new Promise<number>((done, fail) => {
      if (audio.ended) done(audio.duration);
      audio.addEventListener("ended", () => done(audio.duration));
      const { setTimeout } = globalThis;
      setTimeout(() => {
        const { paused, isConnected, duration, currentTime } = audio;
        fail(new Error(`Not played to its end: ${JSON.stringify({ paused, isConnected, duration, currentTime })}`));
      }, 60_000);
    });
  });
