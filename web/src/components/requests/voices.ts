import type { SpeechRequest, Transcription } from "#web/api/types.ts";
import { t } from "#web/messages/translate.ts";

type Segment = Transcription["segments"][number];
type Heard = Extract<SpeechRequest, { request_type: "asr" }>;

/** The names that were given to speakers, by their letters, and to channels, by their numbers from 0. */
export type VoiceNames = Readonly<Record<string, string>>;

/** Who says a part of a transcript. */
export interface Voice {
  /** The name or letter of who speaks, or the channel; undefined where neither was told apart. */
  readonly speaker: string | undefined;
  /** The letter that gives it its colour. */
  readonly tone: string | undefined;
}

const firstLetter = 65;

/** The name of a channel without one, as files have it, too. */
const channelName = (channel: number): string => `Channel ${channel + 1}`;

/** Who says a part of a transcript. */
export function voiceOf({ speaker, channel }: Pick<Segment, "speaker" | "channel">, names: VoiceNames): Voice {
  if (channel === undefined) return { speaker: names[speaker ?? ""] ?? speaker, tone: speaker };
  return { speaker: names[channel] ?? channelName(channel), tone: String.fromCodePoint(firstLetter + channel) };
}

/** A voice as a page shows it, which says of a letter what it is, and names channels in the language of the page. */
export function shownVoice({ speaker = "", tone = "" }: Voice): string {
  if (speaker === "") return "";
  if (speaker === tone) return t("Speaker {letter}", { letter: speaker });
  const channel = (tone.codePointAt(0) ?? 0) - firstLetter;
  return speaker === channelName(channel) ? t("Channel {number}", { number: channel + 1 }) : speaker;
}

/** The speakers or channels of a transcript, by their letters or numbers. */
export const voicesIn = ({ speakers, channels }: Pick<Heard, "speakers" | "channels">) => [
  ...speakers.map(({ speaker, name }) => ({ voice: speaker, name, part: { speaker } })),
  ...channels.map(({ channel, name }) => ({ voice: String(channel), name, part: { channel } })),
];

/** The names that they were given. */
export const namesIn = (request: Pick<Heard, "speakers" | "channels">): VoiceNames =>
  Object.fromEntries(voicesIn(request).flatMap(({ voice, name }) => (name === null ? [] : [[voice, name]])));

/** The text of a transcript with a line for each turn: what one says until another begins. */
export function turnsText(segments: readonly Segment[], names: VoiceNames): string {
  const turns: { readonly voice: Voice; readonly texts: string[] }[] = [];
  for (const segment of segments.filter(({ text }) => text !== "")) {
    const [voice, last] = [voiceOf(segment, names), turns.at(-1)];
    if (last !== undefined && last.voice.tone === voice.tone) last.texts.push(segment.text);
    else turns.push({ voice, texts: [segment.text] });
  }
  return turns
    .map(({ voice: { speaker }, texts }) => `${speaker === undefined ? "" : `${speaker}: `}${texts.join(" ")}`)
    .join("\n");
}
