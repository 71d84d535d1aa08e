import { createHash } from "node:crypto";
import { hasWords } from "#src/domain/speech/written-text.ts";
import { cancelledCode } from "#src/domain/speech/shown-status.ts";
import type { Document, Paragraph } from "./queries.ts";

/** The words of a paragraph that are spoken, and how. */
interface SpokenParagraph {
  readonly text: string;
  /** Null for the default voice of the language. */
  readonly voiceId: string | null;
  readonly language: string | null;
  readonly speed: number;
}

type Words = Pick<Paragraph, "text" | "voice_id">;
type Voices = Pick<Document, "language" | "voice_id" | "speed" | "speakers">;

/**
 * A paragraph is spoken by its own voice, that of its speaker, or that of the document. The name of a speaker who has a voice, before
 * a colon at its beginning, is not spoken.
 */
export function spokenOf({ language, speed, voice_id, speakers }: Voices, paragraph: Words): SpokenParagraph {
  const { text } = paragraph;
  const speaker = speakers.find(({ name }) => text.startsWith(`${name}:`));
  const said = speaker === undefined ? text : text.slice(speaker.name.length + 1).trim();
  const voiceId = paragraph.voice_id ?? speaker?.voiceId ?? voice_id;
  return { text: hasWords(said) ? said : text, voiceId, language, speed };
}

/** The digest by which a paragraph knows its audio: with another one, it would be spoken otherwise. */
export const digestOf = ({ text, voiceId, language, speed }: SpokenParagraph): string =>
  createHash("sha256")
    .update(JSON.stringify([text, voiceId, language, speed]))
    .digest("base64url");

/** The states of paragraphs: `expired` was spoken, and its audio is no longer kept. */
export const paragraphStates = ["unspoken", "queued", "processing", "spoken", "failed", "expired"] as const;
type ParagraphState = (typeof paragraphStates)[number];

export function stateOf(document: Voices, paragraph: Paragraph): ParagraphState {
  const { status, spoken_as: spokenAs, error_code: code } = paragraph;
  if (spokenAs === null || spokenAs !== digestOf(spokenOf(document, paragraph))) return "unspoken";
  if (status === null) return "expired";
  if (status === "failed") return code === cancelledCode ? "unspoken" : "failed";
  if (status === "completed") return paragraph.result_key === null ? "expired" : "spoken";
  return status;
}

/** True for a paragraph that has audio, or is about to get it. */
export const isSettled = (state: ParagraphState): boolean =>
  state === "spoken" || state === "queued" || state === "processing";
