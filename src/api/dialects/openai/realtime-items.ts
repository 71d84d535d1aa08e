import { randomUUID } from "node:crypto";
import { type FinalResult, joinTexts, type PartialResult } from "#src/domain/live/finals.ts";

/** A piece of the conversation: the sound between two commits, whose transcript the client waits for. */
export interface Item {
  readonly id: string;
  readonly finals: FinalResult[];
  /** The text that was sent in deltas. */
  sent: string;
  /** The second at which it begins; null before any speech. */
  startsAt: number | null;
  /** The seconds of its sound; null where the end of the speech decides. */
  seconds: number | null;
  /** The client has cleared it: nothing of it is sent. */
  readonly isCleared: boolean;
}

const newId = (kind: string): string => `${kind}_${randomUUID().replaceAll("-", "")}`;

export const newItem = (isCleared = false): Item => ({
  ...{ id: newId("item"), finals: [], sent: "", startsAt: null, seconds: null, isCleared },
});

/** A message with its type and an id. */
export const eventOf = (type: string, fields: object): object => ({ type, event_id: newId("event"), ...fields });

const transcriptOf = ({ finals }: Item): string => joinTexts(finals.map(({ text }) => text));

const transcribed = "conversation.item.input_audio_transcription";

/** Sends what is known of the text beyond what was sent. A text that was read anew in other words waits for the end. */
function advance(item: Item, known: string): readonly object[] {
  if (item.isCleared || known.length <= item.sent.length || !known.startsWith(item.sent)) return [];
  const delta = known.slice(item.sent.length);
  item.sent = known;
  return [eventOf(`${transcribed}.delta`, { item_id: item.id, content_index: 0, delta })];
}

/** The words of an open utterance that will not change. */
export function presentPartial(item: Item, partial: PartialResult): readonly object[] {
  const settled = settledText(partial);
  if (settled === "") return [];
  return advance(item, joinTexts([...item.finals.map(({ text }) => text), settled]));
}

function settledText({ text, words, committed }: PartialResult): string {
  let end = 0;
  for (const { written } of words.slice(0, committed)) {
    const at = text.indexOf(written, end);
    if (at === -1) break;
    end = at + written.length;
  }
  return text.slice(0, end);
}

/** Adds a final to an item. */
export function presentFinal(item: Item, final: FinalResult): readonly object[] {
  item.startsAt ??= final.start;
  // The answer to a commit has no text where nothing was open.
  if (final.text !== "") item.finals.push(final);
  return advance(item, transcriptOf(item));
}

/** Speech begins or ends in an item, at a second. */
export const presentSpeech = ({ id }: Item, edge: "start" | "end", at: number): object =>
  eventOf(`input_audio_buffer.speech_${edge === "start" ? "started" : "stopped"}`, {
    item_id: id,
    [`audio_${edge}_ms`]: Math.round(at * 1000),
  });

const toMillisecond = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** The end of an item. */
export function presentCompleted(item: Item): readonly object[] {
  if (item.isCleared) return [];
  const last = item.finals.at(-1);
  const seconds = item.seconds ?? Math.max(0, (last?.end ?? 0) - (item.startsAt ?? 0));
  const fields = {
    ...{ item_id: item.id, content_index: 0, transcript: transcriptOf(item) },
    usage: { type: "duration", seconds: toMillisecond(seconds) },
    ...(last !== undefined && { languages: [{ code: last.language }] }),
  };
  return [eventOf(`${transcribed}.completed`, fields)];
}

/** An item becomes part of the conversation. @param previous the id of the one before it */
export function presentCommitted({ id }: Item, previous: string | null): readonly object[] {
  const item = {
    ...{ id, object: "realtime.item", type: "message", role: "user", status: "completed" },
    content: [{ type: "input_audio", transcript: null }],
  };
  return [
    eventOf("input_audio_buffer.committed", { item_id: id, previous_item_id: previous }),
    eventOf("conversation.item.added", { previous_item_id: previous, item }),
    eventOf("conversation.item.done", { previous_item_id: previous, item }),
  ];
}
