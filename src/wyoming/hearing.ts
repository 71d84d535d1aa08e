import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { WyomingFault } from "./events.ts";
import { bytesPerSample, type HearingOptions, openLive, type Say, type Utterance } from "./live-utterance.ts";
import { type Peer, readData } from "./peer.ts";

/** Speech to text on one connection. */
export interface Hearing {
  /** Says in which language, and by which model, the next sound is heard. */
  transcribe(data: unknown): void;
  start(data: unknown): Promise<void>;
  chunk(data: unknown, sound: Buffer): Promise<void>;
  /** Sends the transcript when all is heard. */
  stop(): Promise<void>;
  /** Whether sound was begun and not stopped. */
  isOpen(): boolean;
}

const sampleRates = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;

const name = z.string().max(100).nullish();
const wishes = z.object({ name, language: z.string().max(35).nullish() });
type Wishes = z.output<typeof wishes>;

const format = z.object({
  rate: z.union(
    sampleRates.map((rate) => z.literal(rate)),
    { error: `One of ${sampleRates.join(", ")} Hz` },
  ),
  width: z.literal(2, { error: "2 bytes: samples of 16 bits" }),
  channels: z.literal(1, { error: "1: one channel" }),
});

/** Bytes of an utterance: a quarter of an hour at 16 kHz. */
const soundMax = 900 * 32_000;

interface State {
  wishes: Wishes;
  rate: number | null;
  bytes: number;
  utterance: Utterance | null;
}

export function createHearing(peer: Peer): Hearing {
  const state: State = { wishes: {}, rate: null, bytes: 0, utterance: null };
  return {
    transcribe: (data) => {
      state.wishes = readData("transcribe", data, wishes);
    },
    start: async (data) => {
      const { rate } = readData("audio-start", data, format);
      if (state.rate !== null) throw new WyomingFault("unexpected_event", "The sound before has not been stopped.");
      Object.assign(state, { rate, bytes: 0, utterance: null });
    },
    chunk: (data, sound) => hear(state, peer, { sound, ...readData("audio-chunk", data, format) }),
    stop: () => finish(state, peer),
    isOpen: () => state.rate !== null,
  };
}

async function hear(state: State, peer: Peer, { sound, rate }: { sound: Buffer; rate: number }): Promise<void> {
  if (state.rate === null) throw new WyomingFault("unexpected_event", "audio-start comes before audio-chunk.");
  if (rate !== state.rate) throw new WyomingFault("invalid_data", `audio-chunk: rate: ${state.rate}, as at the start.`);
  if (sound.length % bytesPerSample > 0) throw new WyomingFault("invalid_data", "audio-chunk: half a sample.");
  state.bytes += sound.length;
  if (state.bytes > soundMax)
    throw new WyomingFault("audio_too_long", "At most 15 minutes at 16 kHz are heard at once.");
  if (sound.length === 0) return;
  state.utterance ??= await openUtterance(state, peer, rate);
  await state.utterance.write(sound);
}

async function finish(state: State, peer: Peer): Promise<void> {
  if (state.rate === null) throw new WyomingFault("unexpected_event", "audio-start comes before audio-stop.");
  if (state.utterance === null) throw new WyomingFault("empty_audio", "There was no sound to transcribe.");
  const text = await state.utterance.end();
  await peer.send("transcript", { text, language: state.wishes.language ?? null });
  await peer.send("transcript-stop", {});
  Object.assign(state, { wishes: {}, rate: null, utterance: null });
}

/** Sends each part of a text as soon as it is known. @returns a function that takes them in their order */
function partSender({ send }: Peer, language: string | null): Say {
  let count = 0;
  return async (part) => {
    if (count === 0) await send("transcript-start", { language });
    if (part !== "") await send("transcript-chunk", { text: count === 0 ? part : ` ${part}` });
    count += 1;
  };
}

/** Hears live where a live worker knows the language and takes a session, and else a recording of the whole. */
async function openUtterance({ wishes: wished }: State, peer: Peer, rate: number): Promise<Utterance> {
  const options = { ...(wished.language && { language: wished.language }), ...(wished.name && { model: wished.name }) };
  const say = partSender(peer, wished.language ?? null);
  const tags = await peer.liveTags();
  const isLive = tags.has(primaryTag(options.language ?? "en"));
  const live = isLive ? await openLive(peer, { ...options, sample_rate: rate }, say) : null;
  return live ?? record(peer, options, { rate, say });
}

const primaryTag = (language: string): string => language.split(/[-_]/)[0]?.toLowerCase() ?? "";

/** Bytes in which a recording grows. */
const blockBytes = 65_536;

function record(
  peer: Peer,
  options: HearingOptions,
  { rate, say }: { readonly rate: number; readonly say: Say },
): Utterance {
  const blocks: Buffer<ArrayBuffer>[] = [];
  let bytes = 0;
  const block = (): Buffer => {
    const last = blocks.at(-1);
    if (last !== undefined && bytes < blocks.length * blockBytes) return last;
    peer.share.hold(blockBytes);
    const next = Buffer.alloc(blockBytes);
    blocks.push(next);
    return next;
  };
  return {
    write: async (sound) => {
      for (let at = 0; at < sound.length;) {
        const copied = sound.copy(block(), bytes % blockBytes, at);
        at += copied;
        bytes += copied;
      }
    },
    end: async () => {
      const file = new Blob([wavHeader(bytes, rate), new Blob(blocks).slice(0, bytes)]);
      const held = blocks.splice(0).length * blockBytes;
      const { id } = await peer.client.startTranscription(file, { ...options, signal: peer.signal });
      peer.share.release(held);
      const text = await transcriptOf(peer, id);
      await say(text);
      return text;
    },
  };
}

/** Milliseconds between two looks at a recording that is being transcribed: half as much again after each, and at last the most. */
const [firstLookMs, lastLookMs] = [200, 2_000] as const;

async function transcriptOf({ client, signal }: Peer, id: string): Promise<string> {
  for (let pause: number = firstLookMs; pause < lastLookMs; pause *= 1.5) {
    await sleep(pause, undefined, { signal });
    const look = client.api.requests.get({ throwOnError: true, path: { request_id: id } });
    // A failure is one for the wait to judge, which looks at once.
    if (await look.then(({ data }) => data.data.finished_at !== null).catch(() => true)) break;
  }
  const { text } = await client.transcription(id).wait({ intervalMs: lastLookMs, signal });
  return text;
}

/** The header of a WAV file with 16-bit samples of one channel. */
function wavHeader(bytes: number, rate: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + bytes, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * bytesPerSample, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(bytes, 40);
  return header;
}
