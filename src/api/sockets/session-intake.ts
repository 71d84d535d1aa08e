import { DomainError } from "#src/errors.ts";
import type { ClientFrame } from "./client-channel.ts";
import type { ClientInput, LiveCodec } from "./codec.ts";
import type { CreditSlices } from "./credit-slices.ts";
import type { SessionState } from "./session-state.ts";

interface Intake {
  readonly state: SessionState;
  readonly credits: CreditSlices;
  readonly codec: LiveCodec;
  readonly stop: (error: DomainError | null) => void;
  readonly wake: () => void;
}

/** Takes the frames of a client in their order. No more is read from the client while one waits for credits, or the worker is behind. */
export function createIntake({ state, credits, codec, stop, wake }: Intake): (frame: ClientFrame) => void {
  const act = async (input: ClientInput): Promise<void> => {
    if (input.type === "fault") return stop(input.error);
    if (input.type === "answer") return state.channel?.send([input.message]);
    wake();
    if (input.type === "close") return stop(null);
    if (input.type === "finalize") return state.worker?.control("finalize");
    if (input.type !== "sound") return;
    const error = await send(state, credits, input.sound);
    if (error !== null) stop(error);
  };
  return (frame) => {
    if (state.reason !== undefined) return;
    state.waiting += 1;
    state.channel?.pause();
    const take = async (): Promise<void> => {
      for (const input of codec.read(frame)) if (state.reason === undefined) await act(input);
      state.waiting -= 1;
      if (state.waiting === 0 && state.worker?.isFull !== true) state.channel?.resume();
    };
    state.intake = state.intake.then(take).catch(() => stop(new DomainError("unavailable")));
  };
}

/** Sends sound that is paid for to the worker. @returns why the rest is not sent; null where all is */
async function send(state: SessionState, credits: CreditSlices, sound: Buffer): Promise<DomainError | null> {
  const { worker } = state;
  if (worker === null) return null;
  const before = Math.max(worker.seconds, state.seconds);
  const seconds = worker.secondsOf(sound);
  const unpaid = credits.isLow(before + seconds) ? await cover(credits, before + seconds) : null;
  if (unpaid === null) worker.send(sound);
  else if (seconds > 0) worker.send(sound.subarray(0, bytesWithin(sound.length, (credits.seconds - before) / seconds)));
  return unpaid;
}

/** So much of the sound, in whole samples, which have up to 4 bytes. */
const bytesWithin = (bytes: number, share: number): number => Math.max(0, Math.floor((bytes * share) / 4) * 4);

/** @returns why the seconds cannot be paid; null where they are held */
async function cover(credits: CreditSlices, seconds: number): Promise<DomainError | null> {
  try {
    await credits.cover(seconds);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}
