import { z } from "zod";
import { completeLength, hasWords } from "#src/domain/speech/written-text.ts";
import type { SpeakOptions } from "#sdk/speech-client.ts";
import { WyomingFault } from "./events.ts";
import { type Peer, readData } from "./peer.ts";

/** Text to speech on one connection. */
export interface Speaking {
  /** Speaks a whole text. While one is being written, this is the same text once more for older servers. */
  synthesize(data: unknown): Promise<void>;
  /** Begins a text that is spoken while it is written. */
  start(data: unknown): void;
  chunk(data: unknown): void;
  /** Ends it, and waits until all of it is spoken. */
  stop(): Promise<void>;
  /** Whether a text is being written. */
  isOpen(): boolean;
}

/** The most characters that one call of the API speaks. */
const longest = 5_000;
/** The most characters of a text that is given at once, and of one that wait to be spoken. */
const waitingMax = 20_000;
/** Hz */
const sampleRate = 24_000;
const format = { rate: sampleRate, width: 2, channels: 1 } as const;

const wishes = z.object({
  voice: z
    .object({ name: z.string().max(255).nullish(), language: z.string().max(35).nullish(), speaker: z.unknown() })
    .partial()
    .nullish(),
  text_format: z.enum(["text", "ssml"]).nullish(),
});
const piece = z.object({ text: z.string() });
const whole = wishes.extend(piece.shape);
type Wishes = z.output<typeof wishes>;

/** A text that is being written. */
interface Writing {
  text: string;
  isWhole: boolean;
  /** Called when there is more of it, no more will come, or the connection ends. */
  wake: () => void;
  spoken: Promise<void>;
}

export function createSpeaking(peer: Peer): Speaking {
  let writing: Writing | null = null;
  const current = (type: string): Writing => {
    if (writing === null) throw new WyomingFault("unexpected_event", `synthesize-start comes before ${type}.`);
    return writing;
  };
  return {
    synthesize: async (data) => {
      if (writing !== null) return;
      const { text, ...wished } = readData("synthesize", data, whole);
      if (text.length > waitingMax)
        throw new WyomingFault("text_too_long", `A text has at most ${waitingMax} characters.`);
      const { spoken } = write(peer, wished, text);
      await spoken;
    },
    start: (data) => {
      if (writing !== null) throw new WyomingFault("unexpected_event", "The text before has not been stopped.");
      writing = write(peer, readData("synthesize-start", data, wishes), null);
      writing.spoken.catch(peer.fail);
    },
    chunk: (data) => {
      const open = current("synthesize-chunk");
      open.text += readData("synthesize-chunk", data, piece).text;
      if (open.text.length > waitingMax)
        throw new WyomingFault("text_too_long", `At most ${waitingMax} characters wait to be spoken.`);
      open.wake();
    },
    stop: async () => {
      const open = current("synthesize-stop");
      open.isWhole = true;
      open.wake();
      await open.spoken;
      writing = null;
      await peer.send("synthesize-stopped", {});
    },
    isOpen: () => writing !== null,
  };
}

/** Begins to speak. @param text all of it; null where it is still to be written */
function write(peer: Peer, wished: Wishes, text: string | null): Writing {
  const writing: Writing = {
    ...{ text: text ?? "", isWhole: text !== null },
    ...{ wake: () => undefined, spoken: Promise.resolve() },
  };
  const wake = (): void => writing.wake();
  peer.signal.addEventListener("abort", wake, { once: true });
  writing.spoken = speakAll(peer, wished, writing).finally(() => peer.signal.removeEventListener("abort", wake));
  return writing;
}

/** Speaks part after part as one stream of sound. @throws WyomingFault when there was nothing to say */
async function speakAll(peer: Peer, wished: Wishes, writing: Writing): Promise<void> {
  const options = await optionsOf(peer, wished);
  const isMarkup = options.input_type === "ssml";
  let samples = 0;
  for (
    let part = await nextPart(writing, isMarkup, peer);
    part !== null;
    part = await nextPart(writing, isMarkup, peer)
  )
    samples = await speakPart(peer, part, { options, samples });
  if (samples === 0) throw new WyomingFault("empty_text", "There was no text to speak.");
  await peer.send("audio-stop", { timestamp: msOf(samples) });
}

/** Waits for whole sentences, or for the end of the text. @returns null when all is spoken */
async function nextPart(writing: Writing, isMarkup: boolean, { signal }: Peer): Promise<string | null> {
  for (;;) {
    signal.throwIfAborted();
    const end = lengthOfPart(writing, isMarkup);
    const part = writing.text.slice(0, end);
    writing.text = writing.text.slice(end);
    if (hasWords(part)) return part;
    if (writing.isWhole && writing.text === "") return null;
    if (end > 0) continue;
    await new Promise<void>((resolve) => {
      writing.wake = resolve;
    });
  }
}

function lengthOfPart({ text, isWhole }: Writing, isMarkup: boolean): number {
  // Markup cannot be cut; the service says what is too long.
  if (isMarkup) return isWhole ? text.length : 0;
  if (isWhole && text.length <= longest) return text.length;
  const sentences = completeLength(text.slice(0, longest));
  if (sentences > 0 || text.length <= longest) return sentences;
  const blank = text.lastIndexOf(" ", longest);
  return blank > 0 ? blank : longest;
}

interface Part {
  readonly options: SpeakOptions;
  /** The samples of the parts before. */
  readonly samples: number;
}

/** Sends the sound of a part while it is made. @returns the samples up to its end */
async function speakPart(peer: Peer, text: string, { options, samples: before }: Part): Promise<number> {
  const { stream } = await peer.client.speak(text, { ...options, signal: peer.signal });
  if (before === 0) await peer.send("audio-start", { ...format, timestamp: 0 });
  let samples = before;
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    const sound = Buffer.concat([rest, chunk]);
    const even = sound.length - (sound.length % format.width);
    rest = sound.subarray(even);
    if (even > 0) await peer.send("audio-chunk", { ...format, timestamp: msOf(samples) }, sound.subarray(0, even));
    samples += even / format.width;
  }
  return samples;
}

const msOf = (samples: number): number => Math.round((samples / sampleRate) * 1000);

async function optionsOf(peer: Peer, { voice, text_format: textFormat }: Wishes): Promise<SpeakOptions> {
  const language = voice?.language ? { language: voice.language } : {};
  const spoken = { format: "pcm", sample_rate: sampleRate, input_type: textFormat ?? "text" } as const;
  const wanted = voice?.name ?? undefined;
  if (wanted === undefined) return { ...spoken, ...language };
  return { ...spoken, voice_id: z.uuid().safeParse(wanted).success ? wanted : await voiceNamed(peer, wanted) };
}

/** The id of a voice. Names come from people; programs have ids from the description of the service. */
async function voiceNamed({ client }: Peer, name: string): Promise<string> {
  const wanted = name.toLowerCase();
  for await (const voice of client.voices({ search: name, limit: 100 }))
    if (voice.name.toLowerCase() === wanted) return voice.voice_id;
  throw new WyomingFault("voice_not_found", `There is no voice with the name ${name}.`);
}
