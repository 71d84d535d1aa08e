import { WyomingFault } from "./events.ts";

/** Bytes of sound that all connections together hold; compose gives the process 256 MB. */
const usualMax = 64 * 1_048_576;

/** The sound that one connection holds. Disposal releases all of it. */
export interface Share extends Disposable {
  /** @throws WyomingFault when the process holds too much */
  hold(bytes: number): void;
  release(bytes: number): void;
}

export interface Budget {
  share(): Share;
}

/** Counts the sound that is held, so that many connections do not fill the memory of the process. */
export function createBudget(max = usualMax): Budget {
  let all = 0;
  const share = (): Share => {
    const state = { own: 0, isOver: false };
    const change = (bytes: number): void => {
      state.own += bytes;
      all += bytes;
    };
    return {
      hold: (bytes) => {
        // Work may outlast its connection for a moment.
        if (state.isOver) return;
        if (all + bytes > max)
          throw new WyomingFault("busy", "The service holds as much sound as it can. Try again in a moment.");
        change(bytes);
      },
      release: (bytes) => change(-Math.min(bytes, state.own)),
      [Symbol.dispose]: () => {
        state.isOver = true;
        change(-state.own);
      },
    };
  };
  return { share };
}
