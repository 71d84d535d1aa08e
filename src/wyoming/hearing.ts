import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { WyomingFault } from "./events.ts";
import { type Peer, readData } from "./peer.ts";

/** Speech to text on one connection. */
export interface Hearing {
  /** Says in which language, and by which model, the next sound is heard. */
  transcribe(data: unknown): void;
  start(data: unknown): Promise<void>;
  chunk(data: unknown, sound: Buffer): Promise<void>;
  /** Sends the transcript when all is heard. */
  stop(): Promise<void>;
}

/** An utterance that is being heard. */
interface Utterance {
  write(sound: Buffer): Promise<void>;
  /** @returns the text of all that was written */
  end(): Promise<string>;
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
const bytesPerSample = 2;

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
function partSender({ send }: Peer, language: string | null) {
  let count = 0;
  return async (part: string): Promise<void> => {
    if (count === 0) await send("transcript-start", { language });
    if (part !== "") await send("transcript-chunk", { text: count === 0 ? part : ` ${part}` });
    count += 1;
  };
}

/** Hears live where a live worker knows the language, and else a recording of the whole. */
async function openUtterance({ wishes: wished }: State, peer: Peer, rate: number): Promise<Utterance> {
  const { data } = await peer.client.api.account.getLimits({ throwOnError: true });
  const options = { ...(wished.language && { language: wished.language }), ...(wished.name && { model: wished.name }) };
  const tags = new Set(data.data.live_languages.map(({ tag }) => tag));
  const say = partSender(peer, wished.language ?? null);
  const isLive = tags.has(primaryTag(options.language ?? "en"));
  return isLive ? hearLive(peer, { ...options, sample_rate: rate }, say) : record(peer, options, { rate, say });
}

const primaryTag = (language: string): string => language.split(/[-_]/)[0]?.toLowerCase() ?? "";

type Say = ReturnType<typeof partSender>;

/** The service takes sound at twice real time, and this much of it at once, in seconds; it says so of 36. */
const [paceFactor, paceBurst] = [1.9, 30] as const;

function hearLive(peer: Peer, options: Options & { readonly sample_rate: number }, say: Say): Utterance {
  const live = peer.client.transcribeLive({ ...options, interim_results: false, words: false });
  const listen = async (): Promise<string> => {
    const parts: string[] = [];
    for await (const event of live) {
      if (event.type !== "final" || event.text === "") continue;
      parts.push(event.text);
      await say(event.text);
    }
    if (parts.length === 0) await say("");
    return parts.join(" ");
  };
  const text = listen();
  text.catch(peer.fail);
  peer.signal.addEventListener("abort", () => live.close(), { once: true });
  const begun = performance.now();
  let seconds = 0;
  return {
    write: async (sound) => {
      live.send(sound);
      seconds += sound.length / bytesPerSample / options.sample_rate;
      const early = (seconds - paceBurst) / paceFactor - (performance.now() - begun) / 1000;
      if (early > 0) await sleep(early * 1000, undefined, { signal: peer.signal });
    },
    end: () => {
      live.close();
      return text;
    },
  };
}

interface Options {
  readonly language?: string;
  readonly model?: string;
}

/** Milliseconds between two looks at a recording that is being transcribed. */
const lookMs = 200;

function record(peer: Peer, options: Options, { rate, say }: { readonly rate: number; readonly say: Say }): Utterance {
  const parts: Buffer[] = [];
  return {
    write: async (sound) => void parts.push(sound),
    end: async () => {
      const file = Buffer.concat([
        wavHeader(
          parts.reduce((sum, { length }) => sum + length, 0),
          rate,
        ),
        ...parts,
      ]);
      const waiting = { intervalMs: lookMs, signal: peer.signal };
      const { text } = await peer.client.transcribe(Uint8Array.from(file), { ...options, ...waiting });
      await say(text);
      return text;
    },
  };
}

/** The header of a WAV file with 16-bit samples of one channel. */
function wavHeader(bytes: number, rate: number): Buffer {
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
