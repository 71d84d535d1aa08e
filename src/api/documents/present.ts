import type { z } from "zod";
import type { Document, Paragraph, ChargedDocument } from "#src/domain/documents/queries.ts";
import { isSettled, spokenOf, stateOf } from "#src/domain/documents/spoken.ts";
import type { documentAnswer, documentSummary, paragraphAnswer } from "./schemas.ts";

const factsOf = (document: Document) => ({
  ...{ document_id: document.id, title: document.title, author: document.author === "" ? null : document.author },
  ...{ language: document.language, voice_id: document.voice_id, speed: document.speed },
  speakers: document.speakers.map(({ name, voiceId }) => ({ name, voice_id: voiceId })),
  created_at: document.created_at.toISOString(),
  updated_at: document.updated_at.toISOString(),
});

type ListedDocument = Document & { readonly paragraphs: number; readonly characters: number };

export const presentSummary = (document: ListedDocument): z.output<typeof documentSummary> => ({
  ...factsOf(document),
  ...{ chapter_count: document.chapters.length, paragraph_count: document.paragraphs },
  characters: document.characters,
});

type ParagraphAnswer = z.output<typeof paragraphAnswer>;

function presentParagraph(document: Document, paragraph: Paragraph, publicUrl: string): ParagraphAnswer {
  const status = stateOf(document, paragraph);
  const { request_id: requestId, error_code: code, error_message: message } = paragraph;
  const isSpoken = status === "spoken";
  return {
    ...{ paragraph_id: paragraph.id, text: paragraph.text, voice_id: paragraph.voice_id, status },
    characters: [...spokenOf(document, paragraph).text].length,
    request_id: status === "unspoken" || status === "expired" ? null : requestId,
    audio_url: isSpoken ? `${publicUrl}/v1/speech/requests/${requestId}/audio` : null,
    duration_seconds: isSpoken ? paragraph.duration_seconds : null,
    error: status === "failed" && code !== null ? { code, message: message ?? "" } : null,
  };
}

/** A document with the states of its paragraphs. @param withText whether its chapters are shown */
export function presentDocument(
  { document, paragraphs, creditsCharged }: ChargedDocument,
  { publicUrl, withText = true }: { readonly publicUrl: string; readonly withText?: boolean },
): z.output<typeof documentAnswer> {
  const shown = paragraphs.map((paragraph) => presentParagraph(document, paragraph, publicUrl));
  const countOf = (...states: readonly ParagraphAnswer["status"][]): number =>
    shown.filter(({ status }) => states.includes(status)).length;
  const sumOf = (value: (one: ParagraphAnswer) => number): number => shown.reduce((sum, one) => sum + value(one), 0);
  const chapters = document.chapters.map((title, chapter) => ({
    title,
    paragraphs: shown.filter((_one, index) => paragraphs[index]?.chapter === chapter),
  }));
  return {
    ...factsOf(document),
    characters: paragraphs.reduce((sum, { text }) => sum + [...text].length, 0),
    counts: {
      ...{ total: shown.length, unspoken: countOf("unspoken", "expired"), running: countOf("queued", "processing") },
      ...{ spoken: countOf("spoken"), failed: countOf("failed") },
    },
    characters_left: sumOf(({ status, characters }) => (isSettled(status) ? 0 : characters)),
    credits_charged: creditsCharged,
    duration_seconds: sumOf((one) => one.duration_seconds ?? 0),
    chapters: withText ? chapters : null,
  };
}
