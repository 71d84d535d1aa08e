import { setTimeout as sleep } from "node:timers/promises";
import { type LiveSlot, returnSlot, takeSlot } from "#src/domain/live/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import { createSoundRing, type SoundLayout, type SoundRing } from "./sound-ring.ts";
import {
  type LiveEncoding,
  openWorkerLink,
  type StartMessage,
  type WorkerEvent,
  type WorkerLink,
  shift,
} from "./worker-link.ts";

/** The deaths of workers within the window that a session survives. */
const deaths = { max: 1, windowMs: 60_000 } as const;
/** For how long another slot is looked for. */
const search = { forMs: 10_000, everyMs: 250 } as const;
/** Bytes that a worker has not taken beyond which nothing more is read from the client. */
const fullBytes = 256 * 1024;

const sampleBytes: Readonly<Record<LiveEncoding, number>> = {
  ...{ pcm_s16le: 2, pcm_f32le: 4, mulaw: 1, alaw: 1 },
  // Not known.
  container: 0,
};

const layoutOf = ({ encoding, sample_rate: sampleRate }: StartMessage): SoundLayout | null =>
  encoding === "container" ? null : { sampleRate, sampleBytes: sampleBytes[encoding] };

export interface ConnectionOptions {
  readonly resources: Pick<Resources, "db" | "config" | "log">;
  readonly slot: LiveSlot;
  readonly requestId: string;
  /** The language and the model that the slot was taken for. */
  readonly choice: Pick<StartMessage, "language" | "model">;
  /** The seconds of the session at which its first sound stands, and the number of its last final: both 0 of a new one. */
  readonly from: number;
  readonly lastId: number;
  /** Times are those of the session, whichever worker hears it. Resolves when the event was taken. */
  readonly onEvent: (event: WorkerEvent) => Promise<void>;
  readonly onDrained: () => void;
  /** No worker hears the session any more. */
  readonly onLost: () => void;
}

/** The connection of a session to the worker that hears it; when one dies, another goes on from the last final. */
export interface WorkerConnection {
  /** Says how the session is to be heard; once, before its first sound. Another worker is told the same. */
  begin(start: StartMessage): void;
  send(sound: Buffer): void;
  control(type: "finalize" | "close"): void;
  readonly isFull: boolean;
  /** The seconds of all sound that was sent; 0 where the bytes do not tell. */
  readonly seconds: number;
  secondsOf(sound: Buffer): number;
  /** Ends it, and gives the slot back. */
  close(): Promise<void>;
}

/**
 * Others are asked where the worker of the slot does not answer: rows of several that have died may still look alive.
 * @throws DomainError `engine_unavailable` where none answers; the slots are given back
 */
export async function connectWorker(options: ConnectionOptions): Promise<WorkerConnection> {
  const { resources, choice } = options;
  const connection = createConnection(options);
  const failed: string[] = [];
  let { slot } = options;
  for (;;) {
    try {
      await connection.open(slot);
      return connection;
    } catch (error) {
      failed.push(slot.workerId);
      const other = await takeSlot(resources.db, { ...choice, except: failed });
      if (other === null) throw error;
      slot = other;
    }
  }
}

interface State {
  /** Null as long as the session has not begun. */
  hearing: Hearing | null;
  slot: LiveSlot | null;
  link: WorkerLink | null;
  isClosed: boolean;
  /** Times at which workers died. */
  deaths: number[];
  /** Answers that are owed to `finalize`, and whether the session is being closed. */
  finalizes: number;
  isClosing: boolean;
  /** The number of the last final of the session, whichever worker said it. */
  lastId: number;
}

/** A session that has begun. */
interface Hearing {
  readonly start: StartMessage;
  readonly layout: SoundLayout | null;
  readonly ring: SoundRing;
}

function createConnection(options: ConnectionOptions) {
  const state: State = {
    ...{ hearing: null, slot: null, link: null },
    ...{ isClosed: false, deaths: [], finalizes: 0, isClosing: false, lastId: options.lastId },
  };
  const open = createOpening(options, state);
  return {
    open,
    begin: (start: StartMessage) => {
      const layout = layoutOf(start);
      state.hearing = { start, layout, ring: createSoundRing(layout, options.from) };
      state.link?.start(start);
    },
    send: (sound: Buffer) => {
      state.hearing?.ring.add(sound);
      state.link?.send(sound);
    },
    control: (type: "finalize" | "close") => {
      if (type === "close") state.isClosing = true;
      else state.finalizes += 1;
      state.link?.control(type);
    },
    get isFull() {
      return (state.link?.waitingBytes ?? 0) > fullBytes;
    },
    get seconds() {
      return state.hearing?.ring.seconds ?? 0;
    },
    secondsOf: ({ length }: Buffer) => {
      const layout = state.hearing?.layout ?? null;
      return layout === null ? 0 : length / (layout.sampleRate * layout.sampleBytes);
    },
    close: async () => {
      state.isClosed = true;
      await release(options, state);
    },
  };
}

/** Ends the link, and gives the slot back. */
async function release({ resources }: Pick<ConnectionOptions, "resources">, state: State): Promise<void> {
  const { slot } = state;
  state.link?.abort();
  [state.slot, state.link] = [null, null];
  if (slot !== null) await returnSlot(resources.db, slot.workerId);
}

/** @returns a function that opens the link to the worker of a slot, and follows when the worker dies */
function createOpening(options: ConnectionOptions, state: State) {
  const { resources } = options;
  const open = async (slot: LiveSlot, from = options.from): Promise<void> => {
    state.slot = slot;
    const numbers = new Map<string, string>();
    const at = { address: slot.address, secret: resources.config.live.secret ?? "" };
    const listener = {
      event: (event: WorkerEvent) => receive(numbered(shift(event, from), numbers, state), options, state),
      drained: options.onDrained,
      gone: () => void reconnect(),
    };
    try {
      state.link = await openWorkerLink(at, listener);
    } catch (error) {
      await giveUp(error, options, state);
    }
    if (state.isClosed) await release(options, state);
    if (state.hearing !== null) state.link?.start(state.hearing.start);
  };
  const resume = async (failed: string[]): Promise<boolean> => {
    const replay = state.hearing === null ? { from: options.from } : state.hearing.ring.replay();
    const { language, model } = state.hearing?.start ?? options.choice;
    const slot = replay && (await takeSlot(resources.db, { language, model, except: failed }));
    if (replay === null || slot === null) return false;
    failed.push(slot.workerId);
    await open(slot, replay.from);
    catchUp(state);
    return true;
  };
  const reconnect = async (): Promise<void> => {
    if (state.isClosed) return;
    const dead = state.slot?.workerId ?? "";
    await release(options, state).catch(() => undefined);
    const isFollowed = await follow({ ...options, state, dead, resume }).catch(() => false);
    if (!isFollowed && !state.isClosed) options.onLost();
  };
  return open;
}

/** Tells a worker what the one before it was told since the last final; sound that came while it opened is among that. */
function catchUp(state: State): void {
  for (const sound of state.hearing?.ring.replay()?.sound ?? []) state.link?.send(sound);
  for (let owed = state.finalizes; owed > 0; owed -= 1) state.link?.control("finalize");
  if (state.isClosing) state.link?.control("close");
}

/** @throws DomainError `engine_unavailable` */
async function giveUp(error: unknown, options: ConnectionOptions, state: State): Promise<never> {
  const { resources, requestId } = options;
  resources.log.warn({ request_id: requestId, error: String(error) }, "a live worker does not answer");
  await release(options, state);
  throw new DomainError("engine_unavailable");
}

/** Finals are numbered through the session as they come; a worker numbers its own from 1, as they begin. */
function numbered(event: WorkerEvent, numbers: Map<string, string>, state: State): WorkerEvent {
  if (event.type !== "final") return event;
  state.lastId += 1;
  const id = `${state.lastId}`;
  numbers.set(event.id, id);
  return { ...event, id, replaces: event.replaces.flatMap((one) => numbers.get(one) ?? []) };
}

function receive(event: WorkerEvent, options: ConnectionOptions, state: State): Promise<void> {
  if (event.type === "final") {
    state.hearing?.ring.forget(event.end);
    if (event.from_finalize) state.finalizes = Math.max(0, state.finalizes - 1);
  }
  if (event.type === "ended" && !state.isClosing) {
    // A worker that stops in order is followed by another one, and has not died.
    state.deaths = [];
    return options.onEvent({ type: "progress", seconds: event.seconds, lag_seconds: 0 });
  }
  if (event.type === "ended" || event.type === "error") state.isClosed = true;
  return options.onEvent(event);
}

interface Following extends Pick<ConnectionOptions, "resources" | "requestId"> {
  readonly state: State;
  readonly dead: string;
  /** @param failed the workers that are not asked; the one that is asked becomes one of them */
  readonly resume: (failed: string[]) => Promise<boolean>;
}

/** Finds another worker for a session whose worker has died. @returns false where none is found, or too many have died */
async function follow({ state, resources, requestId, dead, resume }: Following): Promise<boolean> {
  const now = performance.now();
  state.deaths = [...state.deaths.filter((at) => now - at < deaths.windowMs), now];
  resources.log.warn({ request_id: requestId, worker_id: dead }, "a live worker has died");
  if (state.deaths.length > deaths.max) return false;
  const failed = [dead];
  while (performance.now() - now < search.forMs && !state.isClosed) {
    if (await resume(failed).catch(() => false)) return true;
    await sleep(search.everyMs);
  }
  return false;
}
