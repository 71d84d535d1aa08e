import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionError } from "#sdk/errors.ts";
import type { LiveTranscription } from "#sdk/live-transcription.ts";
import type { SpeechClient } from "#sdk/speech-client.ts";
import type { Peer } from "./peer.ts";

/** An utterance that is being heard. */
export interface Utterance {
  write(sound: Buffer): Promise<void>;
  /** @returns the text of all that was written */
  end(): Promise<string>;
}

/** The wishes of a client. */
export interface HearingOptions {
  readonly language?: string;
  readonly model?: string;
}

/** Sends a part of the text. */
export type Say = (part: string) => Promise<void>;

export const bytesPerSample = 2;

/** Milliseconds for which the languages are known. */
const knownMs = 5_000;

/** Asks for the languages that are heard live; each time while there is none, so that a worker that starts is used at once. */
export function cacheLiveTags({ api }: SpeechClient): Peer["liveTags"] {
  let known: { readonly tags: ReadonlySet<string>; readonly until: number } = { tags: new Set(), until: 0 };
  return async () => {
    if (performance.now() < known.until) return known.tags;
    const { data } = await api.account.getLimits({ throwOnError: true });
    const tags = new Set(data.data.live_languages.map(({ tag }) => tag));
    known = { tags, until: tags.size === 0 ? 0 : performance.now() + knownMs };
    return tags;
  };
}

type LiveOptions = HearingOptions & { readonly sample_rate: number };

/** Seconds of sound that the client for TypeScript keeps for a session that is resumed. */
const keptSeconds = 60;

/** Waits until a live session is open. @returns null where the service refuses it, as without a free slot */
export async function openLive(peer: Peer, options: LiveOptions, say: Say): Promise<Utterance | null> {
  peer.signal.throwIfAborted();
  const live = peer.client.transcribeLive({ ...options, interim_results: false, words: false });
  const close = (): void => live.close();
  peer.signal.addEventListener("abort", close, { once: true });
  const forget = (): void => peer.signal.removeEventListener("abort", close);
  try {
    // The first event is that the session has started.
    await live[Symbol.asyncIterator]().next();
  } catch (error) {
    forget();
    if (error instanceof ConnectionError) return null;
    throw error;
  }
  const bytesPerSecond = options.sample_rate * bytesPerSample;
  let held = 0;
  const text = listen(live, say, peer.signal).finally(() => {
    forget();
    peer.share.release(held);
  });
  text.catch(peer.fail);
  endInOrder(peer, text);
  const pacer = createPacer(live, bytesPerSecond, peer.signal);
  return {
    write: async (sound) => {
      const more = Math.min(sound.length, keptSeconds * bytesPerSecond - held);
      peer.share.hold(more);
      held += more;
      await pacer.send(sound);
    },
    end: async () => {
      await pacer.flush();
      live.close();
      return text;
    },
  };
}

function endInOrder({ ending }: Peer, text: Promise<string>): void {
  const ended: Promise<void> = text.then(
    () => void ending.delete(ended),
    () => void ending.delete(ended),
  );
  ending.add(ended);
}

/** Passes on what is heard until the session has ended, also after the client has left. @returns the whole text */
async function listen(live: LiveTranscription, say: Say, signal: AbortSignal): Promise<string> {
  const parts: string[] = [];
  for await (const event of live) {
    if (event.type !== "final" || event.text === "") continue;
    parts.push(event.text);
    if (!signal.aborted) await say(event.text);
  }
  if (parts.length === 0 && !signal.aborted) await say("");
  return parts.join(" ");
}

/** The service takes sound at twice real time, and this much of it at once, in seconds; it says so of 36. */
const [paceFactor, paceBurst] = [1.9, 30] as const;
/** Seconds of one frame: at most, at least, and at least where the sound comes faster than it was spoken. The service takes 200 frames a second. */
const [longest, shortest, shortestAhead] = [1, 0.01, 0.1] as const;
/** Seconds. */
const aheadAfter = 0.2;

/** Sends sound no faster than the service takes it, from now on. */
function createPacer(live: LiveTranscription, bytesPerSecond: number, signal: AbortSignal) {
  const begun = performance.now();
  const elapsed = (): number => (performance.now() - begun) / 1000;
  let sent = 0;
  let waiting: Buffer = Buffer.alloc(0);
  const flush = async (): Promise<void> => {
    sent += waiting.length / bytesPerSecond;
    const early = (sent - paceBurst) / paceFactor - elapsed();
    if (early > 0) await sleep(early * 1000, undefined, { signal });
    live.send(waiting);
    waiting = Buffer.alloc(0);
  };
  const send = async (sound: Buffer): Promise<void> => {
    for (let at = 0; at < sound.length; at += longest * bytesPerSecond) {
      waiting = Buffer.concat([waiting, sound.subarray(at, at + longest * bytesPerSecond)]);
      const least = sent - elapsed() > aheadAfter ? shortestAhead : shortest;
      if (waiting.length >= least * bytesPerSecond) await flush();
    }
  };
  return { send, flush };
}
