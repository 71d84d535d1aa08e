import { DomainError } from "#src/errors.ts";
import type { ClientFrame } from "./client-channel.ts";
import type { ClientInput, LiveChoice, LiveCodec, SessionEvent } from "./codec.ts";
import type { CreditSlices } from "./credit-slices.ts";
import type { SessionState } from "./session-state.ts";
import type { StartMessage } from "./worker-link.ts";

interface Intake {
  readonly state: SessionState;
  readonly credits: CreditSlices;
  readonly codec: LiveCodec;
  readonly stop: (error: DomainError | null) => void;
  readonly wake: () => void;
  readonly tell: (event: SessionEvent) => void;
  /** @throws DomainError where the wishes cannot be had */
  readonly configure: (wish: LiveChoice) => Promise<StartMessage>;
  /** A frame could not be taken, by no fault of the client. */
  readonly failed: (error: unknown) => void;
}

/** Takes the frames of a client in their order. No more is read from the client while one waits for credits, or the worker is behind. */
export function createIntake(intake: Intake): (frame: ClientFrame) => void {
  const { state, credits, codec, stop, wake } = intake;
  const act = async (input: ClientInput): Promise<void> => {
    if (input.type === "fault") return stop(input.error);
    if (input.type === "answer") return state.channel?.send([input.message]);
    wake();
    if (input.type === "close") return stop(null);
    if (input.type === "configure") return configure(intake, input.wish);
    if (input.type !== "keep_alive" && !begin(state)) return stop(state.refusal);
    if (input.type === "finalize") return state.worker?.control("finalize");
    if (input.type !== "sound") return;
    const error = await send(state, credits, input.sound);
    if (error !== null) stop(error);
  };
  return (frame) => {
    if (state.reason !== undefined) return;
    // The client has the newest token, and the one before it is good for nothing more.
    state.tokens = state.tokens.slice(-1);
    state.waiting += 1;
    state.channel?.pause();
    const take = async (): Promise<void> => {
      for (const input of codec.read(frame)) if (state.reason === undefined) await act(input);
      state.waiting -= 1;
      if (state.waiting === 0 && state.worker?.isFull !== true) state.channel?.resume();
    };
    state.intake = state.intake.then(take).catch(intake.failed);
  };
}

async function configure({ state, tell, configure: choose }: Intake, wish: LiveChoice): Promise<void> {
  try {
    if (state.start !== null) [state.start, state.refusal] = [await choose(wish), null];
    tell({ type: "configured", error: null });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    tell({ type: "configured", error });
  }
}

/** @returns false where the session cannot be heard as it was opened */
function begin(state: SessionState): boolean {
  if (state.start === null) return true;
  if (state.refusal !== null) return false;
  state.worker?.begin(state.start);
  state.start = null;
  return true;
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
